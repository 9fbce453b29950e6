import { toFieldText } from './json-text.ts'
import type { ApiDocLabels } from './labels.ts'
import { toList, toObject, toRecord, toText, type UnknownObject } from './unknown-json.ts'

/** One row of a table of parameters or fields. */
export interface Row {
  name: string
  type: string
  value: string
  isRequired: boolean
  /** Whether it is stored, but neither shown nor sent. */
  isOff: boolean
  remark: string
  /** Keywords of JSON Schema that the other fields have no room for; other clients preserve them. */
  schema?: UnknownObject
}

/** A row to add: its source may not have all fields. */
export type NewRow = Partial<Row> & { name: string }

/** A row of a document. */
export interface DocRow extends Row {
  /** Whether the document has a remark for it, even an empty one. */
  hasRemark: boolean
}

/** One possible response to a request. */
export interface ApiResponse {
  kind: 'success' | 'failure' | 'further'
  /** Such as `200`, `4XX` or `default`; empty when the document does not specify it. */
  status: string
  name: string
  /** Markdown. */
  remark: string
  example: string
  fields: DocRow[]
}

/** Connection settings of a WebSocket, as strings: invalid numbers are preserved. */
interface Socket {
  /** Whether the document has any; otherwise these are the defaults of ShowDoc's client. */
  isSet: boolean
  subProtocols: string[]
  reconnects: boolean
  /** Delay before reconnecting, in ms. */
  reconnectInterval: string
  /** Maximum number of attempts to reconnect; 0 for no limit. */
  reconnectMaxTimes: string
  heartbeat: { isOn: boolean; interval: string; message: string }
}

/** A message that a client sends over a WebSocket. */
interface Message {
  name: string
  type: string
  payload: string
  isOff: boolean
}

/** The content of an API page. Its rows have names; switched off rows are only among `jsonFields`. */
export interface ApiDoc {
  type: 'api' | 'websocket' | 'sse'
  method: string
  url: string
  /** '1' in development, '2' testing, '3' done, '4' needs change, '5' abandoned; '0' for none. */
  status: keyof ApiDocLabels['status'] | '0'
  description: string
  remark: string
  /** How the body is sent: `none`, `json`, `formdata`, `urlencoded`, `raw`, or another value written by a client. */
  mode: string
  /** The text of a JSON or text body. */
  body: string
  auth: { type: string; isOff: boolean }
  pathVariables: DocRow[]
  headers: DocRow[]
  query: DocRow[]
  cookies: DocRow[]
  /** The fields of the body; for a GET of an old client, its query. */
  form: DocRow[]
  jsonFields: DocRow[]
  responses: [success: ApiResponse, failure: ApiResponse, ...further: ApiResponse[]]
  /** A remark on all responses. */
  responseRemark: string
  socket: Socket
  messages: Message[]
}

/** The parameters of every request of an item, without those that are switched off. */
type ItemParameters = Record<'header' | 'query' | 'cookies' | 'body', DocRow[]>

/** Whether a client switched something on: `true`, `1` or `"1"`. */
export const isYes = (value: unknown): boolean => value === true || Number(value) >= 1

function parseRow(value: unknown): Row {
  const { name, key, type, value: example, require, remark, disable, schema } = toRecord(value)
  const keywords = toObject(schema)
  return {
    name: toFieldText(name ?? key),
    type: toFieldText(type),
    value: example === false ? 'false' : toFieldText(example),
    isRequired: isYes(require),
    isOff: isYes(disable),
    remark: toFieldText(remark),
    ...(keywords && { schema: keywords }),
  }
}

/** Parses the rows of untrusted data; anything but a list has none. */
export const parseRows = (list: unknown): Row[] => toList(list).map(parseRow)

/** Returns the rows that have a name. */
const namedRows = (list: unknown): DocRow[] =>
  toList(list)
    .map((value) => ({ ...parseRow(value), hasRemark: toRecord(value)['remark'] !== undefined }))
    .filter((row) => row.name !== '')

/** Returns the rows that have a name and are not switched off. */
export const getActiveRows = (list: unknown): DocRow[] => namedRows(list).filter((row) => !row.isOff)

/** Parses the parameters of an item, its `global_param`. */
export function parseItemParameters(globals: unknown): ItemParameters {
  const { header, query, cookies, body } = toRecord(globals)
  return {
    header: getActiveRows(header),
    query: getActiveRows(query),
    cookies: getActiveRows(cookies),
    body: getActiveRows(body),
  }
}

const parseType = (type: unknown): ApiDoc['type'] => (type === 'websocket' || type === 'sse' ? type : 'api')

function parseStatus(value: unknown): ApiDoc['status'] {
  const text = toFieldText(value)
  return text === '1' || text === '2' || text === '3' || text === '4' || text === '5' ? text : '0'
}

/** Returns how the body is sent. Clients without a mode `none` write an empty form or an empty text. */
function parseMode(params: UnknownObject, method: string): string {
  const mode = toFieldText(params['mode'])
  if (mode === '' || mode === 'none') return 'none'
  const isEmpty =
    mode === 'json' || mode === 'raw'
      ? toFieldText(params['json']) === '' && namedRows(params['jsonDesc']).length === 0
      : namedRows(params[mode]).length === 0
  return isEmpty && /^(?:get|head)$/i.test(method) ? 'none' : mode
}

function parseSocket(root: UnknownObject): Socket {
  const given = toRecord(root['protocolConfig'])['websocket']
  const socket = toRecord(given)
  const heartbeat = toRecord(socket['heartbeat'])
  const textOr = (value: unknown, usual: string) => (value === undefined || value === null ? usual : toFieldText(value))
  return {
    isSet: given !== undefined,
    subProtocols: toList(socket['subProtocols']).map(toFieldText).filter(Boolean),
    reconnects: isYes(socket['autoReconnect']),
    reconnectInterval: textOr(socket['reconnectInterval'], '3000'),
    reconnectMaxTimes: textOr(socket['reconnectMaxTimes'], '5'),
    heartbeat: {
      isOn: isYes(heartbeat['enabled']),
      interval: textOr(heartbeat['interval'], '30000'),
      message: textOr(heartbeat['pingMessage'], 'ping'),
    },
  }
}

const parseMessages = (root: UnknownObject): Message[] =>
  toList(toRecord(root['messaging'])['templates'])
    .map(toRecord)
    .map(({ name, type, payload, enabled }) => ({
      name: toFieldText(name),
      type: toFieldText(type),
      payload: toFieldText(payload),
      isOff: enabled !== undefined && !isYes(enabled),
    }))

const parseResponses = (response: UnknownObject): ApiDoc['responses'] => [
  {
    kind: 'success',
    status: toFieldText(response['responseExampleStatus']),
    name: '',
    remark: toFieldText(response['responseExampleRemark']),
    example: toFieldText(response['responseExample']),
    fields: getActiveRows(response['responseParamsDesc']),
  },
  {
    kind: 'failure',
    status: toFieldText(response['responseFailExampleStatus']),
    name: '',
    remark: toFieldText(response['responseFailExampleRemark']),
    example: toFieldText(response['responseFailExample']),
    fields: getActiveRows(response['responseFailParamsDesc']),
  },
  ...toList(response['examples'])
    .map(toRecord)
    .map(
      ({ name, status, remark, data, param }): ApiResponse => ({
        kind: 'further',
        status: toFieldText(status),
        name: toFieldText(name),
        remark: toFieldText(remark),
        example: toFieldText(data),
        fields: getActiveRows(param),
      }),
    ),
]

/** Parses the JSON of an API page. Source: reference, formats 3.1. */
export function parseApiDoc(root: UnknownObject): ApiDoc {
  const info = toRecord(root['info'])
  const request = toRecord(root['request'])
  const response = toRecord(root['response'])
  const params = toRecord(request['params'])
  const auth = toRecord(request['auth'])
  const method = toFieldText(info['method'])
  const mode = parseMode(params, method)
  return {
    type: parseType(info['type']),
    method,
    url: toFieldText(info['url']),
    status: parseStatus(info['apiStatus'] ?? root['apiStatus']),
    description: toFieldText(info['description']),
    remark: toFieldText(info['remark']),
    mode,
    body: toFieldText(params['json']),
    auth: { type: toFieldText(auth['type']) || 'none', isOff: isYes(auth['disabled']) },
    pathVariables: getActiveRows(request['pathVariable']),
    headers: getActiveRows(request['headers']),
    query: getActiveRows(request['query']),
    cookies: getActiveRows(request['cookies']),
    form: mode === 'json' ? [] : getActiveRows(params[mode]),
    jsonFields: mode === 'json' ? namedRows(params['jsonDesc']) : [],
    responses: parseResponses(response),
    responseRemark: toFieldText(response['remark']),
    socket: parseSocket(root),
    messages: parseMessages(root),
  }
}

function parseContent(content: string): UnknownObject | undefined {
  // Most pages are Markdown; only text that begins like an object is worth parsing.
  if (!/^\s*\{/.test(content)) return undefined
  try {
    const root = toObject(JSON.parse(content))
    return toText(toRecord(root?.['info'])['url']) === '' ? undefined : root
  } catch {
    return undefined
  }
}

/** Parses the API document of a page: JSON with an address in `info.url`. Returns undefined for any other text. */
export function readApiDoc(content: string): ApiDoc | undefined {
  const root = parseContent(content)
  return root && parseApiDoc(root)
}

/**
 * Returns what menus show of a page with an API document, in the form of `page.ext_info`; undefined for any other text.
 */
export function apiDocExtInfo(content: string): string | undefined {
  const root = parseContent(content)
  return root && extInfoOf(root)
}

/** Returns the same of the document itself, which has an address. */
export function extInfoOf(root: object): string {
  const info = toRecord(toRecord(root)['info'])
  const page_type = parseType(info['type'])
  const api_info = page_type === 'api' ? { method: toFieldText(info['method']) } : { type: page_type }
  return JSON.stringify({ page_type, api_info })
}

/** Returns the URL for display: without its query when the page lists it. */
export const getDisplayUrl = ({ url, query }: ApiDoc): string =>
  query.length > 0 ? (url.split('?', 1)[0] ?? url) : url

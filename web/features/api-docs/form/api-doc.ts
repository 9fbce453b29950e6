import { toRecord, toText } from '#web/features/page/content/index.tsx'
import { type Fault, getLineAndColumn, isFault, nodeAt, type Path, readSource, type Source } from './json-edit.ts'

/** A row of a table in the form, as strings. */
export interface Row {
  name: string
  type: string
  value: string
  isRequired: boolean
  isOff: boolean
  remark: string
}

/** An additional response, besides the two that the format has fields for. */
export interface Example extends ResponseMeta {
  name: string
  data: string
}

/** Metadata of a response. */
export interface ResponseMeta {
  /** Such as `200`, `4XX` or `default`; empty when the page does not say. */
  status: string
  remark: string
}

/** Connection settings of a WebSocket, as strings: invalid numbers are kept as they are. */
export interface Socket {
  subProtocols: string[]
  reconnects: boolean
  /** Delay before reconnecting, in ms. */
  reconnectInterval: string
  /** Maximum number of attempts to reconnect; 0 for no limit. */
  reconnectMaxTimes: string
  heartbeat: { isOn: boolean; interval: string; message: string }
}

/** A message that a client sends over a WebSocket. */
export interface Message {
  name: string
  type: string
  payload: string
  isOff: boolean
}

/** An API document as the form shows it. */
export interface ApiDoc {
  type: 'api' | 'websocket' | 'sse'
  method: string
  url: string
  /** '0' for none, '1' to '5'. */
  status: string
  description: string
  remark: string
  /** How the body is sent: `none`, `json`, `formdata`, `urlencoded`, `raw`, or another value written by a client. */
  mode: string
  /** The text of a JSON or text body. */
  body: string
  auth: { type: string; isOff: boolean }
  success: string
  successMeta: ResponseMeta
  failure: string
  failureMeta: ResponseMeta
  examples: Example[]
  /** Connection settings of a WebSocket; the defaults of the ShowDoc client where the page sets none. */
  socket: Socket
  /** Messages of a WebSocket. */
  messages: Message[]
  /** A remark on the responses. */
  responseRemark: string
  /** Parts that the form does not show but preserves. */
  hiddenParts: string[]
}

/** A document that can be displayed and edited. */
export interface ApiSource extends Source {
  doc: ApiDoc
}

type Parts = Record<string, unknown>

const rowOf = (value: unknown): Row => {
  const { name, key, type, value: example, require, remark, disable } = toRecord(value)
  return {
    name: toText(name ?? key),
    type: toText(type),
    value: example === false ? 'false' : toText(example),
    isRequired: require === true || Number(require) >= 1,
    isOff: disable === true || Number(disable) >= 1,
    remark: toText(remark),
  }
}

/** Parses the rows of untrusted data; anything but a list has none. */
export const parseRows = (list: unknown): Row[] => (Array.isArray(list) ? list.map(rowOf) : [])

/** Returns the rows that have a name and are not switched off. */
export const getActiveRows = (list: unknown): Row[] => parseRows(list).filter((row) => row.name !== '' && !row.isOff)

/** Returns the value at a path of a document. */
export const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? (at as Record<string | number, unknown>)[key] : undefined),
    value,
  )

/** The paths of the lists of a document. */
export const lists = {
  path: ['request', 'pathVariable'],
  query: ['request', 'query'],
  header: ['request', 'headers'],
  cookie: ['request', 'cookies'],
  formdata: ['request', 'params', 'formdata'],
  urlencoded: ['request', 'params', 'urlencoded'],
  json: ['request', 'params', 'jsonDesc'],
  success: ['response', 'responseParamsDesc'],
  failure: ['response', 'responseFailParamsDesc'],
} as const satisfies Record<string, Path>

/** The paths of a WebSocket's connection settings and messages. */
export const socketPaths = {
  socket: ['protocolConfig', 'websocket'],
  subProtocols: ['protocolConfig', 'websocket', 'subProtocols'],
  heartbeat: ['protocolConfig', 'websocket', 'heartbeat'],
  messages: ['messaging', 'templates'],
} as const satisfies Record<string, Path>

const holders: Path[] = [['request'], ['request', 'params'], ['response'], ['request', 'auth']]
const socketHolders: Path[] = [['protocolConfig'], socketPaths.socket, socketPaths.heartbeat, ['messaging']]
const texts: Path[] = [
  ['info', 'url'],
  ['info', 'method'],
  ['info', 'description'],
  ['info', 'remark'],
  ['request', 'params', 'json'],
  ['response', 'responseExample'],
  ['response', 'responseFailExample'],
  ['response', 'responseExampleStatus'],
  ['response', 'responseExampleRemark'],
  ['response', 'responseFailExampleStatus'],
  ['response', 'responseFailExampleRemark'],
  ['response', 'remark'],
]

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0
const isPlain = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

function shapeFault(source: Source): Fault | undefined {
  const faultAt = (path: Path): Fault => {
    const offset = nodeAt(source, path)?.offset ?? 0
    return { kind: 'shape', name: path.join('.'), ...getLineAndColumn(source.text, offset) }
  }
  if (!isPlain(valueAt(source.value, ['info']))) return faultAt(['info'])
  const isMissing = (value: unknown) => value === undefined || value === null
  const isSocket = valueAt(source.value, ['info', 'type']) === 'websocket'
  for (const path of isSocket ? [...holders, ...socketHolders] : holders) {
    const value = valueAt(source.value, path)
    if (!isMissing(value) && !isPlain(value) && !isEmptyList(value)) return faultAt(path)
  }
  const socketLists = isSocket ? [socketPaths.subProtocols, socketPaths.messages] : []
  for (const path of [...Object.values(lists), ['response', 'examples'], ...socketLists]) {
    const value = valueAt(source.value, path)
    const isNoRows = isPlain(value) && Object.keys(toRecord(value)).length === 0
    if (!isMissing(value) && !Array.isArray(value) && !isNoRows && value !== '') return faultAt(path)
  }
  // another client wrote an object in place of a string: the form would flatten it
  return texts
    .map((path) => [path, valueAt(source.value, path)] as const)
    .flatMap(([path, value]) =>
      isPlain(value) || (Array.isArray(value) && value.length > 0) ? [faultAt(path)] : [],
    )[0]
}

const known = new Set(['info', 'request', 'response', 'apiStatus'])
const isFilled = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0
    : isPlain(value)
      ? Object.values(toRecord(value)).some(isFilled)
      : toText(value) !== ''

const ofSocket = new Set(['protocolConfig', 'messaging'])

function keptParts(root: Parts): string[] {
  const isShown = (key: string) =>
    known.has(key) || (typeOf(toRecord(root['info'])['type']) === 'websocket' && ofSocket.has(key))
  const response = toRecord(root['response'])
  const measured = [
    'responseText',
    'responseOriginal',
    'responseHeader',
    'responseStatus',
    'responseTime',
    'responseSize',
  ]
  return [
    ...Object.keys(root).filter((key) => !isShown(key) && isFilled(root[key])),
    ...(measured.some((key) => isFilled(response[key])) ? ['response.responseOriginal'] : []),
  ]
}

const typeOf = (type: unknown): ApiDoc['type'] => (type === 'websocket' || type === 'sse' ? type : 'api')

const hasName = (list: unknown) => parseRows(list).some((row) => row.name !== '')

/** Returns how the body is sent. Clients without a mode «none» write an empty form or an empty text. */
function modeOf(params: Parts, method: string): string {
  const mode = toText(params['mode'])
  if (mode === '' || mode === 'none') return 'none'
  const isNothing =
    mode === 'json' || mode === 'raw'
      ? toText(params['json']) === '' && !hasName(params['jsonDesc'])
      : !hasName(params[mode])
  const isBodiless = method === 'get' || method === 'head'
  return isNothing && isBodiless ? 'none' : mode
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const isYes = (value: unknown) => value === true || Number(value) >= 1

function socketOf(root: Parts): Socket {
  const socket = toRecord(toRecord(root['protocolConfig'])['websocket'])
  const heartbeat = toRecord(socket['heartbeat'])
  const number = (value: unknown, usual: string) => (value === undefined || value === null ? usual : toText(value))
  return {
    subProtocols: listOf(socket['subProtocols']).map(toText).filter(Boolean),
    reconnects: isYes(socket['autoReconnect']),
    reconnectInterval: number(socket['reconnectInterval'], '3000'),
    reconnectMaxTimes: number(socket['reconnectMaxTimes'], '5'),
    heartbeat: {
      isOn: isYes(heartbeat['enabled']),
      interval: number(heartbeat['interval'], '30000'),
      message: number(heartbeat['pingMessage'], 'ping'),
    },
  }
}

const messagesOf = (root: Parts): Message[] =>
  listOf(toRecord(root['messaging'])['templates'])
    .map(toRecord)
    .map(({ name, type, payload, enabled }) => ({
      name: toText(name),
      type: toText(type),
      payload: toText(payload),
      isOff: enabled !== undefined && !isYes(enabled),
    }))

function docOf(root: Parts): ApiDoc {
  const info = toRecord(root['info'])
  const request = toRecord(root['request'])
  const response = toRecord(root['response'])
  const params = toRecord(request['params'])
  const auth = toRecord(request['auth'])
  const method = toText(info['method'])
  const status = toText(info['apiStatus'] ?? root['apiStatus'])
  return {
    type: typeOf(info['type']),
    method,
    url: toText(info['url']),
    status: /^[1-5]$/.test(status) ? status : '0',
    description: toText(info['description']),
    remark: toText(info['remark']),
    mode: modeOf(params, method.toLowerCase()),
    body: toText(params['json']),
    auth: { type: toText(auth['type']) || 'none', isOff: Number(auth['disabled']) >= 1 },
    success: toText(response['responseExample']),
    successMeta: {
      status: toText(response['responseExampleStatus']),
      remark: toText(response['responseExampleRemark']),
    },
    failure: toText(response['responseFailExample']),
    failureMeta: {
      status: toText(response['responseFailExampleStatus']),
      remark: toText(response['responseFailExampleRemark']),
    },
    examples: listOf(response['examples'])
      .map(toRecord)
      .map(({ name, status, remark, data }) => ({
        name: toText(name),
        status: toText(status),
        remark: toText(remark),
        data: toText(data),
      })),
    socket: socketOf(root),
    messages: messagesOf(root),
    responseRemark: toText(response['remark']),
    hiddenParts: keptParts(root),
  }
}

/** Parses API JSON for the form, or returns the fault that prevents it. */
export function readApi(text: string): ApiSource | Fault {
  const source = readSource(text)
  if (isFault(source)) return source
  const fault = shapeFault(source)
  return fault ?? { ...source, doc: docOf(toRecord(source.value)) }
}

import { type ApiRow, apiRow } from '#shared/api-doc/api-page-json.ts'
import { toDisplayText } from '#shared/api-doc/json-text.ts'
import { toObject, toObjects, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import {
  type RequestBody,
  type RequestFolder,
  readDescription,
  readRow,
  type SavedRequest,
  type SavedResponse,
  type Scripts,
  splitUrl,
  withQueryOf,
} from './request-shape.ts'

/** Ids and kinds, and credentials, which are read for themselves. */
export const withoutInPostman: ReadonlySet<string> = new Set([
  'id',
  'uid',
  'auth',
  'currentHelper',
  'helperAttributes',
  'schema',
  'mode',
  'dataMode',
  'type',
  'listen',
  'method',
  'language',
  'owner',
  'lastUpdatedBy',
  'createdAt',
  'updatedAt',
  'collectionId',
  'folder',
  'folderId',
  'order',
  'folders_order',
  'environments',
])

/** Reads a collection in version 2.0 or 2.1. Its depth is limited by the JSON limits. */
export function readPostman2(root: UnknownObject): RequestFolder {
  const info = toObject(root['info']) ?? {}
  const whole = folderOf({ ...root, name: info['name'], description: info['description'] ?? root['description'] })
  const source = Object.fromEntries(Object.entries(root).filter(([key]) => key !== 'item'))
  return { ...whole, source, input: { value: root, without: withoutInPostman } }
}

function folderOf(given: UnknownObject): RequestFolder {
  const inside = toObjects(given['item'])
  return {
    name: toText(given['name']),
    description: readDescription(given['description']),
    folders: inside.filter((one) => one['request'] === undefined).map(folderOf),
    requests: inside.filter((one) => one['request'] !== undefined).map(requestOf),
    auth: toObject(given['auth']),
    variables: toObjects(given['variable']).map(readRow),
    scripts: scriptsOf(given['event']),
    source: Object.fromEntries(Object.entries(given).filter(([key]) => key !== 'item')),
  }
}

function requestOf(given: UnknownObject): SavedRequest {
  const { request } = given
  // A request may consist of its address alone.
  const sent = toObject(request) ?? { url: request }
  return {
    id: toText(given['id']) || toText(given['_postman_id']) || toText(given['uid']),
    name: toText(given['name']),
    description: [readDescription(sent['description']), readDescription(given['description'])]
      .filter((text) => text !== '')
      .join('\n\n'),
    method: (toText(sent['method']) || 'GET').toUpperCase(),
    ...addressOf(sent['url']),
    headers: readHeaders(sent['header']),
    cookies: [],
    notes: '',
    body: bodyOf(sent['body']),
    auth: toObject(sent['auth']),
    scripts: scriptsOf(given['event']),
    responses: toObjects(given['response']).map(answerOf),
    source: given,
    input: { value: given, without: withoutInPostman },
  }
}

function addressOf(given: unknown): Pick<SavedRequest, 'url' | 'query' | 'pathVariables'> {
  const url = toObject(given)
  if (!url) return { ...splitUrl(toText(given)), pathVariables: [] }
  const { url: address, query } = splitUrl(toText(url['raw']) || joinedUrl(url))
  const rows = toObjects(url['query']).map(readRow)
  return { url: address, query: withQueryOf(rows, query), pathVariables: toObjects(url['variable']).map(readRow) }
}

function joinedUrl(url: UnknownObject): string {
  const list = (value: unknown, sign: string) =>
    Array.isArray(value)
      ? value.map((one) => toText(one) || toText(toObject(one)?.['value'])).join(sign)
      : toText(value)
  const protocol = toText(url['protocol'])
  const port = toText(url['port'])
  const hash = toText(url['hash'])
  const path = list(url['path'], '/')
  return `${protocol && `${protocol}://`}${list(url['host'], '.')}${port && `:${port}`}${path && `/${path.replace(/^\//, '')}`}${hash && `#${hash}`}`
}

/** Returns headers as rows; old files store them as lines of text. */
export function readHeaders(given: unknown): ApiRow[] {
  if (typeof given !== 'string') return toObjects(given).map(readRow)
  return given
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [name = '', ...value] = line.split(':')
      return apiRow(name.trim(), { value: value.join(':').trim(), require: '1' })
    })
}

function bodyOf(given: unknown): RequestBody {
  const body = toObject(given) ?? {}
  const raw = toObject(toObject(body['options'])?.['raw'])
  const graphql = toObject(body['graphql'])
  const file = toObject(body['file'])
  const mode = toText(body['mode'])
  const known = modes.find((one) => one === mode) ?? (toText(body['raw']) === '' ? 'none' : 'raw')
  return {
    mode: body['disabled'] === true ? 'none' : known,
    raw:
      known === 'graphql'
        ? graphqlText(graphql)
        : known === 'file'
          ? toText(file?.['src']) || toText(file?.['content']) || toText(body['file'])
          : toText(body['raw']),
    language: known === 'graphql' ? 'json' : toText(raw?.['language']),
    urlencoded: toObjects(body['urlencoded']).map(readRow),
    formdata: toObjects(body['formdata']).map(readRow),
  }
}

const modes = ['raw', 'urlencoded', 'formdata', 'file', 'graphql'] as const

/** Returns a GraphQL body as it is sent. */
function graphqlText(given: UnknownObject | undefined): string {
  const { query, variables, ...more } = given ?? {}
  let values: unknown = variables
  try {
    values = typeof variables === 'string' && variables.trim() !== '' ? JSON.parse(variables) : undefined
  } catch {
    // Variables with {{placeholders}} are not valid JSON; they stay text.
  }
  return JSON.stringify({ query: toText(query), variables: values, ...more }, null, 2)
}

function scriptsOf(events: unknown): Scripts {
  const scripts = toObjects(events).filter((one) => one['disabled'] !== true)
  const textFor = (listen: string) =>
    scripts
      .filter((one) => one['listen'] === listen)
      .map((one) => lines(toObject(one['script'])?.['exec'] ?? one['script']))
      .join('\n')
  return { pre: textFor('prerequest'), post: textFor('test') }
}

const lines = (value: unknown): string => (Array.isArray(value) ? value.map(toText).join('\n') : toText(value))

function answerOf(given: UnknownObject): SavedResponse {
  const sent = toObject(given['originalRequest'])
  const request = sent && requestOf({ request: sent })
  const query = (request?.query ?? []).map((row) => `${row.name}=${row.value}`).join('&')
  return {
    name: toText(given['name']),
    code: Number(toText(given['code'])) || 0,
    status: toText(given['status']),
    headers: readHeaders(given['header']),
    body: toDisplayText(given['body'] ?? '', 2),
    sent: request ? `${request.method} ${request.url}${query && `?${query}`}` : '',
    sentBody:
      request?.body.mode === 'raw'
        ? request.body.raw
        : (request?.body[request.body.mode === 'formdata' ? 'formdata' : 'urlencoded'] ?? [])
            .map((row) => `${row.name}=${row.value}`)
            .join('\n'),
  }
}

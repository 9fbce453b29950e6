import { toObject, toRecord } from '#shared/api-doc/unknown-json.ts'
import type { Path } from './json-source-edit.ts'

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
/** Whether a value is an object. */
export const isPlain = (value: unknown) => toObject(value) !== undefined

/** Returns the path of what does not have the shape of an API page; undefined when everything has. */
export function findMisshapen(value: unknown): Path | undefined {
  if (!isPlain(valueAt(value, ['info']))) return ['info']
  const isMissing = (one: unknown) => one === undefined || one === null
  const isSocket = valueAt(value, ['info', 'type']) === 'websocket'
  for (const path of isSocket ? [...holders, ...socketHolders] : holders) {
    const one = valueAt(value, path)
    if (!isMissing(one) && !isPlain(one) && !isEmptyList(one)) return path
  }
  const socketLists = isSocket ? [socketPaths.subProtocols, socketPaths.messages] : []
  for (const path of [...Object.values(lists), ['response', 'examples'], ...socketLists]) {
    const one = valueAt(value, path)
    const isNoRows = isPlain(one) && Object.keys(toRecord(one)).length === 0
    if (!isMissing(one) && !Array.isArray(one) && !isNoRows && one !== '') return path
  }
  // another client wrote an object in place of a string: the form would flatten it
  return texts.find((path) => {
    const one = valueAt(value, path)
    return isPlain(one) || (Array.isArray(one) && one.length > 0)
  })
}

import { type ApiDoc, parseApiDoc } from '#shared/api-doc/api-doc.ts'
import { toFieldText } from '#shared/api-doc/json-text.ts'
import { toObject, toRecord, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import {
  type Fault,
  getLineAndColumn,
  isFault,
  nodeAt,
  type Path,
  readSource,
  type Source,
} from './json-source-edit.ts'

/** A document that can be displayed and edited. */
export interface ApiSource extends Source {
  doc: ApiDoc
  /** Parts that the form does not show but preserves. */
  hiddenParts: string[]
}

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
const isPlain = (value: unknown) => toObject(value) !== undefined

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
      : toFieldText(value) !== ''

const ofSocket = new Set(['protocolConfig', 'messaging'])

function getHiddenParts(root: UnknownObject, doc: ApiDoc): string[] {
  const isShown = (key: string) => known.has(key) || (doc.type === 'websocket' && ofSocket.has(key))
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

/** Parses API JSON for the form, or returns the fault that prevents it. */
export function readApi(text: string): ApiSource | Fault {
  const source = readSource(text)
  if (isFault(source)) return source
  const fault = shapeFault(source)
  if (fault) return fault
  const root = toRecord(source.value)
  const doc = parseApiDoc(root)
  return { ...source, doc, hiddenParts: getHiddenParts(root, doc) }
}

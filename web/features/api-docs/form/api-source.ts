import { type ApiDoc, parseApiDoc } from '#shared/api-doc/api-doc.ts'
import { toFieldText } from '#shared/api-doc/json-text.ts'
import { toRecord, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { findMisshapen, isPlain } from './api-shape.ts'
import { type Fault, getLineAndColumn, isFault, nodeAt, readSource, type Source } from './json-source-edit.ts'

export { lists, socketPaths, valueAt } from './api-shape.ts'

/** A document that can be displayed and edited. */
export interface ApiSource extends Source {
  doc: ApiDoc
  /** Parts that the form does not show but preserves. */
  hiddenParts: string[]
}

function shapeFault(source: Source): Fault | undefined {
  const path = findMisshapen(source.value)
  if (!path) return undefined
  const offset = nodeAt(source, path)?.offset ?? 0
  return { kind: 'shape', name: path.join('.'), ...getLineAndColumn(source.text, offset) }
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

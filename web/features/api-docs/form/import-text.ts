import { parseRows } from '#shared/api-doc/api-doc.ts'
import { isApiText } from '#shared/api-doc/api-text.ts'
import { type ImportedRequest, isBrowserHeader, readCurl } from '#shared/api-doc/curl.ts'
import { layOutJson } from '#shared/api-doc/json-text.ts'
import { toObject } from '#shared/api-doc/unknown-json.ts'
import { type ApiSource, lists, readApi, valueAt } from './api-source.ts'
import { fieldRows } from './fields.ts'
import type { ImportedContent } from './imported-request.ts'
import { isFault, type Path, type Source, setAt, syntaxFault } from './json-source-edit.ts'
import { readOperation } from './openapi.ts'
import { followAddress, type RowKind, replaceRows } from './row-edits.ts'

/** Detects the content of a text to import. `pick` selects an operation of a whole OpenAPI description. */
export function parseImport(text: string, pick = ''): ImportedContent {
  const trimmed = text.trim()
  const request = readCurl(trimmed)
  if (request) return { kind: 'curl', request }
  if (!/^[{[]/.test(trimmed)) return { kind: 'unknown' }
  const fault = syntaxFault(trimmed)
  if (fault) return { kind: 'fault', fault }
  if (isApiText(trimmed)) {
    const read = readApi(trimmed)
    return isFault(read) ? { kind: 'fault', fault: read } : { kind: 'api', text: trimmed }
  }
  const object = toObject(JSON.parse(trimmed))
  const operation = object && readOperation(object, pick)
  return operation ?? { kind: 'answer', text: trimmed }
}

/** Replaces each `{{variable}}` in a JSON text with a number of the same length, so that positions stay the same. */
export const withoutVariables = (text: string): string =>
  text.replace(/\{\{[^{}"\n]*\}\}/g, (name) => '0'.padEnd(name.length))

/** Formats a JSON text with one value per line; any other text is returned unchanged. */
export function formatJson(text: string): string {
  if (syntaxFault(withoutVariables(text.trim()))) return text
  return layOutJson(text.trim(), '  ') ?? text
}

type Step = (source: ApiSource) => string

const run = (source: ApiSource, steps: readonly Step[]): string => {
  let now = source
  for (const step of steps) {
    const read = readApi(step(now))
    if (!isFault(read)) now = read
  }
  return now.text
}

const put =
  (path: Path, value: unknown): Step =>
  (source) =>
    valueAt(source.value, path) === value ? source.text : setAt(source, path, value)
const putRows =
  (path: Path, kind: RowKind, rows: Parameters<typeof replaceRows>[3]): Step =>
  (source) =>
    rows.length === 0 && parseRows(valueAt(source.value, path)).every(({ name }) => name === '')
      ? source.text
      : replaceRows(source, path, kind, rows)

/** Returns a step that lists the fields of a JSON text, keeping the existing remarks. */
export const describeFields =
  (path: Path, kind: RowKind, json: string) =>
  (source: Source): string => {
    const plain = withoutVariables(json)
    if (syntaxFault(plain)) return source.text
    return replaceRows(source, path, kind, fieldRows(JSON.parse(plain), parseRows(valueAt(source.value, path))))
  }

/** Returns a step that sets the body mode and adds the list that clients expect for it. */
export const setMode =
  (mode: string): Step =>
  (source) =>
    run(source, [
      put(['request', 'params', 'mode'], mode),
      (now) =>
        mode === 'none' && !valueAt(now.value, ['request', 'params', 'none'])
          ? setAt(now, ['request', 'params', 'none'], [])
          : now.text,
    ])

/** Replaces the request of a document; keeps the remarks on rows of the same name. */
function withRequest(source: ApiSource, request: ImportedRequest, options: { dropsBrowserHeaders: boolean }): string {
  const headers = request.headers.filter(({ name }) => !options.dropsBrowserHeaders || !isBrowserHeader(name))
  const { mode, auth, pathVariables } = request
  return run(source, [
    put(['info', 'method'], request.method),
    put(['info', 'url'], request.url),
    pathVariables ? putRows(lists.path, 'param', pathVariables) : (now) => now.text,
    (now) => followAddress(now, lists.path),
    putRows(lists.query, 'param', request.query),
    putRows(lists.header, 'param', headers),
    putRows(lists.cookie, 'cookie', request.cookies),
    setMode(mode),
    mode === 'json' || mode === 'raw'
      ? put(['request', 'params', 'json'], mode === 'json' ? formatJson(request.body) : request.body)
      : (now) => now.text,
    mode === 'json' ? describeFields(lists.json, 'field', request.body) : (now) => now.text,
    mode === 'formdata' || mode === 'urlencoded' ? putRows(lists[mode], 'param', request.form) : (now) => now.text,
    auth
      ? put(['request', 'auth'], {
          type: auth.type,
          disabled: '0',
          [auth.type]: auth.values.map((one) => ({ ...one, type: 'string' })),
        })
      : (now) => now.text,
  ])
}

/** Sets a response as the success or failure example of a document, with its fields. */
const withAnswer = (source: ApiSource, text: string, kind: 'success' | 'failure'): string =>
  run(source, [
    put(['response', kind === 'success' ? 'responseExample' : 'responseFailExample'], formatJson(text)),
    describeFields(lists[kind], 'answer', text),
  ])

/** Applies imported content to a document. */
export function applyImport(
  source: ApiSource,
  found: ImportedContent,
  options: { dropsBrowserHeaders: boolean; as: 'success' | 'failure' },
): string {
  if (found.kind === 'api') return found.text
  if (found.kind === 'answer') return withAnswer(source, found.text, options.as)
  if (found.kind === 'curl') return withRequest(source, found.request, options)
  if (found.kind !== 'operation') return source.text
  return run(source, [
    (now) => withRequest(now, found.request, options),
    put(['info', 'description'], found.description),
    (now) => (found.success ? withAnswer(now, found.success, 'success') : now.text),
    (now) => (found.failure ? withAnswer(now, found.failure, 'failure') : now.text),
  ])
}

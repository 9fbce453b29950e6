import { bodyOf, isJsonType, parametersOf } from '#shared/api-doc/schema/operation-parts.ts'
import type { SchemaFile } from '#shared/api-doc/schema/resolve.ts'
import { type SchemaProblem, validateValue } from '#shared/api-doc/schema/validate.ts'
import { toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'

/** What a client sent to a mock. */
export interface SentRequest {
  /** The path that it requested, without the query. */
  path: string
  query: ReadonlyMap<string, readonly string[]>
  /** By lower-case name. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
}

/** What in a request does not fit: where, and what. */
interface RequestProblem {
  place: 'path' | 'query' | 'header' | 'cookie' | 'body'
  name: string
  problem: SchemaProblem
}

const problemsMost = 20

/** Returns the texts of a parameter as the value that its schema speaks of. */
function valueOf(texts: readonly string[], schema: UnknownObject | undefined, file: SchemaFile): unknown {
  const types = [schema?.['type']].flat().map(toText)
  const one = (text: string, wanted: readonly string[]): unknown => {
    if ((wanted.includes('integer') || wanted.includes('number')) && /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text))
      return Number(text)
    if (wanted.includes('boolean') && /^(?:true|false)$/.test(text)) return text === 'true'
    return wanted.includes('null') && text === 'null' ? null : text
  }
  if (types.includes('array')) {
    const items = [file.follow(schema?.['items'])?.value['type']].flat().map(toText)
    const parts = texts.length === 1 ? (texts[0] ?? '').split(',') : texts
    return parts.slice(0, 1_000).map((text) => one(text, items))
  }
  return one(texts[0] ?? '', types)
}

function cookiesOf(header: string): Map<string, string> {
  return new Map(
    header
      .slice(0, 10_000)
      .split(';')
      .map((pair): [string, string] => {
        const at = pair.indexOf('=')
        return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
      }),
  )
}

/** Returns the variables of a path by the names in its template: `/orders/{id}` and `/orders/5`. */
export function pathValues(template: string, path: string): Map<string, string> {
  const parts = path.split('/')
  const values = new Map<string, string>()
  for (const [at, segment] of template.split('/').entries()) {
    const names = [...segment.matchAll(/\{([^{}]*)\}/g)]
    const [found] = names
    if (names.length !== 1 || !found) continue
    const before = segment.slice(0, found.index)
    const after = segment.slice(found.index + found[0].length)
    const part = parts[at] ?? ''
    values.set(found[1] ?? '', part.slice(before.length, part.length - after.length))
  }
  return values
}

/** Compares a request with an operation. */
export function validateRequest(
  { around, operation, file }: { around: UnknownObject; operation: UnknownObject; file: SchemaFile },
  template: string,
  sent: SentRequest,
): RequestProblem[] {
  const problems: RequestProblem[] = []
  const missing = (place: RequestProblem['place'], name: string) =>
    problems.push({ place, name, problem: { path: '', text: 'required', values: { name } } })
  const inPath = pathValues(template, sent.path)
  const cookies = cookiesOf(String(sent.headers['cookie'] ?? ''))
  for (const { name, in: place, parameter, schema } of parametersOf(around, operation, file)) {
    if (place !== 'path' && place !== 'query' && place !== 'header' && place !== 'cookie') continue
    if (place === 'header' && /^(?:accept|content-type|authorization)$/i.test(name)) continue
    const header = sent.headers[name.toLowerCase()]
    const texts =
      place === 'query'
        ? (sent.query.get(name) ?? sent.query.get(`${name}[]`) ?? [])
        : place === 'path'
          ? [inPath.get(name)]
          : place === 'cookie'
            ? [cookies.get(name)]
            : [header].flat()
    const given = texts.filter((text) => text !== undefined)
    if (given.length === 0) {
      // a path that fits has its variables, by whatever names
      if (parameter['required'] === true && place !== 'path') missing(place, name)
      continue
    }
    const own = file.follow(schema)?.value
    // objects in parameters have several notations
    if (own && [own['type']].flat().includes('object')) continue
    for (const problem of validateValue(schema, valueOf(given, own, file), file, { direction: 'request' }))
      problems.push({ place, name, problem })
    if (problems.length >= problemsMost) break
  }
  return [...problems, ...bodyProblems(operation, file, sent)].slice(0, problemsMost)
}

function bodyProblems(operation: UnknownObject, file: SchemaFile, sent: SentRequest): RequestProblem[] {
  const documented = bodyOf(operation, file)
  if (!documented) return []
  const about = (text: SchemaProblem['text'], values: SchemaProblem['values']): RequestProblem[] => [
    { place: 'body', name: '', problem: { path: '', text, values } },
  ]
  if (sent.body.length === 0) return documented.body['required'] === true ? about('required', { name: 'body' }) : []
  const type = String(sent.headers['content-type'] ?? '')
    .split(';', 1)[0]
    ?.trim()
    .toLowerCase()
  const json = documented.media.find((one) => isJsonType(one.type))
  if (!json?.schema || (type !== '' && !isJsonType(type ?? ''))) return []
  let value: unknown
  try {
    value = JSON.parse(sent.body.toString())
  } catch {
    return about('type', { expected: 'JSON', actual: sent.body.toString('utf8', 0, 40).toWellFormed() })
  }
  return validateValue(json.schema, value, file, { direction: 'request' }).map((problem) => ({
    place: 'body',
    name: '',
    problem,
  }))
}

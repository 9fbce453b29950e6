import { decoded } from './openapi/schema-helpers.ts'
import { matchesPattern } from './pattern.ts'
import { toList, toObject, toText, type UnknownObject } from './unknown-json.ts'

/** What a value does not have that its schema requires. Each has its text in `src/shared/locales/schema-check-*.json`. */
export type SchemaProblemText =
  | 'type'
  | 'enum'
  | 'const'
  | 'format'
  | 'pattern'
  | 'minLength'
  | 'maxLength'
  | 'minimum'
  | 'maximum'
  | 'exclusiveMinimum'
  | 'exclusiveMaximum'
  | 'multipleOf'
  | 'minItems'
  | 'maxItems'
  | 'uniqueItems'
  | 'contains'
  | 'maxContains'
  | 'minProperties'
  | 'maxProperties'
  | 'required'
  | 'additional'
  | 'propertyName'
  | 'never'
  | 'not'
  | 'noAlternative'
  | 'manyAlternatives'

/** One place at which a value breaks its schema. */
export interface SchemaProblem {
  /** The place in the value, as a JSON pointer (RFC 6901); empty for the value itself. */
  path: string
  text: SchemaProblemText
  /** What the text names. */
  values: Record<string, string | number>
}

/** How values are checked. */
export interface SchemaCheckOptions {
  /**
   * The direction in which the value goes: a response need not have what is `writeOnly`, a request not what is `readOnly`.
   */
  direction?: 'request' | 'response'
}

/** The bounds of a check: schemas and values come from people and from foreign servers. */
const mostProblems = 50
const mostSteps = 200_000
const mostDepth = 100

interface Check {
  root: unknown
  direction: SchemaCheckOptions['direction']
  steps: number
}

/** A place in the value, and how many schemas lead there. */
interface Position {
  path: string
  depth: number
}

/**
 * Compares a JSON value with a schema of OpenAPI 3.0 or 3.1 (JSON Schema 2020-12 without dynamic references and `$id`).
 *
 * @param root the document in which references such as `#/components/schemas/Pet` are found
 * @returns at most 50 problems in the order of the value; none when it agrees. What cannot be decided counts as agreed:
 *   references that lead nowhere, unknown formats, patterns of unbounded cost, and what lies behind the bounds of the
 *   check (100 schemas deep, 200,000 steps).
 */
export function checkAgainstSchema(
  value: unknown,
  schema: unknown,
  root: unknown,
  { direction }: SchemaCheckOptions = {},
): SchemaProblem[] {
  const check: Check = { root, direction, steps: 0 }
  try {
    return problemsOf(check, value, schema, { path: '', depth: 0 }).slice(0, mostProblems)
  } catch (error) {
    // a value of a hundred thousand levels can be parsed but not written
    if (error instanceof RangeError) return []
    throw error
  }
}

/** Returns the object that a reference within the document leads to. */
export function findReference(root: unknown, ref: string): unknown {
  if (!ref.startsWith('#')) return undefined
  if (ref === '#') return root
  let at: unknown = root
  for (const part of ref.slice(2).split('/')) {
    const name = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~')
    const parent: unknown = at
    if (typeof parent !== 'object' || parent === null || !Object.hasOwn(parent, name)) return undefined
    at = (parent as UnknownObject)[name]
  }
  return at
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

const inside = ({ path, depth }: Position, name: string | number): Position => ({
  path: `${path}/${escaped(String(name))}`,
  depth: depth + 1,
})

const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > 100 ? `${text.slice(0, 99)}…` : text
}

/** Returns a text that is the same for equal values, whatever the order of their members. */
function canonical(value: unknown): string {
  const sorted = (_: string, one: unknown): unknown => {
    const object = toObject(one)
    return object
      ? Object.fromEntries(
          Object.keys(object)
            .toSorted()
            .map((key) => [key, object[key]]),
        )
      : one
  }
  return JSON.stringify(value, sorted) ?? 'undefined'
}

const isEqual = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && typeof other === 'object' && canonical(one) === canonical(other))

/** Returns the name of a value's type in JSON Schema; `integer` for a whole number. */
function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}

const isOfType = (value: unknown, type: unknown): boolean => {
  const own = jsonTypeOf(value)
  return own === type || (own === 'integer' && type === 'number') || !knownTypes.has(toText(type))
}
const knownTypes = new Set(['null', 'array', 'integer', 'number', 'string', 'boolean', 'object'])

const typesOf = (schema: UnknownObject): unknown[] => {
  const { type } = schema
  return type === undefined ? [] : Array.isArray(type) ? type : [type]
}

/** Whether one schema applies to no value of this type: to find the alternative that was meant. */
function isOtherType(value: unknown, schema: UnknownObject): boolean {
  const types = typesOf(schema)
  return types.length > 0 && !types.some((type) => isOfType(value, type))
}

/** Follows the references of a schema; undefined when they lead nowhere or in a circle. */
function resolved({ root }: Check, raw: unknown): unknown {
  let schema = raw
  for (let hops = 0; hops < 20; hops += 1) {
    const ref = toObject(schema)?.['$ref']
    if (typeof ref !== 'string') return schema
    schema = findReference(root, ref)
  }
  return undefined
}

function problemsOf(check: Check, value: unknown, raw: unknown, at: Position): SchemaProblem[] {
  check.steps += 1
  if (check.steps > mostSteps || at.depth > mostDepth) return []
  if (raw === false) return [{ path: at.path, text: 'never', values: {} }]
  const schema = toObject(raw)
  if (!schema) return []
  const deeper = { path: at.path, depth: at.depth + 1 }
  const { $ref: ref } = schema
  const found = typeof ref === 'string' ? problemsOf(check, value, findReference(check.root, ref), deeper) : []
  if (schema['nullable'] === true && value === null) return found
  const wrongType = typeProblem(value, schema, at.path)
  if (wrongType) return [...found, wrongType]
  return [
    ...found,
    ...valueProblems(value, schema, at.path),
    ...(typeof value === 'string' ? textProblems(value, schema, at.path) : []),
    ...(typeof value === 'number' ? numberProblems(value, schema, at.path) : []),
    ...(Array.isArray(value) ? listProblems(check, value, schema, at) : []),
    ...(toObject(value) ? objectProblems(check, value as UnknownObject, schema, at) : []),
    ...combinationProblems(check, value, schema, deeper),
  ]
}

function typeProblem(value: unknown, schema: UnknownObject, path: string): SchemaProblem | undefined {
  if (!isOtherType(value, schema)) return undefined
  const types = typesOf(schema).map(toText)
  return { path, text: 'type', values: { expected: types.join(' / '), actual: jsonTypeOf(value) } }
}

function valueProblems(value: unknown, schema: UnknownObject, path: string): SchemaProblem[] {
  const { enum: choice } = schema
  const found: SchemaProblem[] = []
  if (Array.isArray(choice) && !choice.some((one) => isEqual(one, value))) {
    const listed = choice.slice(0, 10).map(shown).join(', ')
    found.push({
      path,
      text: 'enum',
      values: { value: shown(value), allowed: choice.length > 10 ? `${listed}, …` : listed },
    })
  }
  if (Object.hasOwn(schema, 'const') && !isEqual(schema['const'], value))
    found.push({ path, text: 'const', values: { value: shown(value), allowed: shown(schema['const']) } })
  return found
}

const isDate = (text: string): boolean => {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return year !== '' && date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}
const isTime = (text: string): boolean =>
  /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d{1,12})?(z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i.test(text)

/** The formats that are checked. Source: JSON Schema 2020-12, validation, 7.3. */
const formats: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['date', isDate],
  ['time', isTime],
  ['date-time', (text) => /^.{10}[Tt ]/.test(text) && isDate(text.slice(0, 10)) && isTime(text.slice(11))],
  ['email', (text) => text.length <= 320 && /^[^\s@]+@[^\s@]+$/.test(text)],
  ['uuid', (text) => /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text)],
  ['uri', (text) => URL.canParse(text)],
  ['ipv4', (text) => /^(\d{1,3}\.){3}\d{1,3}$/.test(text) && text.split('.').every((part) => Number(part) < 256)],
  ['ipv6', (text) => /^[\da-f:.]{2,45}$/i.test(text) && text.includes(':') && URL.canParse(`http://[${text}]/`)],
])

const limitOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

function textProblems(value: string, schema: UnknownObject, path: string): SchemaProblem[] {
  const found: SchemaProblem[] = []
  const least = limitOf(schema['minLength'])
  const most = limitOf(schema['maxLength'])
  const length = least === undefined && most === undefined ? 0 : [...value].length
  if (least !== undefined && length < least)
    found.push({ path, text: 'minLength', values: { limit: least, actual: length } })
  if (most !== undefined && length > most)
    found.push({ path, text: 'maxLength', values: { limit: most, actual: length } })
  const { pattern, format } = schema
  if (typeof pattern === 'string' && matchesPattern(value, pattern) === false)
    found.push({ path, text: 'pattern', values: { pattern: shown(pattern), value: shown(value) } })
  if (typeof format === 'string' && formats.get(format)?.(value) === false)
    found.push({ path, text: 'format', values: { format, value: shown(value) } })
  return found
}

function numberProblems(value: number, schema: UnknownObject, path: string): SchemaProblem[] {
  const found: SchemaProblem[] = []
  const add = (text: SchemaProblemText, limit: number) => found.push({ path, text, values: { limit, actual: value } })
  // In OpenAPI 3.0 an exclusive limit is a flag next to the limit, since 3.1 a number.
  const least = limitOf(schema['minimum'])
  const most = limitOf(schema['maximum'])
  const over = schema['exclusiveMinimum'] === true ? least : limitOf(schema['exclusiveMinimum'])
  const under = schema['exclusiveMaximum'] === true ? most : limitOf(schema['exclusiveMaximum'])
  if (over !== undefined && value <= over) add('exclusiveMinimum', over)
  else if (least !== undefined && value < least) add('minimum', least)
  if (under !== undefined && value >= under) add('exclusiveMaximum', under)
  else if (most !== undefined && value > most) add('maximum', most)
  const step = limitOf(schema['multipleOf'])
  if (step !== undefined && step > 0) {
    const count = value / step
    // 0.3 is a multiple of 0.1, although their quotient is not whole
    if (Math.abs(count - Math.round(count)) > 1e-9 * Math.max(1, Math.abs(count))) add('multipleOf', step)
  }
  const { format } = schema
  if (format === 'int32' && (!Number.isInteger(value) || Math.abs(value + 0.5) > 2 ** 31))
    found.push({ path, text: 'format', values: { format, value } })
  return found
}

function listProblems(check: Check, value: unknown[], schema: UnknownObject, at: Position): SchemaProblem[] {
  const { path } = at
  const found: SchemaProblem[] = []
  const least = limitOf(schema['minItems'])
  const most = limitOf(schema['maxItems'])
  const actual = value.length
  if (least !== undefined && actual < least) found.push({ path, text: 'minItems', values: { limit: least, actual } })
  if (most !== undefined && actual > most) found.push({ path, text: 'maxItems', values: { limit: most, actual } })
  if (schema['uniqueItems'] === true && new Set(value.map(canonical)).size < actual)
    found.push({ path, text: 'uniqueItems', values: {} })
  const first = toList(schema['prefixItems'])
  const { items, contains } = schema
  for (const [index, one] of value.entries()) {
    if (found.length >= mostProblems || check.steps > mostSteps) break
    const own = index < first.length ? first[index] : items
    if (own !== undefined) found.push(...problemsOf(check, one, own, inside(at, index)))
  }
  if (contains !== undefined) {
    const count = value.filter((one, index) => problemsOf(check, one, contains, inside(at, index)).length === 0).length
    const fewest = limitOf(schema['minContains']) ?? 1
    const limit = limitOf(schema['maxContains'])
    if (count < fewest) found.push({ path, text: 'contains', values: { limit: fewest, actual: count } })
    if (limit !== undefined && count > limit)
      found.push({ path, text: 'maxContains', values: { limit, actual: count } })
  }
  return found
}

/** Returns a member of a schema's own members; those of the prototype, such as `constructor`, are none. */
const ownOf = (object: UnknownObject | undefined, name: string): unknown =>
  object && Object.hasOwn(object, name) ? object[name] : undefined

function objectProblems(check: Check, value: UnknownObject, schema: UnknownObject, at: Position): SchemaProblem[] {
  const { path } = at
  const found: SchemaProblem[] = []
  const names = Object.keys(value)
  const least = limitOf(schema['minProperties'])
  const most = limitOf(schema['maxProperties'])
  if (least !== undefined && names.length < least)
    found.push({ path, text: 'minProperties', values: { limit: least, actual: names.length } })
  if (most !== undefined && names.length > most)
    found.push({ path, text: 'maxProperties', values: { limit: most, actual: names.length } })
  const properties = toObject(schema['properties'])
  for (const name of requiredNames(check, value, schema, properties)) {
    if (!Object.hasOwn(value, name)) found.push({ path, text: 'required', values: { name: shown(name) } })
  }
  const patterns = Object.entries(toObject(schema['patternProperties']) ?? {})
  const { additionalProperties: others, propertyNames } = schema
  for (const name of names) {
    if (found.length >= mostProblems || check.steps > mostSteps) break
    const place = inside(at, name)
    const own = ownOf(properties, name)
    // a pattern that cannot be decided may well be meant for this name
    const matched = patterns.filter(([pattern]) => matchesPattern(name, pattern) !== false)
    if (own !== undefined) found.push(...problemsOf(check, value[name], own, place))
    for (const [pattern, part] of matched) {
      if (matchesPattern(name, pattern) === true) found.push(...problemsOf(check, value[name], part, place))
    }
    if (own === undefined && matched.length === 0) {
      if (others === false) found.push({ path, text: 'additional', values: { name: shown(name) } })
      else if (others !== undefined) found.push(...problemsOf(check, value[name], others, place))
    }
    if (propertyNames !== undefined && problemsOf(check, name, propertyNames, place).length > 0)
      found.push({ path, text: 'propertyName', values: { name: shown(name) } })
  }
  for (const [name, part] of Object.entries(toObject(schema['dependentSchemas']) ?? {})) {
    if (Object.hasOwn(value, name)) found.push(...problemsOf(check, value, part, { path, depth: at.depth + 1 }))
  }
  if (schema['unevaluatedProperties'] === false && found.length === 0) {
    const known = evaluatedNames(check, value, schema, at)
    for (const name of names.filter((one) => !known.has(one)))
      found.push({ path, text: 'additional', values: { name: shown(name) } })
  }
  return found
}

function requiredNames(
  check: Check,
  value: UnknownObject,
  schema: UnknownObject,
  properties: UnknownObject | undefined,
): string[] {
  const flag = check.direction === 'response' ? 'writeOnly' : check.direction === 'request' ? 'readOnly' : ''
  const dependent = Object.entries(toObject(schema['dependentRequired']) ?? {})
  const names = [
    ...toList(schema['required']),
    ...dependent.flatMap(([name, others]) => (Object.hasOwn(value, name) ? toList(others) : [])),
  ]
  return names
    .filter((name): name is string => typeof name === 'string')
    .filter((name) => flag === '' || toObject(resolved(check, ownOf(properties, name)))?.[flag] !== true)
}

/** Returns the members of a value that a schema and the schemas that hold with it describe. */
function evaluatedNames(check: Check, value: UnknownObject, raw: unknown, at: Position): Set<string> {
  check.steps += 1
  const schema = toObject(raw)
  if (!schema || check.steps > mostSteps || at.depth > mostDepth) return new Set()
  const place = { path: at.path, depth: at.depth + 1 }
  const names = Object.keys(value)
  const { $ref: ref, additionalProperties: others } = schema
  if (others !== undefined && others !== false) return new Set(names)
  const patterns = Object.keys(toObject(schema['patternProperties']) ?? {})
  const properties = toObject(schema['properties'])
  const known = names.filter(
    (name) =>
      ownOf(properties, name) !== undefined || patterns.some((pattern) => matchesPattern(name, pattern) !== false),
  )
  const holds = (part: unknown) => problemsOf(check, value, part, place).length === 0
  const { if: condition } = schema
  const isMet = condition !== undefined && holds(condition)
  const further = [
    ...(typeof ref === 'string' ? [findReference(check.root, ref)] : []),
    ...toList(schema['allOf']),
    ...[...toList(schema['anyOf']), ...toList(schema['oneOf'])].filter(holds),
    ...(condition === undefined ? [] : isMet ? [condition, schema['then']] : [schema['else']]),
    ...Object.entries(toObject(schema['dependentSchemas']) ?? {})
      .filter(([name]) => Object.hasOwn(value, name))
      .map(([, part]) => part),
  ]
  return new Set([...known, ...further.flatMap((part) => [...evaluatedNames(check, value, part, place)])])
}

function combinationProblems(check: Check, value: unknown, schema: UnknownObject, at: Position): SchemaProblem[] {
  const found = toList(schema['allOf']).flatMap((part) => problemsOf(check, value, part, at))
  const { not, if: condition } = schema
  if (not !== undefined && problemsOf(check, value, not, at).length === 0)
    found.push({ path: at.path, text: 'not', values: {} })
  if (condition !== undefined) {
    const next = problemsOf(check, value, condition, at).length === 0 ? schema['then'] : schema['else']
    if (next !== undefined) found.push(...problemsOf(check, value, next, at))
  }
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const branches = schema[keyword]
    if (Array.isArray(branches) && branches.length > 0)
      found.push(...alternativeProblems(check, value, { schema, branches, isOne: keyword === 'oneOf' }, at))
  }
  return found
}

function alternativeProblems(
  check: Check,
  value: unknown,
  { schema, branches, isOne }: { schema: UnknownObject; branches: unknown[]; isOne: boolean },
  at: Position,
): SchemaProblem[] {
  const chosen = discriminated(value, schema, branches)
  if (chosen !== undefined) return problemsOf(check, value, chosen, at)
  const results = branches.map((branch) => problemsOf(check, value, branch, at))
  const met = results.filter((problems) => problems.length === 0).length
  if (met === 1 || (met > 1 && !isOne)) return []
  // past the bound nothing is a problem, so alternatives seem to be met that are not
  if (met > 1)
    return check.steps > mostSteps ? [] : [{ path: at.path, text: 'manyAlternatives', values: { count: met } }]
  const likely = results.filter((_, index) => {
    const branch = toObject(resolved(check, branches[index]))
    return branch !== undefined && !isOtherType(value, branch)
  })
  const [closest] = likely.toSorted((one, other) => one.length - other.length)
  if (likely.length === 1 && closest) return closest
  return [{ path: at.path, text: 'noAlternative', values: { count: branches.length } }, ...(closest ?? [])]
}

/** Returns the alternative that a discriminator names; undefined when it names none of them. */
function discriminated(value: unknown, schema: UnknownObject, branches: unknown[]): unknown {
  const discriminator = toObject(schema['discriminator'])
  const name = toText(discriminator?.['propertyName'])
  const given = ownOf(toObject(value), name)
  if (name === '' || typeof given !== 'string') return undefined
  const mapped = toText(ownOf(toObject(discriminator?.['mapping']), given)) || given
  return branches.find((branch) => {
    const ref = toText(toObject(branch)?.['$ref'])
    return ref !== '' && (ref === mapped || decoded(ref.slice(ref.lastIndexOf('/') + 1)) === mapped)
  })
}

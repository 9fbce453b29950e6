import { escapedName } from '../openapi/pointer.ts'
import { refName } from '../openapi/schema-helpers.ts'
import { toList, toObject, toText, type UnknownObject } from '../unknown-json.ts'
import { type Effort, matchesPattern } from './pattern.ts'
import type { SchemaFile } from './resolve.ts'

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
export interface ValidationOptions {
  /**
   * The direction in which the value goes: a response need not have what is `writeOnly`, a request not what is `readOnly`.
   */
  direction?: 'request' | 'response'
  /** How many problems are returned at most. */
  problems?: number
  /** How many schemas are visited at most: schemas and values come from people and from foreign servers. */
  steps?: number
}

const mostDepth = 100
// A pattern reads a text some times for each of its characters.
const effortPerStep = 25
// Formats are of short texts.
const formatMost = 5_000

interface Budget {
  steps: number
  effort: Effort
  /** How often something could not be decided. */
  undecided: number
}

interface Check {
  file: SchemaFile
  direction: ValidationOptions['direction']
  most: number
  /** Whether only the answer counts, not what the problems are. */
  isBrief: boolean
  budget: Budget
}

/** A place in the value, and how many schemas lead there. */
interface Position {
  path: string
  depth: number
}

/**
 * Compares a JSON value with a schema of OpenAPI 3.0 or 3.1 (JSON Schema 2020-12 without `$dynamicRef`, `$id` and
 * `unevaluatedItems`). Patterns run in bounded time.
 *
 * @param file where references such as `#/components/schemas/Pet` are found
 * @returns at most 10 problems in the order of the value, unless the options say otherwise; none when it agrees. What
 *   cannot be decided counts as agreed: references that lead nowhere, unknown formats, patterns that are not understood,
 *   and what lies behind the bounds of the check (100 schemas deep, 40,000 steps unless the options say otherwise).
 */
export function validateValue(
  schema: unknown,
  value: unknown,
  file: SchemaFile,
  { direction, problems = 10, steps = 40_000 }: ValidationOptions = {},
): SchemaProblem[] {
  const budget: Budget = { steps, effort: { left: steps * effortPerStep }, undecided: 0 }
  const check: Check = { file, direction, most: problems, isBrief: false, budget }
  try {
    return problemsOf(check, value, schema, { path: '', depth: 0 }).slice(0, problems)
  } catch (error) {
    // a value of a hundred thousand levels can be parsed but not written
    if (error instanceof RangeError) return []
    throw error
  }
}

const isSpent = ({ budget }: Check): boolean => budget.steps < 0

/** Whether a value agrees with a schema; undefined when that could not be decided. */
function agrees(check: Check, value: unknown, schema: unknown, at: Position): boolean | undefined {
  const { budget } = check
  const before = budget.undecided
  if (problemsOf({ ...check, most: 1, isBrief: true }, value, schema, at).length > 0) return false
  return budget.undecided === before ? true : undefined
}

/** As `matchesPattern`, with the effort of the whole check. */
function matches({ budget }: Check, text: string, pattern: string): boolean | undefined {
  const found = matchesPattern(text, pattern, budget.effort)
  if (found === undefined) budget.undecided += 1
  return found
}

const inside = ({ path, depth }: Position, name: string | number): Position => ({
  path: `${path}/${escapedName(String(name))}`,
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

function problemsOf(check: Check, value: unknown, raw: unknown, at: Position): SchemaProblem[] {
  const { budget } = check
  budget.steps -= 1
  if (budget.steps < 0 || at.depth > mostDepth) {
    budget.undecided += 1
    return []
  }
  if (raw === false) return [{ path: at.path, text: 'never', values: {} }]
  const schema = toObject(raw)
  if (!schema) return []
  const deeper = { path: at.path, depth: at.depth + 1 }
  const { $ref: ref } = schema
  const found = typeof ref === 'string' ? problemsOf(check, value, targetOf(check, ref), deeper) : []
  if (schema['nullable'] === true && value === null) return found
  const wrongType = typeProblem(value, schema, at.path)
  if (wrongType) return [...found, wrongType]
  const parts = [
    () => valueProblems(check, value, schema, at.path),
    () => (typeof value === 'string' ? textProblems(check, value, schema, at.path) : []),
    () => (typeof value === 'number' ? numberProblems(value, schema, at.path) : []),
    () => (Array.isArray(value) ? listProblems(check, value, schema, at) : []),
    () => (toObject(value) ? objectProblems(check, value as UnknownObject, schema, at) : []),
    () => combinationProblems(check, value, schema, deeper),
  ]
  for (const part of parts) {
    if (found.length >= check.most) break
    found.push(...part())
  }
  return found
}

function targetOf({ file, budget }: Check, ref: string): unknown {
  const target = file.find(ref)
  if (target === undefined) budget.undecided += 1
  return target
}

function typeProblem(value: unknown, schema: UnknownObject, path: string): SchemaProblem | undefined {
  if (!isOtherType(value, schema)) return undefined
  const types = typesOf(schema).map(toText)
  return { path, text: 'type', values: { expected: types.join(' / '), actual: jsonTypeOf(value) } }
}

function valueProblems({ budget }: Check, value: unknown, schema: UnknownObject, path: string): SchemaProblem[] {
  const { enum: choice } = schema
  if (Array.isArray(choice)) budget.steps -= choice.length / 20
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
  ['hostname', (text) => /^[a-z0-9_][a-z0-9_.-]{0,252}$/i.test(text)],
  ['uuid', (text) => /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text)],
  ['uri', (text) => URL.canParse(text)],
  ['ipv4', (text) => /^(\d{1,3}\.){3}\d{1,3}$/.test(text) && text.split('.').every((part) => Number(part) < 256)],
  ['ipv6', (text) => /^[\da-f:.]{2,45}$/i.test(text) && text.includes(':') && URL.canParse(`http://[${text}]/`)],
])

const limitOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

function textProblems(check: Check, value: string, schema: UnknownObject, path: string): SchemaProblem[] {
  const found: SchemaProblem[] = []
  const least = limitOf(schema['minLength'])
  const most = limitOf(schema['maxLength'])
  const length = least === undefined && most === undefined ? 0 : [...value].length
  if (least !== undefined && length < least)
    found.push({ path, text: 'minLength', values: { limit: least, actual: length } })
  if (most !== undefined && length > most)
    found.push({ path, text: 'maxLength', values: { limit: most, actual: length } })
  const { pattern, format } = schema
  if (typeof pattern === 'string' && matches(check, value, pattern) === false)
    found.push({ path, text: 'pattern', values: { pattern: shown(pattern), value: shown(value) } })
  if (typeof format === 'string' && value.length < formatMost && formats.get(format)?.(value) === false)
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
  if (schema['uniqueItems'] === true && !isSpent(check)) {
    check.budget.steps -= actual
    if (new Set(value.map(canonical)).size < actual) found.push({ path, text: 'uniqueItems', values: {} })
  }
  const first = toList(schema['prefixItems'])
  const { items, contains } = schema
  for (const [index, one] of value.entries()) {
    if (found.length >= check.most || isSpent(check)) break
    const own = index < first.length ? first[index] : items
    if (own !== undefined) found.push(...problemsOf(check, one, own, inside(at, index)))
  }
  if (contains !== undefined) {
    const answers = value.map((one, index) => agrees(check, one, contains, inside(at, index)))
    const count = answers.filter((answer) => answer !== false).length
    const sure = answers.filter((answer) => answer === true).length
    const fewest = limitOf(schema['minContains']) ?? 1
    const limit = limitOf(schema['maxContains'])
    if (count < fewest) found.push({ path, text: 'contains', values: { limit: fewest, actual: count } })
    if (limit !== undefined && sure > limit) found.push({ path, text: 'maxContains', values: { limit, actual: sure } })
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
    if (found.length >= check.most || isSpent(check)) break
    const place = inside(at, name)
    const own = ownOf(properties, name)
    // a pattern that cannot be decided may well be meant for this name
    const matched = patterns
      .map(([pattern, part]) => ({ part, isSure: matches(check, name, pattern) }))
      .filter(({ isSure }) => isSure !== false)
    if (own !== undefined) found.push(...problemsOf(check, value[name], own, place))
    for (const { part, isSure } of matched) {
      if (isSure === true) found.push(...problemsOf(check, value[name], part, place))
    }
    if (own === undefined && matched.length === 0) {
      if (others === false) found.push({ path, text: 'additional', values: { name: shown(name) } })
      else if (others !== undefined) found.push(...problemsOf(check, value[name], others, place))
    }
    if (propertyNames !== undefined && agrees(check, name, propertyNames, place) === false)
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
    .filter((name) => flag === '' || check.file.follow(ownOf(properties, name))?.value[flag] !== true)
}

/** Returns the members of a value that a schema and the schemas that hold with it describe. */
function evaluatedNames(check: Check, value: UnknownObject, raw: unknown, at: Position): Set<string> {
  check.budget.steps -= 1
  const schema = toObject(raw)
  if (!schema) return new Set()
  const place = { path: at.path, depth: at.depth + 1 }
  const names = Object.keys(value)
  // what lies behind the bounds may describe each of them
  if (isSpent(check) || at.depth > mostDepth) return new Set(names)
  const { $ref: ref, additionalProperties: others } = schema
  if (others !== undefined && others !== false) return new Set(names)
  const patterns = Object.keys(toObject(schema['patternProperties']) ?? {})
  const properties = toObject(schema['properties'])
  const known = names.filter(
    (name) =>
      ownOf(properties, name) !== undefined || patterns.some((pattern) => matches(check, name, pattern) !== false),
  )
  const holds = (part: unknown) => agrees(check, value, part, place) !== false
  const { if: condition } = schema
  const isMet = condition !== undefined && holds(condition)
  const further = [
    ...(typeof ref === 'string' ? [targetOf(check, ref)] : []),
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
  if (not !== undefined && agrees(check, value, not, at) === true)
    found.push({ path: at.path, text: 'not', values: {} })
  if (condition !== undefined) {
    const isMet = agrees(check, value, condition, at)
    const next = isMet === undefined ? undefined : schema[isMet ? 'then' : 'else']
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
  if (branches.length === 1) return problemsOf(check, value, branches[0], at)
  const answers = branches.map((branch) => agrees(check, value, branch, at))
  const sure = answers.filter((answer) => answer === true).length
  if (sure > 1 && isOne) return [{ path: at.path, text: 'manyAlternatives', values: { count: sure } }]
  if (answers.some((answer) => answer !== false)) return []
  const none: SchemaProblem = { path: at.path, text: 'noAlternative', values: { count: branches.length } }
  if (check.isBrief) return [none]
  // enough to find the closest, and to show it
  const few = { ...check, most: Math.min(check.most, 3) }
  const likely = branches
    .filter((branch) => {
      const schemaOf = check.file.follow(branch)?.value
      return schemaOf !== undefined && !isOtherType(value, schemaOf)
    })
    .map((branch) => problemsOf(few, value, branch, at))
  const [closest] = likely.toSorted((one, other) => one.length - other.length)
  if (likely.length === 1 && closest) return closest
  return [none, ...(closest ?? [])]
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
    return ref !== '' && (ref === mapped || refName(ref) === mapped)
  })
}

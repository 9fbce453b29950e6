import { toList, toObject, toText, type UnknownObject } from '../unknown-json.ts'
import { type Effort, isFound, type Pattern, PatternError, parsePattern } from './pattern.ts'
import type { SchemaFile } from './resolve.ts'

/** What is wrong with a value. Its texts are in `src/shared/locales/api-lint-*.json`, by `rule`. */
export interface SchemaProblem {
  /** Where in the value: `owner/name`; empty for the whole. */
  path: string
  rule:
    | 'type'
    | 'enum'
    | 'const'
    | 'minimum'
    | 'maximum'
    | 'above'
    | 'below'
    | 'multipleOf'
    | 'minLength'
    | 'maxLength'
    | 'pattern'
    | 'format'
    | 'minItems'
    | 'maxItems'
    | 'uniqueItems'
    | 'contains'
    | 'required'
    | 'additional'
    | 'minProperties'
    | 'maxProperties'
    | 'anyOf'
    | 'oneOf'
    | 'not'
    | 'never'
  values: Record<string, string | number>
}

/** How much one value may cost; what is beyond is not checked. */
const limits = { steps: 40_000, depth: 80, problems: 10, patternEffort: 1_000_000, unique: 2_000 } as const

const shown = (value: unknown): string => (JSON.stringify(value) ?? '').slice(0, 80)

const typeNames = (value: unknown): string[] => {
  if (value === null) return ['null']
  if (Array.isArray(value)) return ['array']
  if (typeof value === 'number') return Number.isInteger(value) ? ['integer', 'number'] : ['number']
  return [typeof value]
}

const isEqual = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && typeof other === 'object' && canonical(one) === canonical(other))

/** Returns JSON with the members of objects in one order. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) => {
      const object = toObject(inner)
      return object
        ? Object.fromEntries(Object.entries(object).toSorted(([one], [other]) => (one < other ? -1 : 1)))
        : inner
    }) ?? ''
  )
}

const twoDigits = '(?:0\\d|1\\d|2[0-3])'
const clock = `${twoDigits}:[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[zZ]|[+-]${twoDigits}:[0-5]\\d)`
const octet = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)'

// Each is without nested repetition, so none takes longer than the text is long.
const formats: Readonly<Record<string, RegExp>> = {
  date: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
  time: new RegExp(`^${clock}$`),
  'date-time': new RegExp(`^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])[tT ]${clock}$`),
  email: /^[^\s@]+@[^\s@]+$/,
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  uri: /^[a-z][a-z0-9+.-]*:[^\s]*$/i,
  ipv4: new RegExp(`^${octet}\\.${octet}\\.${octet}\\.${octet}$`),
  ipv6: /^[0-9a-f:.]{2,45}$/i,
  hostname: /^[a-z0-9_][a-z0-9_.-]{0,252}$/i,
}

const patterns = new Map<string, Pattern | undefined>()

/** Returns a compiled pattern; undefined for one that is not understood, which nothing violates. */
function compiled(text: string): Pattern | undefined {
  if (patterns.has(text)) return patterns.get(text)
  let pattern: Pattern | undefined
  try {
    pattern = parsePattern(text)
  } catch (error) {
    if (!(error instanceof PatternError)) throw error
  }
  if (patterns.size >= 500) patterns.clear()
  patterns.set(text, pattern)
  return pattern
}

class Validator {
  readonly #file: SchemaFile
  readonly #direction: 'request' | 'response'
  readonly #effort: Effort = { left: limits.patternEffort }
  readonly #stepsMost: number
  #steps = 0

  constructor(file: SchemaFile, direction: 'request' | 'response', stepsMost: number) {
    this.#stepsMost = stepsMost
    this.#file = file
    this.#direction = direction
  }

  /** Returns what is wrong with a value, at most `most` things. */
  check(given: unknown, value: unknown, at: readonly string[], most: number, depth = 0): SchemaProblem[] {
    if (++this.#steps > this.#stepsMost || depth > limits.depth) return []
    if (given === false) return [this.#problem(at, 'never')]
    const schema = this.#file.follow(given)?.value
    if (!schema) return []
    const problems: SchemaProblem[] = []
    const add = (list: readonly SchemaProblem[]): boolean => {
      problems.push(...list.slice(0, most - problems.length))
      return problems.length < most
    }
    const parts = [
      () => this.#plain(schema, value, at),
      () => this.#whole(schema, value, at),
      () => this.#items(schema, value, at, most, depth),
      () => this.#members(schema, value, at, most, depth),
      () => this.#choices(schema, value, at, most, depth),
    ]
    for (const part of parts) if (!add(part())) break
    return problems
  }

  #problem(at: readonly string[], rule: SchemaProblem['rule'], values: SchemaProblem['values'] = {}): SchemaProblem {
    return { path: at.join('/').slice(0, 300), rule, values }
  }

  #plain(schema: UnknownObject, value: unknown, at: readonly string[]): SchemaProblem[] {
    const types = toList(typeof schema['type'] === 'string' ? [schema['type']] : schema['type']).map(toText)
    if (types.length > 0 && !typeNames(value).some((name) => types.includes(name)))
      return [this.#problem(at, 'type', { wanted: types.join(', '), found: typeNames(value)[0] ?? '' })]
    const problems: SchemaProblem[] = []
    const { enum: choice } = schema
    if (Array.isArray(choice)) {
      this.#steps += choice.length / 20
      if (!choice.some((one) => isEqual(one, value)))
        problems.push(
          this.#problem(at, 'enum', { wanted: choice.slice(0, 10).map(shown).join(', '), found: shown(value) }),
        )
    }
    if (schema['const'] !== undefined && !isEqual(schema['const'], value))
      problems.push(this.#problem(at, 'const', { wanted: shown(schema['const']), found: shown(value) }))
    return problems
  }

  #whole(schema: UnknownObject, value: unknown, at: readonly string[]): SchemaProblem[] {
    const problems: SchemaProblem[] = []
    const limit = (key: string, rule: SchemaProblem['rule'], isBroken: (limit: number) => boolean) => {
      const most = schema[key]
      if (typeof most === 'number' && isBroken(most)) problems.push(this.#problem(at, rule, { limit: most }))
    }
    if (typeof value === 'number') {
      limit('minimum', 'minimum', (least) => value < least)
      limit('maximum', 'maximum', (most) => value > most)
      limit('exclusiveMinimum', 'above', (least) => value <= least)
      limit('exclusiveMaximum', 'below', (most) => value >= most)
      limit('multipleOf', 'multipleOf', (step) => {
        const times = value / step
        return step > 0 && Math.abs(times - Math.round(times)) > 1e-9 * Math.max(1, Math.abs(times))
      })
    }
    if (typeof value === 'string') {
      const size = [...value].length
      limit('minLength', 'minLength', (least) => size < least)
      limit('maxLength', 'maxLength', (most) => size > most)
      const { pattern, format } = schema
      if (typeof pattern === 'string') {
        const parsed = compiled(pattern)
        const isMatched = !parsed || isFound(parsed, value, this.#effort) || this.#effort.left < 0
        if (!isMatched)
          problems.push(this.#problem(at, 'pattern', { wanted: pattern.slice(0, 100), found: shown(value) }))
      }
      const known = typeof format === 'string' && Object.hasOwn(formats, format) ? formats[format] : undefined
      if (known && value.length < 5_000 && !known.test(value))
        problems.push(this.#problem(at, 'format', { wanted: toText(format), found: shown(value) }))
    }
    return problems
  }

  #items(schema: UnknownObject, value: unknown, at: readonly string[], most: number, depth: number): SchemaProblem[] {
    if (!Array.isArray(value)) return []
    const list = value as unknown[]
    const { minItems, maxItems, uniqueItems, contains, items } = schema
    const problems: SchemaProblem[] = []
    if (typeof minItems === 'number' && list.length < minItems)
      problems.push(this.#problem(at, 'minItems', { limit: minItems, found: list.length }))
    if (typeof maxItems === 'number' && list.length > maxItems)
      problems.push(this.#problem(at, 'maxItems', { limit: maxItems, found: list.length }))
    if (uniqueItems === true && list.length <= limits.unique && new Set(list.map(canonical)).size < list.length)
      problems.push(this.#problem(at, 'uniqueItems'))
    if (contains !== undefined && !list.some((one) => this.#fits(contains, one, depth)))
      problems.push(this.#problem(at, 'contains'))
    const firsts = toList(schema['prefixItems'])
    for (const [index, one] of list.entries()) {
      if (problems.length >= most || this.#steps > this.#stepsMost) break
      const own = index < firsts.length ? firsts[index] : items
      if (own !== undefined)
        problems.push(...this.check(own, one, [...at, String(index)], most - problems.length, depth + 1))
    }
    return problems
  }

  #members(schema: UnknownObject, given: unknown, at: readonly string[], most: number, depth: number): SchemaProblem[] {
    const value = toObject(given)
    if (!value) return []
    const problems: SchemaProblem[] = []
    const properties = toObject(schema['properties']) ?? {}
    const names = Object.keys(value)
    const hidden = this.#direction === 'response' ? 'writeOnly' : 'readOnly'
    const require = (list: unknown) => {
      for (const name of toList(list).map(toText)) {
        if (name === '' || Object.hasOwn(value, name)) continue
        const property = Object.hasOwn(properties, name) ? this.#file.follow(properties[name])?.value : undefined
        if (property?.[hidden] !== true) problems.push(this.#problem(at, 'required', { name }))
      }
    }
    require(schema['required'])
    for (const [name, list] of Object.entries(toObject(schema['dependentRequired']) ?? {}))
      if (Object.hasOwn(value, name)) require(list)
    const { minProperties, maxProperties, propertyNames, additionalProperties } = schema
    if (typeof minProperties === 'number' && names.length < minProperties)
      problems.push(this.#problem(at, 'minProperties', { limit: minProperties }))
    if (typeof maxProperties === 'number' && names.length > maxProperties)
      problems.push(this.#problem(at, 'maxProperties', { limit: maxProperties }))
    const named = Object.entries(toObject(schema['patternProperties']) ?? {}).map(
      ([pattern, own]) => [compiled(pattern), own] as const,
    )
    for (const name of names) {
      if (problems.length >= most || this.#steps > this.#stepsMost) break
      const below = [...at, name]
      const check = (own: unknown, one: unknown) =>
        problems.push(...this.check(own, one, below, Math.max(0, most - problems.length), depth + 1))
      if (propertyNames !== undefined) check(propertyNames, name)
      let isKnown = Object.hasOwn(properties, name)
      if (isKnown) check(properties[name], value[name])
      for (const [pattern, own] of named) {
        // one that is not understood may match
        const isMatched = !pattern || isFound(pattern, name, this.#effort)
        isKnown ||= isMatched
        if (pattern && isMatched) check(own, value[name])
      }
      if (isKnown || additionalProperties === undefined) continue
      if (additionalProperties === false) problems.push(this.#problem(at, 'additional', { name: name.slice(0, 100) }))
      else check(additionalProperties, value[name])
    }
    return problems
  }

  #choices(schema: UnknownObject, value: unknown, at: readonly string[], most: number, depth: number): SchemaProblem[] {
    const problems: SchemaProblem[] = []
    const { not, if: condition } = schema
    for (const member of toList(schema['allOf'])) {
      if (problems.length >= most) break
      problems.push(...this.check(member, value, at, most - problems.length, depth + 1))
    }
    const anyOf = toList(schema['anyOf'])
    if (anyOf.length > 0 && !anyOf.some((one) => this.#fits(one, value, depth)))
      problems.push(...this.#nearest('anyOf', anyOf, value, at, depth))
    const oneOf = toList(schema['oneOf'])
    if (oneOf.length > 0) {
      const fitting = oneOf.filter((one) => this.#fits(one, value, depth)).length
      if (fitting === 0) problems.push(...this.#nearest('oneOf', oneOf, value, at, depth))
      else if (fitting > 1 && this.#steps <= this.#stepsMost)
        problems.push(this.#problem(at, 'oneOf', { count: fitting }))
    }
    if (not !== undefined && this.#steps <= this.#stepsMost && this.#fits(not, value, depth))
      problems.push(this.#problem(at, 'not'))
    if (condition !== undefined) {
      const next = this.#fits(condition, value, depth) ? schema['then'] : schema['else']
      if (next !== undefined) problems.push(...this.check(next, value, at, most, depth + 1))
    }
    return problems
  }

  #fits(schema: unknown, value: unknown, depth: number): boolean {
    return this.check(schema, value, [], 1, depth + 1).length === 0
  }

  /** Returns what is wrong with the only alternative; with several, that none fits. */
  #nearest(
    rule: 'anyOf' | 'oneOf',
    ways: readonly unknown[],
    value: unknown,
    at: readonly string[],
    depth: number,
  ): SchemaProblem[] {
    if (ways.length === 1) return this.check(ways[0], value, at, 3, depth + 1)
    return [this.#problem(at, rule, { count: 0 })]
  }
}

/**
 * Compares a value with a schema of JSON Schema 2020-12, as OpenAPI 3.1 uses it. Effort is bounded: what a hostile schema
 * asks for beyond it is not checked, and patterns run in linear time. Of keywords, `$dynamicRef`, `unevaluated…` and
 * `dependentSchemas` are not read.
 *
 * @param direction fields that are only written are missing in responses, and those that are only read in requests
 * @param steps how many schemas are visited at most
 */
export const validateValue = (
  schema: unknown,
  value: unknown,
  file: SchemaFile,
  direction: 'request' | 'response',
  steps: number = limits.steps,
): SchemaProblem[] => new Validator(file, direction, steps).check(schema, value, [], limits.problems)

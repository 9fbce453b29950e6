import { toList, toObject, toText, type UnknownObject } from '../unknown-json.ts'
import { flattenSchema } from './flatten.ts'
import type { SchemaFile } from './resolve.ts'
import { fitText, type Pick, textOfFormat, textOfPattern, wordOf } from './sample-text.ts'

/** How a value of a schema is made. */
interface SampleOptions {
  /** Whether the value goes to the server or comes from it: fields for the other direction are left out. */
  direction: 'request' | 'response'
  /** Values differ by this number; without it, they are plain, and examples of the schema come first. */
  seed?: number | undefined
}

/** The most values, levels and characters of one sample. */
const sampleLimits = { nodes: 3_000, optionalDepth: 12, depth: 64, items: 200, characters: 200_000 } as const

/** Returns numbers that follow from a seed (mulberry32). */
function seededPick(seed: number): Pick {
  let state = seed >>> 0
  return (count) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * count)
  }
}

const numberIn = (schema: UnknownObject, key: string): number | undefined => {
  const value = schema[key]
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** Returns the type of a schema: the one it says, or the one that its keywords speak of. */
function typeOf(schema: UnknownObject): string {
  const { type } = schema
  if (typeof type === 'string') return type
  if (Array.isArray(type)) return toText(type.find((one) => one !== 'null') ?? 'null')
  if (schema['properties'] || schema['required'] || schema['additionalProperties']) return 'object'
  if (schema['items'] || schema['prefixItems'] || schema['minItems'] !== undefined) return 'array'
  if (schema['format'] || schema['pattern'] || schema['minLength'] !== undefined) return 'string'
  if (schema['minimum'] !== undefined || schema['maximum'] !== undefined) return 'number'
  return ''
}

/** Returns a number within the limits of a schema. */
function numberOf(schema: UnknownObject, isWhole: boolean, pick: Pick, isPlain: boolean): number {
  const step = numberIn(schema, 'multipleOf')
  const unit = step !== undefined && step > 0 ? step : isWhole ? 1 : 0
  const gap = unit > 0 ? unit : 0.5
  const above = numberIn(schema, 'exclusiveMinimum')
  const below = numberIn(schema, 'exclusiveMaximum')
  const least = Math.max(
    numberIn(schema, 'minimum') ?? -Infinity,
    above === undefined ? -Infinity : above + (isWhole ? 1 : 0),
  )
  const most = Math.min(
    numberIn(schema, 'maximum') ?? Infinity,
    below === undefined ? Infinity : below - (isWhole ? 1 : 0),
  )
  const low = least > -Infinity ? least : most < 0 ? most - 100 * gap : 0
  const high = most < Infinity ? most : low + (isPlain ? 0 : 1_000 * gap)
  if (!isPlain) {
    if (unit > 0) {
      const from = Math.ceil(low / unit)
      const count = Math.max(1, Math.min(1_000_000, Math.floor(high / unit) - from + 1))
      return (from + pick(count)) * unit
    }
    const share = (1 + pick(98)) / 100
    return Math.round((low + (high - low) * share) * 100) / 100 || low
  }
  if (unit > 0) {
    // the smallest multiple that is allowed, and zero when it is
    const first = low <= 0 && most >= 0 ? 0 : Math.ceil(low / unit) * unit
    return first === low && above === low ? first + unit : first
  }
  if (low <= 0 && most >= 0 && above !== 0 && below !== 0) return 0
  if (above !== undefined && above === low) return most < Infinity ? (low + most) / 2 : low + 1
  return low
}

class Sampler {
  readonly #file: SchemaFile
  readonly #options: SampleOptions
  readonly #pick: Pick
  readonly #isPlain: boolean
  #nodes = 0
  #characters = 0
  readonly #open: string[] = []

  constructor(file: SchemaFile, options: SampleOptions) {
    this.#file = file
    this.#options = options
    this.#isPlain = options.seed === undefined
    this.#pick = this.#isPlain ? () => 0 : seededPick(options.seed ?? 0)
  }

  /** Returns a value; undefined for one that may be left out and would go round in circles. */
  value(given: unknown, depth: number, isOptional: boolean): unknown {
    if (given === false) return undefined
    const { nodes, optionalDepth, depth: deepest, characters } = sampleLimits
    const isFull = ++this.#nodes > nodes || this.#characters > characters
    if (depth > (isOptional ? optionalDepth : deepest) || isFull) return isOptional ? undefined : null
    const { schema, refs } = flattenSchema(given, this.#file, this.#pick)
    if (refs.some((ref) => this.#open.includes(ref))) {
      if (isOptional) return undefined
      if (this.#open.filter((ref) => refs.includes(ref)).length > 3) return null
    }
    if (this.#isUnwanted(schema) && isOptional) return undefined
    const before = this.#open.length
    this.#open.push(...refs)
    const value = this.#valueOf(schema, depth)
    this.#open.length = before
    return value
  }

  #isUnwanted(schema: UnknownObject): boolean {
    return schema[this.#options.direction === 'response' ? 'writeOnly' : 'readOnly'] === true
  }

  #valueOf(schema: UnknownObject, depth: number): unknown {
    const given = this.#given(schema)
    if (given !== undefined) {
      const size = JSON.stringify(given)?.length ?? 0
      this.#characters += size
      return size > sampleLimits.characters ? null : given
    }
    switch (typeOf(schema)) {
      case 'object':
        return this.#object(schema, depth)
      case 'array':
        return this.#array(schema, depth)
      case 'integer':
        return numberOf(schema, true, this.#pick, this.#isPlain)
      case 'number':
        return numberOf(schema, false, this.#pick, this.#isPlain)
      case 'boolean':
        return this.#isPlain || this.#pick(2) === 0
      case 'null':
        return null
      case 'string':
        return this.#text(schema)
      default:
        return {}
    }
  }

  /** Returns a value that the schema itself names. */
  #given(schema: UnknownObject): unknown {
    if (schema['const'] !== undefined) return schema['const']
    const choice = toList(schema['enum'])
    const examples = toList(schema['examples'])
    if (!this.#isPlain) {
      if (choice.length > 0) return choice[this.#pick(choice.length)]
      return examples.length > 0 ? examples[this.#pick(examples.length)] : schema['example']
    }
    if (schema['example'] !== undefined) return schema['example']
    if (examples.length > 0) return examples[0]
    if (schema['default'] !== undefined) return schema['default']
    return choice[0]
  }

  #text(schema: UnknownObject): string {
    const min = Math.max(0, numberIn(schema, 'minLength') ?? 0)
    const max = numberIn(schema, 'maxLength') ?? Infinity
    const pattern = toText(schema['pattern'])
    const matching = pattern === '' ? undefined : textOfPattern(pattern, this.#pick, { min, max })
    const formatted = matching ?? textOfFormat(toText(schema['format']), this.#pick, this.#isPlain)
    const text =
      formatted !== undefined && formatted.length >= min && formatted.length <= max
        ? formatted
        : fitText(formatted ?? (this.#isPlain ? 'string' : wordOf(this.#pick)), min, max)
    this.#characters += text.length
    return text
  }

  #array(schema: UnknownObject, depth: number): unknown[] {
    const min = Math.max(0, numberIn(schema, 'minItems') ?? 0)
    const max = numberIn(schema, 'maxItems') ?? Infinity
    const firsts = toList(schema['prefixItems'])
    const wanted = Math.max(min, firsts.length, this.#isPlain ? 1 : 1 + this.#pick(3))
    const count = Math.min(wanted, max, sampleLimits.items)
    const list: unknown[] = []
    const seen = new Set<string>()
    const choice = toList(this.#file.follow(schema['items'])?.value['enum'])
    for (let at = 0; at < count && this.#nodes <= sampleLimits.nodes; at++) {
      const isOptional = at >= min
      const item = firsts[at] ?? schema['items'] ?? {}
      if (item === false) break
      let value = this.value(item, depth + 1, isOptional)
      if (value === undefined) break
      if (schema['uniqueItems'] === true) {
        if (seen.has(JSON.stringify(value)))
          value = choice.length > 0 ? choice[at] : typeof value === 'number' ? value + at : `${toText(value)}${at}`
        if (value === undefined) break
        seen.add(JSON.stringify(value))
      }
      list.push(value)
    }
    return list
  }

  #object(schema: UnknownObject, depth: number): UnknownObject {
    const out: [string, unknown][] = []
    const required = new Set(toList(schema['required']).map(toText))
    const properties = toObject(schema['properties']) ?? {}
    for (const [name, property] of Object.entries(properties)) {
      const value = this.value(property, depth + 1, !required.has(name))
      if (value === undefined) continue
      this.#characters += name.length
      out.push([name, value])
    }
    for (const name of required)
      if (name !== '' && !Object.hasOwn(properties, name) && out.length < sampleLimits.items)
        out.push([name, this.value(toObject(schema['additionalProperties']) ?? { type: 'string' }, depth + 1, false)])
    const further = toObject(schema['additionalProperties'])
    const min = Math.min(numberIn(schema, 'minProperties') ?? 0, 20)
    const wanted = Math.max(min, further && out.length === 0 ? 1 : 0)
    for (let at = 1; out.length < wanted; at++) {
      const value = this.value(further ?? { type: 'string' }, depth + 1, out.length >= min)
      if (value === undefined) break
      out.push([`key${at}`, value])
    }
    return Object.fromEntries(out)
  }
}

/**
 * Returns a value of a schema. The same schema and options give the same value. Circles end, and sizes are bounded:
 * what a schema asks for beyond `sampleLimits` is missing.
 */
export const sampleOf = (schema: unknown, file: SchemaFile, options: SampleOptions): unknown =>
  new Sampler(file, options).value(schema, 0, false) ?? null

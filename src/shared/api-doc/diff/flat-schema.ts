import { findTarget } from '../openapi/pointer.ts'
import { refName } from '../openapi/schema-helpers.ts'
import { toList, toObject, toText, type UnknownObject } from '../unknown-json.ts'

/** A schema as it is in the file: an object, or `true` or `false`. */
export type RawSchema = unknown

/** Schemas of which a value meets one (`oneOf`) or some (`anyOf`). */
export interface Alternatives {
  keyword: 'oneOf' | 'anyOf'
  branches: readonly RawSchema[]
}

/** A schema with its references followed and its `allOf` merged. The same parts give the same object. */
export interface FlatSchema {
  /** The objects that it consists of. */
  parts: readonly UnknownObject[]
  /** It allows no value. */
  isNever: boolean
  /** Its types but `null`, sorted; undefined when it allows any. */
  types: readonly string[] | undefined
  isNullable: boolean
  format: string
  /** Its values but `null`; undefined when it allows any. */
  values: readonly unknown[] | undefined
  required: ReadonlySet<string>
  properties: ReadonlyMap<string, RawSchema>
  alternatives: readonly Alternatives[]
  /** The names of the schemas in its `allOf`, for messages; those without a name have an empty one. */
  allOf: readonly { name: string; schema: RawSchema }[]
  /** References that lead nowhere in the file. */
  unresolved: readonly string[]
  /** Returns the value of a keyword; a subschema that several parts have is one `allOf`. */
  get(keyword: string): unknown
}

/** Returns the name of a schema for messages: of its reference, or its title; empty for neither. */
export function nameOf(raw: RawSchema): string {
  const schema = toObject(raw)
  const ref = toText(schema?.['$ref'])
  return ref === '' ? toText(schema?.['title']) : refName(ref)
}

/** Keywords that say nothing about values. */
const annotations = new Set([
  'title',
  'description',
  'example',
  'examples',
  'externalDocs',
  '$comment',
  'xml',
  'deprecated',
  'default',
])

const isNull = (raw: RawSchema): boolean => {
  const schema = toObject(raw)
  if (!schema) return false
  const keys = Object.keys(schema).filter((key) => !annotations.has(key) && !key.startsWith('x-'))
  const { type, enum: values } = schema
  if (keys.length !== 1) return false
  if (keys[0] === 'type') return type === 'null' || (Array.isArray(type) && type.length === 1 && type[0] === 'null')
  if (keys[0] === 'const') return schema['const'] === null
  return keys[0] === 'enum' && Array.isArray(values) && values.length === 1 && values[0] === null
}

const subschemaKeywords = new Set([
  'items',
  'contains',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
  'contentSchema',
  'not',
  'if',
  'then',
  'else',
  'additionalProperties',
])
const namedKeywords = new Set(['patternProperties', 'dependentSchemas', 'dependentRequired'])
const largestKeywords = new Set([
  'minimum',
  'exclusiveMinimum',
  'minLength',
  'minItems',
  'minProperties',
  'minContains',
])
const smallestKeywords = new Set([
  'maximum',
  'exclusiveMaximum',
  'maxLength',
  'maxItems',
  'maxProperties',
  'maxContains',
])
const flagKeywords = new Set(['readOnly', 'writeOnly', 'deprecated', 'uniqueItems'])

interface Part {
  schema: UnknownObject
  /** The part comes from a choice between it and `null`. */
  orNull: boolean
}

interface Collected {
  parts: Part[]
  seen: Set<unknown>
  isNever: boolean
  alternatives: (Alternatives & { orNull: boolean })[]
  allOf: { name: string; schema: RawSchema }[]
  unresolved: string[]
}

/** The parts of one schema at most: more is no description but an attack. */
const partsMost = 2000

const typesOf = ({ type }: UnknownObject): string[] | undefined => {
  const list = (Array.isArray(type) ? type : [type]).map(toText).filter((one) => one !== '')
  return list.length === 0 ? undefined : list
}

const commonTypes = (one: readonly string[], other: readonly string[]): string[] => {
  const both = new Set<string>()
  for (const type of one)
    for (const second of other) {
      if (type === second) both.add(type)
      else if ([type, second].includes('integer') && [type, second].includes('number')) both.add('integer')
    }
  return [...both]
}

/** Returns a limit as a number: booleans beside it are the exclusive limits of OpenAPI 3.0, read elsewhere. */
const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

/** The schemas of one description. */
export class SchemaFile {
  readonly root: UnknownObject
  readonly #flat = new WeakMap<object, FlatSchema>()
  readonly #byParts = new Map<string, FlatSchema>()
  readonly #numbers = new WeakMap<object, number>()
  readonly #resolved = new Map<string, unknown>()
  #count = 0

  constructor(root: UnknownObject) {
    this.root = root
  }

  /** Returns what a reference inside the file leads to; undefined when it leads nowhere. */
  resolve(ref: string): unknown {
    if (this.#resolved.has(ref)) return this.#resolved.get(ref)
    const value = findTarget(this.root, ref)
    this.#resolved.set(ref, value)
    return value
  }

  /** Returns an object with its references followed; undefined for anything else, and for a circle. */
  object(value: unknown): UnknownObject | undefined {
    const trail = new Set<unknown>()
    let object = toObject(value)
    while (object && typeof object['$ref'] === 'string' && !trail.has(object)) {
      trail.add(object)
      const target = toObject(this.resolve(object['$ref']))
      const { $ref: _, ...own } = object
      object = target && Object.keys(own).length > 0 ? { ...target, ...own } : target
    }
    return object && trail.has(object) ? undefined : object
  }

  /** Returns a schema with references followed and `allOf` merged. */
  flatten(raw: RawSchema): FlatSchema {
    const known = toObject(raw) && this.#flat.get(raw as object)
    if (known) return known
    const out: Collected = { parts: [], seen: new Set(), isNever: false, alternatives: [], allOf: [], unresolved: [] }
    this.#collect(raw, out, false)
    const key = out.parts.map(({ schema, orNull }) => `${this.#numberOf(schema)}${orNull ? 'n' : ''}`).toSorted()
    const name = `${out.isNever ? '!' : ''}${key.join(' ')} ${out.unresolved.join(' ')}`
    let flat = this.#byParts.get(name)
    if (!flat) {
      flat = merge(out)
      this.#byParts.set(name, flat)
    }
    if (toObject(raw)) this.#flat.set(raw as object, flat)
    return flat
  }

  #numberOf(schema: object): number {
    const known = this.#numbers.get(schema)
    if (known !== undefined) return known
    this.#count += 1
    this.#numbers.set(schema, this.#count)
    return this.#count
  }

  #collect(raw: RawSchema, out: Collected, orNull: boolean, depth = 0): void {
    if (raw === false) out.isNever = true
    const schema = toObject(raw)
    if (!schema || out.seen.has(schema) || out.parts.length > partsMost || depth > 200) return
    out.seen.add(schema)
    const ref = schema['$ref']
    if (typeof ref === 'string') {
      const target = this.resolve(ref)
      if (target === undefined) out.unresolved.push(ref)
      else this.#collect(target, out, orNull, depth + 1)
      if (Object.keys(schema).length === 1) return
    }
    for (const one of toList(schema['allOf'])) {
      out.allOf.push({ name: nameOf(one), schema: one })
      this.#collect(one, out, orNull, depth + 1)
    }
    for (const keyword of ['oneOf', 'anyOf'] as const) {
      const all = toList(schema[keyword])
      const branches = all.filter((one) => !isNull(one))
      const hasNull = branches.length < all.length
      if (hasNull && branches.length === 1) this.#collect(branches[0], out, true, depth + 1)
      else if (branches.length > 0) out.alternatives.push({ keyword, branches, orNull: hasNull })
    }
    // what joins others has nothing of its own: with it, the same parts would be another schema each time
    if (Object.keys(schema).some((key) => key !== 'allOf' && key !== '$ref')) out.parts.push({ schema, orNull })
  }
}

function merge({ parts, isNever, alternatives, allOf, unresolved }: Collected): FlatSchema {
  const schemas = parts.map(({ schema }) => schema)
  let types: string[] | undefined
  const allowsNull: boolean[] = []
  let values: unknown[] | undefined
  const required = new Set<string>()
  const named = new Map<string, RawSchema[]>()
  for (const { schema, orNull } of parts) {
    const own = typesOf(schema)
    if (own) {
      const plain = own.filter((one) => one !== 'null')
      allowsNull.push(orNull || plain.length < own.length || schema['nullable'] === true)
      if (plain.length > 0) types = types === undefined ? plain : commonTypes(types, plain)
    }
    if (Array.isArray(schema['enum'])) {
      const given = schema['enum'].filter((one) => one !== null)
      const texts = new Set(given.map((one) => JSON.stringify(one)))
      values = values === undefined ? given : values.filter((one) => texts.has(JSON.stringify(one)))
    }
    for (const name of toList(schema['required'])) if (typeof name === 'string') required.add(name)
    for (const [name, property] of Object.entries(toObject(schema['properties']) ?? {}))
      named.set(name, [...(named.get(name) ?? []), property])
  }
  const isNullable =
    allowsNull.length > 0
      ? allowsNull.every(Boolean)
      : alternatives.some(({ orNull }) => orNull) || parts.some(({ orNull }) => orNull)
  const properties = new Map(
    [...named].map(([name, list]): [string, RawSchema] => [name, list.length === 1 ? list[0] : { allOf: list }]),
  )
  const found = new Map<string, unknown>()
  const get = (keyword: string): unknown => {
    if (!found.has(keyword)) found.set(keyword, valueOf(schemas, keyword))
    return found.get(keyword)
  }
  return {
    parts: schemas,
    isNever,
    types: types?.toSorted(),
    isNullable,
    format: toText(schemas.findLast((one) => toText(one['format']) !== '')?.['format']),
    values,
    required,
    properties,
    alternatives,
    allOf,
    unresolved,
    get,
  }
}

/** Returns the value of a keyword in schemas that all hold for a value. */
function valueOf(schemas: readonly UnknownObject[], keyword: string): unknown {
  if (
    keyword === 'maximum' ||
    keyword === 'exclusiveMaximum' ||
    keyword === 'minimum' ||
    keyword === 'exclusiveMinimum'
  )
    return limitOf(schemas, keyword)
  const all = schemas.map((schema) => schema[keyword]).filter((value) => value !== undefined)
  if (all.length === 0) return undefined
  if (flagKeywords.has(keyword)) return all.includes(true)
  if (largestKeywords.has(keyword) || smallestKeywords.has(keyword)) {
    const numbers = all.map(numberOf).filter((one) => one !== undefined)
    if (numbers.length === 0) return undefined
    return largestKeywords.has(keyword) ? Math.max(...numbers) : Math.min(...numbers)
  }
  if (namedKeywords.has(keyword)) return Object.assign({}, ...all.map((one) => toObject(one) ?? {}))
  if (all.length === 1) return all[0]
  if (subschemaKeywords.has(keyword)) return all.includes(false) ? false : { allOf: all }
  return all.at(-1)
}

/** Returns a limit of numbers; `exclusiveMaximum: true` of OpenAPI 3.0 makes its neighbour an exclusive one. */
function limitOf(schemas: readonly UnknownObject[], keyword: string): number | undefined {
  const isUpper = keyword.endsWith('aximum')
  const plain = isUpper ? 'maximum' : 'minimum'
  const exclusive = isUpper ? 'exclusiveMaximum' : 'exclusiveMinimum'
  const numbers = schemas
    .map((schema) => {
      const isOld = schema[exclusive] === true
      if (keyword === plain) return isOld ? undefined : numberOf(schema[plain])
      return isOld ? numberOf(schema[plain]) : numberOf(schema[exclusive])
    })
    .filter((one) => one !== undefined)
  if (numbers.length === 0) return undefined
  return isUpper ? Math.min(...numbers) : Math.max(...numbers)
}

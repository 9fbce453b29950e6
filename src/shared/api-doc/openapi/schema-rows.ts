import type { Row } from '../api-doc.ts'
import { withRowSchema } from '../row-schema.ts'
import { toObject, type UnknownObject } from '../unknown-json.ts'
import { setField } from './fields.ts'

const plainTypes: Readonly<Record<string, UnknownObject>> = {
  string: { type: 'string' },
  str: { type: 'string' },
  text: { type: 'string' },
  char: { type: 'string' },
  varchar: { type: 'string' },
  int: { type: 'integer' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  integer: { type: 'integer' },
  long: { type: 'integer', format: 'int64' },
  bigint: { type: 'integer', format: 'int64' },
  short: { type: 'integer' },
  byte: { type: 'integer' },
  number: { type: 'number' },
  float: { type: 'number', format: 'float' },
  double: { type: 'number', format: 'double' },
  decimal: { type: 'number' },
  bool: { type: 'boolean' },
  boolean: { type: 'boolean' },
  object: { type: 'object' },
  obj: { type: 'object' },
  map: { type: 'object' },
  json: { type: 'object' },
  array: { type: 'array', items: {} },
  list: { type: 'array', items: {} },
  null: { type: 'null' },
  file: { type: 'string', format: 'binary' },
  binary: { type: 'string', format: 'binary' },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'date-time' },
  'date-time': { type: 'string', format: 'date-time' },
  timestamp: { type: 'integer' },
  uuid: { type: 'string', format: 'uuid' },
  any: {},
  oneof: {},
  anyof: {},
}

// Longer ones are no types that people write.
const longestType = 200

/** Returns the schema of a type as people write it: `int`, `array[string]`, `string | null`. Unknown ones are texts. */
export function schemaOfType(given: string): UnknownObject {
  const type = given.trim().toLowerCase()
  if (type === '') return { type: 'string' }
  if (type.length > longestType) return { type: 'string', 'x-docstead-type': given }
  if (Object.hasOwn(plainTypes, type)) return { ...plainTypes[type] }
  const list = /^(?:array|list)\s*[[<(]\s*(.*?)\s*[\])>]$/.exec(type)?.[1] ?? /^(.+)\[\]$/.exec(type)?.[1]
  if (list !== undefined) return { type: 'array', items: schemaOfType(list) }
  const several = type.includes('|') ? type.split('|').map((one) => schemaOfType(one)['type']) : []
  if (several.length > 1 && several.every((one) => typeof one === 'string')) return { type: [...new Set(several)] }
  const sized = /^([a-z]+)\s*\(\d+(?:,\s*\d+)?\)$/.exec(type)?.[1]
  if (sized && Object.hasOwn(plainTypes, sized)) return { ...plainTypes[sized] }
  return { type: 'string', 'x-docstead-type': given }
}

/** Returns the value of a JSON text; undefined when it is none, or nests deeper than any reader of ours follows. */
export function parseSample(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isDeeper(value, deepestSample) ? undefined : value
  } catch {
    return undefined
  }
}

// An importer follows 64 levels (`jsonLimits`), and an example lies a dozen levels deep in a description.
const deepestSample = 48

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1)))

/** Returns a value that was written as text as its schema has it; the text when it does not fit. */
export function valueOfType(text: string, schema: UnknownObject): unknown {
  const types = Array.isArray(schema['type']) ? (schema['type'] as unknown[]) : [schema['type']]
  if (types.includes('string')) return text
  const value = parseSample(text)
  const kind = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  const fits = types.includes(kind) || (types.includes('integer') && Number.isInteger(value)) || types[0] === undefined
  return fits && value !== undefined ? value : text
}

interface Field {
  row: Row | undefined
  fields: Map<string, Field>
  item: Field | undefined
  /** The schema of members without a name of their own. */
  others: Field | undefined
  /** The alternatives of which one holds, or any. */
  variants: Map<string, Field>
}

const newField = (): Field => ({
  row: undefined,
  fields: new Map(),
  item: undefined,
  others: undefined,
  variants: new Map(),
})

const variant = /^\((oneOf|anyOf) \d+\)$/

// The most levels of a field's name. Each is a level or two of the schema, and the reader of descriptions follows 64.
const deepestField = 20

/** Splits the name of a field: `list[].id`, `meta[size]`, `data.*`. What is below the deepest level is left out. */
const partsOf = (name: string): string[] =>
  name
    .slice(0, longestName)
    .replaceAll(/\[\]/g, '.[]')
    .replaceAll(/\[(\d*)\]/g, '.[]')
    .replaceAll(/\[([^\]]+)\]/g, '.$1')
    .replaceAll(/(\((?:oneOf|anyOf) \d+\))/g, '.$1.')
    .split('.')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .slice(0, deepestField)

const longestName = 2000

function place(root: Field, row: Row): void {
  let at = root
  for (const part of partsOf(row.name)) {
    if (part === '[]') at = at.item ??= newField()
    else if (part === '*') at = at.others ??= newField()
    else {
      const into = variant.test(part) ? at.variants : at.fields
      const below = into.get(part) ?? newField()
      into.set(part, below)
      at = below
    }
  }
  if (at !== root) at.row = row
}

function schemaOfField(field: Field, sample: unknown): UnknownObject {
  return withRowSchema(plainSchemaOf(field, sample), field.row?.schema)
}

function plainSchemaOf(field: Field, sample: unknown): UnknownObject {
  const { row, fields, item, others, variants } = field
  if (variants.size > 0) {
    const [kind = 'oneOf'] = [...variants.keys()].map((name) => variant.exec(name)?.[1])
    const own = plainSchemaOf({ ...field, variants: new Map() }, undefined)
    const { type, ...rest } = own
    const all = [...variants.values()].map((one) => schemaOfField(one, undefined))
    return { ...rest, ...(fields.size > 0 && { type }), [kind]: all }
  }
  const given = row ? schemaOfType(row.type) : {}
  const object = toObject(sample)
  const list = Array.isArray(sample) ? (sample as unknown[]) : undefined
  const about = row && row.remark !== '' ? { description: row.remark } : {}
  const isList = item !== undefined || given['type'] === 'array' || (row === undefined && list !== undefined)
  if (isList && (item || fields.size > 0 || list)) {
    // people also describe the fields of a list's items without marking the list
    const inside = item ?? { ...newField(), fields, others }
    const isKnown = item !== undefined || fields.size > 0
    const items = isKnown || list?.length ? schemaOfField(inside, list?.[0]) : (given['items'] ?? {})
    return { ...about, type: 'array', items }
  }
  if (fields.size > 0 || others || (object && (row === undefined || given['type'] === 'object'))) {
    const properties: UnknownObject = {}
    const required: string[] = []
    for (const [name, below] of fields) {
      setField(properties, name, schemaOfField(below, object?.[name]))
      if (below.row?.isRequired) required.push(name)
    }
    for (const [name, value] of Object.entries(object ?? {}))
      if (!fields.has(name)) setField(properties, name, schemaOfField(newField(), value))
    return {
      ...about,
      type: 'object',
      ...(Object.keys(properties).length > 0 && { properties }),
      ...(required.length > 0 && { required }),
      ...(others && { additionalProperties: schemaOfField(others, undefined) }),
    }
  }
  if (!row) return sampleSchema(sample)
  const example = row.value === '' ? {} : { examples: [valueOfType(row.value, given)] }
  return { ...given, ...about, ...example }
}

function sampleSchema(sample: unknown): UnknownObject {
  if (sample === undefined) return {}
  if (sample === null) return { type: 'null' }
  if (typeof sample === 'number') return { type: Number.isInteger(sample) ? 'integer' : 'number' }
  return { type: typeof sample }
}

/** Returns the schema that rows with dotted names describe, with the fields that only an example has. */
export function schemaOfRows(rows: readonly Row[], sample?: unknown): UnknownObject {
  const root = newField()
  for (const row of rows) place(root, row)
  const [first] = rows
  // a body that is one plain value has one row without a name
  if (first && rows.every((row) => partsOf(row.name).length === 0)) root.row = first
  const schema = schemaOfField(root, sample)
  return Object.keys(schema).length === 0 ? { type: 'object' } : schema
}

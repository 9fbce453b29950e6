import { toDisplayText } from '../json-text.ts'
import { toObject, toText, type UnknownObject } from '../unknown-json.ts'

/** Returns the example of a schema: its own, its default, or the only or first of its values. */
export function findExample(schema: UnknownObject): unknown {
  if (schema['example'] !== undefined) return schema['example']
  const { examples, enum: choice } = schema
  if (Array.isArray(examples) && examples.length > 0) return examples[0]
  if (schema['default'] !== undefined) return schema['default']
  if (schema['const'] !== undefined) return schema['const']
  return Array.isArray(choice) ? choice[0] : undefined
}

/** Returns the examples of a schema, as text, when there are more than `findExample` returns; else an empty one. */
export function moreExamples(schema: UnknownObject): string {
  const { example, examples } = schema
  if (examples === undefined) return ''
  if (!Array.isArray(examples)) return toDisplayText(examples)
  return examples.length > 1 || example !== undefined ? listed(examples) : ''
}

const texts = new Map([
  ['date-time', '2024-01-31T08:00:00Z'],
  ['date', '2024-01-31'],
  ['time', '08:00:00Z'],
  ['email', 'name@example.com'],
  ['uuid', '00000000-0000-4000-8000-000000000000'],
  ['uri', 'https://example.com'],
  ['url', 'https://example.com'],
  ['ipv4', '192.0.2.1'],
  ['ipv6', '2001:db8::1'],
  ['hostname', 'example.com'],
])

/** Returns a value of a type that has no example. */
export function plainExample(type: string, format: string): unknown {
  if (type === 'integer' || type === 'number') return 0
  if (type === 'boolean') return true
  if (type === 'null') return null
  if (type === 'string' || type === '') return texts.get(format) ?? (type === '' ? {} : 'string')
  return type
}

/** The keywords whose values hold a schema for each name. */
const namedSchemas = ['properties', 'patternProperties', 'dependentSchemas', '$defs'] as const

/** Joins two texts about one value; one that contains the other stands for both. */
function bothTexts(one: unknown, other: unknown): string {
  const [first, second] = [toText(one), toText(other)]
  if (first.includes(second)) return first
  return second.includes(first) ? second : `${first} · ${second}`
}

/**
 * Combines two schemas that both hold for one value, as in `allOf`: texts are joined, what both say of a field or an item
 * holds together, alternatives and examples are listed. For other keywords the later value wins.
 */
export function combined(one: UnknownObject, other: UnknownObject): UnknownObject {
  const both = merged(one, other)
  for (const key of namedSchemas) {
    const [first, second] = [toObject(one[key]), toObject(other[key])]
    if (!first || !second) continue
    const names = Object.keys(second).filter((name) => Object.hasOwn(first, name))
    const isSame = (name: string) => toDisplayText(first[name]) === toDisplayText(second[name])
    const shared = names.filter((name) => !isSame(name)).map((name) => [name, { allOf: [first[name], second[name]] }])
    both[key] = { ...first, ...second, ...Object.fromEntries(shared) }
  }
  for (const [key, second] of Object.entries(other)) {
    const first = one[key]
    if (first === undefined || toDisplayText(first) === toDisplayText(second)) continue
    if (key === 'items' || key === 'additionalProperties') {
      if (toObject(first) && toObject(second)) both[key] = { allOf: [first, second] }
    } else if (key === 'oneOf' || key === 'anyOf' || key === 'examples') {
      if (Array.isArray(first) && Array.isArray(second)) both[key] = [...first, ...second]
    } else if (key === 'example' || key === 'default') {
      const examples = Array.isArray(both['examples']) ? both['examples'] : []
      both['examples'] = [...examples, first]
    } else if (typeof first === 'string' && typeof second === 'string' && key !== 'type' && key !== 'format')
      both[key] = bothTexts(first, second)
  }
  return both
}

/** Merges two schemas: fields and required names are combined, for other keywords the later value wins. */
export function merged(one: UnknownObject, other: UnknownObject): UnknownObject {
  const both: UnknownObject = { ...one, ...other }
  const properties = { ...toObject(one['properties']), ...toObject(other['properties']) }
  if (Object.keys(properties).length > 0) both['properties'] = properties
  const required = [one['required'], other['required']].flatMap((list) => (Array.isArray(list) ? list : []))
  if (required.length > 0) both['required'] = [...new Set(required)]
  return both
}

/** Decodes a part of an address. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part // a lone % is not an escape: the name is used unchanged
  }
}

/** Returns the name at the end of a reference. */
export const refName = (ref: string): string => decoded(ref.slice(ref.lastIndexOf('/') + 1))

/** Returns the name of a schema: from its reference or its title. */
export const schemaName = (value: unknown): string => {
  const schema = toObject(value)
  return refName(toText(schema?.['$ref'])) || toText(schema?.['title'])
}

/** Returns a list of plain values as text, any other value as JSON. */
export const listed = (value: unknown): string =>
  Array.isArray(value) && value.every((one) => typeof one !== 'object')
    ? value.map(String).join(', ')
    : toDisplayText(value)

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

/** Returns the examples of a schema after the first, as text; empty for none. */
export function moreExamples(schema: UnknownObject): string {
  const { examples } = schema
  return Array.isArray(examples) && examples.length > 1 ? listed(examples) : ''
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

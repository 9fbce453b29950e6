import { toDisplayText, toObject, toText, type UnknownObject } from '../unknown-json.ts'

/** The example that a schema itself gives: its own, its default, or the only or first of its values. */
export function findExample(schema: UnknownObject): unknown {
  if (schema['example'] !== undefined) return schema['example']
  const { examples, enum: choice } = schema
  if (Array.isArray(examples) && examples.length > 0) return examples[0]
  if (schema['default'] !== undefined) return schema['default']
  if (schema['const'] !== undefined) return schema['const']
  return Array.isArray(choice) ? choice[0] : undefined
}

/** The examples of a schema beside the first, as text; empty for none. */
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

/** A value of a type, where nobody has given one. */
export function plainExample(type: string, format: string): unknown {
  if (type === 'integer' || type === 'number') return 0
  if (type === 'boolean') return true
  if (type === 'null') return null
  if (type === 'string' || type === '') return texts.get(format) ?? (type === '' ? {} : 'string')
  return type
}

/** Two schemas as one: fields and what is required add up, else the later word counts. */
export function merged(one: UnknownObject, other: UnknownObject): UnknownObject {
  const both: UnknownObject = { ...one, ...other }
  const properties = { ...toObject(one['properties']), ...toObject(other['properties']) }
  if (Object.keys(properties).length > 0) both['properties'] = properties
  const required = [one['required'], other['required']].flatMap((list) => (Array.isArray(list) ? list : []))
  if (required.length > 0) both['required'] = [...new Set(required)]
  return both
}

/** A part of an address as it is meant. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part // a lone % is no escape: the name is meant as it stands
  }
}

/** What a reference calls what it means. */
export const refName = (ref: string): string => decoded(ref.slice(ref.lastIndexOf('/') + 1))

/** What a schema is called: by its reference, or by its title. */
export const schemaName = (value: unknown): string => {
  const schema = toObject(value)
  return refName(toText(schema?.['$ref'])) || toText(schema?.['title'])
}

/** A list of plain values as words, any other value as JSON. */
export const listed = (value: unknown): string =>
  Array.isArray(value) && value.every((one) => typeof one !== 'object')
    ? value.map(String).join(', ')
    : toDisplayText(value)

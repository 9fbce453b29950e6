import { toDisplayText } from '../json-text.ts'
import { schemaKeywords } from '../openapi/fields.ts'
import { listed } from '../openapi/schema-helpers.ts'
import { toList, type UnknownObject } from '../unknown-json.ts'
import type { SchemaField } from './field.ts'

/** The longest JSON of a keyword, in characters; longer JSON ends with an ellipsis. */
const keywordLength = 400

/** The keywords that a field shows elsewhere than among its facts. */
const placed = new Set<string>([
  ...schemaKeywords,
  'enum',
  'deprecated',
  'readOnly',
  'writeOnly',
  'discriminator',
  '$ref',
  'x-null',
  'x-removed',
])

/** Returns a text as far as a field shows it. */
export const shortened = (text: string): string =>
  text.length > keywordLength ? `${text.slice(0, keywordLength)}…` : text

/** Returns the limits and other keywords of a schema as text. @param prefix of their names */
export function factsOf(schema: UnknownObject, prefix = ''): [string, string][] {
  const facts = Object.entries(schema)
    .filter(([key, value]) => !placed.has(key) && value !== undefined)
    .map(([key, value]): [string, string] => [prefix + key, shortened(listed(value))])
  if (schema['additionalProperties'] === false) facts.push([`${prefix}additionalProperties`, 'false'])
  return facts
}

/** Returns the values that a schema allows, as text. */
export const choicesOf = (schema: UnknownObject): string[] =>
  toList(schema['enum']).map((value) => toDisplayText(value))

/** Returns whether only responses or only requests have a value. */
export const accessOf = (schema: UnknownObject): SchemaField['access'] =>
  schema['readOnly'] === true ? 'read' : schema['writeOnly'] === true ? 'write' : ''

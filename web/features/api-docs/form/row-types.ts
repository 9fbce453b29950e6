import type { Row } from '#shared/api-doc/api-doc.ts'
import { escapedName, partName } from '#shared/api-doc/openapi/pointer.ts'
import { toObject, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import type { RowChange } from './row-edits.ts'

const models = '#/components/schemas/'

const nameOf = (ref: string): string => (ref.startsWith(models) ? partName(ref.slice(models.length)) : '')
const itemsOf = (schema: UnknownObject | undefined): string => nameOf(toText(toObject(schema?.['items'])?.['$ref']))

/** Returns what a row shows as its type: the model that it names, `Order` or `Order[]`, else the type itself. */
export function typeText({ type, schema }: Pick<Row, 'type' | 'schema'>): string {
  const items = itemsOf(schema)
  return nameOf(toText(schema?.['$ref'])) || (items === '' ? type : `${items}[]`)
}

/** Returns the names of models as types to choose from: each alone, and as a list. */
export const modelTypes = (names: Iterable<string>): string[] => [...names].flatMap((name) => [name, `${name}[]`])

/** Returns how a row changes when a person types its type: the name of a model is a reference to it. */
export function changeOfType({ schema }: Pick<Row, 'schema'>, text: string, names: ReadonlySet<string>): RowChange {
  const isList = text.endsWith('[]')
  const name = isList ? text.slice(0, -2) : text
  const { $ref, items, ...others } = schema ?? {}
  const hadModel = $ref !== undefined || itemsOf(schema) !== ''
  const rest = hadModel || items === undefined ? others : { ...others, items }
  if (names.has(name)) {
    const reference = { $ref: models + escapedName(name) }
    return { type: isList ? 'array' : 'object', schema: { ...rest, ...(isList ? { items: reference } : reference) } }
  }
  return { type: text, ...(hadModel && { schema: Object.keys(rest).length > 0 ? rest : undefined }) }
}

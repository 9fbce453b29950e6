import { SchemaReader } from './openapi/schema-reader.ts'
import { namesModel } from './reading/row-tree.ts'
import { toObject, toText, type UnknownObject } from './unknown-json.ts'

/** Returns a list of rows with those of the models that rows name, each after the row that names it. */
function expanded(list: unknown[], reader: SchemaReader): unknown[] {
  const names = new Set(list.map((row) => toText(toObject(row)?.['name'])))
  return list.flatMap((row) => {
    const own = toObject(row)
    const schema = toObject(own?.['schema'])
    const name = toText(own?.['name'])
    if (!schema || !namesModel(schema) || name === '') return [row]
    const $ref = toText(schema['$ref'])
    const isList = $ref === ''
    const value = isList ? schema['items'] : { $ref }
    const below = reader.rowsNamed(isList ? `${name}[]` : name, value, false)
    // the row itself stays as a person wrote it, and so do rows for single fields of the model
    return [row, ...below.slice(isList ? 0 : 1).filter((one) => !names.has(one.name))]
  })
}

function expandedIn(value: unknown, reader: SchemaReader): unknown {
  if (Array.isArray(value)) {
    const items = value.map((one) => expandedIn(one, reader))
    return items.some((one) => namesModel(toObject(toObject(one)?.['schema']))) ? expanded(items, reader) : items
  }
  const object = toObject(value)
  if (!object) return value
  return Object.fromEntries(
    // a schema may have a member of any name
    Object.entries(object).map(([key, one]) => [key, key === 'schema' ? one : expandedIn(one, reader)]),
  )
}

/** Whether the text of an API page may name a model. */
export const mayNameModel = (text: string): boolean => /^\s*\{/.test(text) && text.includes('"#/components/schemas/')

/**
 * Returns the text of an API page with rows for the fields of the models that its rows name, as an import writes them:
 * for documents, in which nothing opens.
 *
 * @param root the description with the models
 */
export function withModelRows(text: string, root: UnknownObject): string {
  let page: UnknownObject | undefined
  try {
    page = toObject(JSON.parse(text))
  } catch {
    return text
  }
  if (!page) return text
  const reader = new SchemaReader(root)
  const { request, response } = page
  const parts = { request: expandedIn(request, reader), response: expandedIn(response, reader) }
  return JSON.stringify({
    ...page,
    ...(request !== undefined && { request: parts.request }),
    ...(response !== undefined && { response: parts.response }),
  })
}

import { isDeepStrictEqual } from 'node:util'
import type { DocRow, Row } from '#shared/api-doc/api-doc.ts'
import { mapFields, setField } from '#shared/api-doc/openapi/fields.ts'
import { toObject, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { schemaOfRows, schemaOfType, valueOfType } from './schema-rows.ts'

/** Returns the object that a reference leads to; undefined when it leads nowhere. */
export type Resolve = (value: unknown) => UnknownObject | undefined

/** What becomes of a field: its schema, and whether it is required; undefined when it goes. */
interface Changed {
  schema: UnknownObject
  isRequired: boolean
}
type Change = (schema: UnknownObject) => Changed | undefined

/**
 * Returns the description of a field whose row was edited. A row also says the keywords of the schema after the
 * description: what follows the description in both is theirs.
 */
export function editedDescription(present: string, before: string, after: string): string {
  const rest = before.startsWith(present) ? before.slice(present.length) : undefined
  if (rest === undefined || rest === '' || !after.endsWith(rest)) return after
  return after.slice(0, after.length - rest.length).replace(/\s*·\s*$/, '')
}

/** Returns a schema with the edits of its row. */
export function editedSchema(schema: UnknownObject, before: Row, after: Row): UnknownObject {
  let edited = schema
  if (after.type !== before.type) {
    const { description, title } = schema
    edited = {
      ...schemaOfType(after.type),
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
    }
  }
  if (after.remark !== before.remark)
    edited = { ...edited, description: editedDescription(toText(schema['description']), before.remark, after.remark) }
  if (after.value !== before.value) {
    const { example: _, examples: __, ...rest } = edited
    edited = after.value === '' ? rest : { ...rest, examples: [valueOfType(after.value, rest)] }
  }
  return edited
}

/** Splits the name of a field into its first step and the rest below it. */
const below = (name: string, step: string): string | undefined => {
  if (name === step) return ''
  if (!name.startsWith(step)) return undefined
  const rest = name.slice(step.length)
  return rest.startsWith('.') ? rest.slice(1) : /^[[(]/.test(rest) ? rest : undefined
}

/**
 * Returns a schema in which the field of this name has changed, as the rows of a page name it: `list[].id`. References
 * on the way become copies, because others use their targets too. Undefined when there is no such field.
 */
function changeAt(value: unknown, name: string, change: Change, resolve: Resolve): UnknownObject | undefined {
  const schema = resolve(value)
  if (!schema) return undefined
  const list = (key: 'allOf' | 'oneOf' | 'anyOf') => (Array.isArray(schema[key]) ? (schema[key] as unknown[]) : [])
  const inside = (one: unknown, rest: string) =>
    rest === '' ? change(resolve(one) ?? {})?.schema : changeAt(one, rest, change, resolve)
  const [, kind, number] = /^\((oneOf|anyOf) (\d+)\)/.exec(name) ?? []
  if (kind === 'oneOf' || kind === 'anyOf') {
    const at = Number(number) - 1
    const rest = below(name, `(${kind} ${number})`)
    const changed = rest === undefined ? undefined : inside(list(kind)[at], rest)
    return changed && { ...schema, [kind]: list(kind).with(at, changed) }
  }
  for (const [step, key] of [
    ['[]', 'items'],
    ['*', 'additionalProperties'],
  ] as const) {
    const rest = below(name, step)
    if (rest === undefined || !toObject(schema[key])) continue
    const changed = inside(schema[key], rest)
    return changed && { ...schema, [key]: changed }
  }
  const properties = toObject(schema['properties']) ?? {}
  const names = Object.keys(properties).sort((one, other) => other.length - one.length)
  for (const own of names) {
    const rest = below(name, own)
    if (rest === undefined) continue
    if (rest !== '') {
      const changed = changeAt(properties[own], rest, change, resolve)
      if (changed) return { ...schema, properties: mapFields(properties, (one, key) => (key === own ? changed : one)) }
      continue
    }
    const required = Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : []
    return withProperty(schema, own, change(resolve(properties[own]) ?? {}), required)
  }
  for (const [at, part] of list('allOf').entries()) {
    const changed = changeAt(part, name, change, resolve)
    if (changed) return { ...schema, allOf: list('allOf').with(at, changed) }
  }
  return undefined
}

function withProperty(
  schema: UnknownObject,
  name: string,
  changed: Changed | undefined,
  required: readonly unknown[],
): UnknownObject {
  const properties: UnknownObject = { ...toObject(schema['properties']) }
  if (changed) setField(properties, name, changed.schema)
  else delete properties[name]
  const others = required.filter((one) => one !== name)
  const next = changed?.isRequired ? (required.includes(name) ? [...required] : [...required, name]) : others
  const { required: _, ...rest } = schema
  return { ...rest, properties, ...(next.length > 0 && { required: next }) }
}

/** Returns a schema with a new field, in the object that its name says; undefined when there is none. */
function addAt(value: unknown, row: Row, resolve: Resolve): UnknownObject | undefined {
  const cut = row.name.lastIndexOf('.')
  const [parent, own] = cut < 0 ? ['', row.name] : [row.name.slice(0, cut), row.name.slice(cut + 1)]
  const add: Change = (schema) => ({
    schema: withProperty(
      schema,
      own,
      { schema: schemaOfRows([{ ...row, name: '' }]), isRequired: row.isRequired },
      Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : [],
    ),
    isRequired: false,
  })
  if (own === '' || own.includes('[')) return undefined
  if (parent !== '') return keepRequired(value, parent, add, resolve)
  const schema = resolve(value)
  return schema && add(schema)?.schema
}

/** Changes the schema of a field, and leaves whether it is required as it is. */
function keepRequired(value: unknown, name: string, change: Change, resolve: Resolve): UnknownObject | undefined {
  let isRequired = false
  const probe: Change = (schema) => ({ schema, isRequired: true })
  const before = changeAt(value, name, probe, resolve)
  isRequired = before !== undefined && isDeepStrictEqual(before, resolve(value))
  return changeAt(
    value,
    name,
    (schema) => {
      const changed = change(schema)
      return changed && { ...changed, isRequired }
    },
    resolve,
  )
}

/**
 * Returns a schema with the edits that people made in its rows. Everything that they did not touch stays as the
 * description has it. Where a row has no place in the schema, the rows are the schema.
 */
export function editSchema(
  schema: unknown,
  before: readonly DocRow[],
  after: readonly DocRow[],
  resolve: Resolve,
): UnknownObject {
  const former = new Map(before.map((row) => [row.name, row]))
  const present = new Map(after.map((row) => [row.name, row]))
  let edited: unknown = schema
  for (const row of before) {
    const now = present.get(row.name)
    if (now && isDeepStrictEqual(now, row)) continue
    const parentIsGone = !now && [...former.keys()].some((name) => !present.has(name) && below(row.name, name))
    if (parentIsGone) continue
    const changed = changeAt(
      edited,
      row.name,
      (own) => now && { schema: editedSchema(own, row, now), isRequired: now.isRequired },
      resolve,
    )
    if (!changed) return schemaOfRows(after)
    edited = changed
  }
  for (const row of after) {
    if (former.has(row.name)) continue
    const added = addAt(edited, row, resolve)
    if (!added) return schemaOfRows(after)
    edited = added
  }
  return toObject(edited) ?? schemaOfRows(after)
}

import { isDeepStrictEqual } from 'node:util'
import type { DocRow, Row } from '#shared/api-doc/api-doc.ts'
import { mapFields, setField } from '#shared/api-doc/openapi/fields.ts'
import { schemaOfRows, schemaOfType, valueOfType } from '#shared/api-doc/openapi/schema-rows.ts'
import { nameBelow, renamed, splitName } from '#shared/api-doc/row-names.ts'
import { remarkAfterEdit, withRowSchema } from '#shared/api-doc/row-schema.ts'
import { toObject, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'

/** Returns the object that a reference leads to; undefined when it leads nowhere. */
export type Resolve = (value: unknown) => UnknownObject | undefined

/** What becomes of a field: its schema, and whether it is required; undefined when it goes. */
interface Changed {
  schema: UnknownObject
  isRequired: boolean
}
type Change = (schema: UnknownObject, isRequired: boolean) => Changed | undefined

/**
 * Returns the description of a field whose row was edited. A row also says the keywords of the schema after the
 * description: what follows the description in both is theirs.
 */
export function editedDescription(
  present: string,
  before: Pick<Row, 'remark' | 'schema'>,
  after: Pick<Row, 'remark' | 'schema'>,
  schema: UnknownObject,
): string {
  const rest = before.remark.startsWith(present) ? before.remark.slice(present.length) : undefined
  // the row says itself what it has changed: the keywords of the schema are as before with those
  const isSameSchema = isDeepStrictEqual(before.schema, after.schema)
  const whole = isSameSchema ? after.remark : remarkAfterEdit(after.remark, schema, after.schema, before.schema)
  const now = rest !== undefined && whole.endsWith(rest) ? whole : after.remark
  if (whole === before.remark) return present
  if (rest === undefined || rest === '' || !now.endsWith(rest)) return now
  return now.slice(0, now.length - rest.length).replace(/\s*·\s*$/, '')
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
  if (after.remark !== before.remark) {
    const present = toText(schema['description'])
    const description = editedDescription(present, before, after, schema)
    if (description !== present) edited = { ...edited, description }
  }
  if (after.value !== before.value) {
    const { example: _, examples: __, ...rest } = edited
    edited = after.value === '' ? rest : { ...rest, examples: [valueOfType(after.value, rest)] }
  }
  return isDeepStrictEqual(before.schema, after.schema) ? edited : withRowSchema(edited, after.schema)
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
    rest === '' ? change(resolve(one) ?? {}, false)?.schema : changeAt(one, rest, change, resolve)
  const [, kind, number] = /^\((oneOf|anyOf) (\d+)\)/.exec(name) ?? []
  if (kind === 'oneOf' || kind === 'anyOf') {
    let at = Number(number) - 1
    const rest = nameBelow(name, `(${kind} ${number})`)
    // the alternatives of `allOf` come first, one part after the other
    for (const [place, part] of list('allOf').entries()) {
      const own = resolve(part)?.[kind]
      const count = Array.isArray(own) ? own.length : 0
      if (at < count) {
        const changed = changeAt(part, name.replace(number ?? '', String(at + 1)), change, resolve)
        return changed && { ...schema, allOf: list('allOf').with(place, changed) }
      }
      at -= count
    }
    if (rest === undefined || at >= list(kind).length) return undefined
    const changed = inside(list(kind)[at], rest)
    if (changed) return { ...schema, [kind]: list(kind).with(at, changed) }
    return rest === '' ? withoutPart(schema, kind, list(kind).toSpliced(at, 1)) : undefined
  }
  for (const [step, key] of [
    ['[]', 'items'],
    ['*', 'additionalProperties'],
  ] as const) {
    const rest = nameBelow(name, step)
    if (rest === undefined || !toObject(schema[key])) continue
    const changed = inside(schema[key], rest)
    if (changed) return { ...schema, [key]: changed }
    return rest === '' ? withoutPart(schema, key, []) : undefined
  }
  const [place, index] = /^\[(\d+)\]/.exec(name) ?? []
  if (place !== undefined && Array.isArray(schema['prefixItems'])) {
    const parts = schema['prefixItems'] as unknown[]
    const rest = nameBelow(name, place)
    const changed = rest === undefined ? undefined : inside(parts[Number(index)], rest)
    return changed && { ...schema, prefixItems: parts.with(Number(index), changed) }
  }
  const patterns = toObject(schema['patternProperties']) ?? {}
  for (const pattern of Object.keys(patterns)) {
    const rest = nameBelow(name, `/${pattern}/`)
    const changed = rest === undefined ? undefined : inside(patterns[pattern], rest)
    if (changed)
      return { ...schema, patternProperties: mapFields(patterns, (one, key) => (key === pattern ? changed : one)) }
  }
  const properties = toObject(schema['properties']) ?? {}
  const names = Object.keys(properties).sort((one, other) => other.length - one.length)
  for (const own of names) {
    const rest = nameBelow(name, own)
    if (rest === undefined) continue
    if (rest !== '') {
      const changed = changeAt(properties[own], rest, change, resolve)
      if (changed) return { ...schema, properties: mapFields(properties, (one, key) => (key === own ? changed : one)) }
      continue
    }
    const required = Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : []
    return withProperty(schema, own, change(resolve(properties[own]) ?? {}, required.includes(own)), required)
  }
  for (const [at, part] of list('allOf').entries()) {
    const changed = changeAt(part, name, change, resolve)
    if (changed) return { ...schema, allOf: list('allOf').with(at, changed) }
  }
  return undefined
}

function withoutPart(schema: UnknownObject, key: string, others: readonly unknown[]): UnknownObject {
  const { [key]: _, ...rest } = schema
  return others.length > 0 ? { ...rest, [key]: others } : rest
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

const requiredOf = (schema: UnknownObject): unknown[] =>
  Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : []

/** Returns a schema with something more inside: a property, its items, another alternative. */
function withPart(schema: UnknownObject, own: string, part: Changed): UnknownObject | undefined {
  const [, kind] = /^\((oneOf|anyOf) \d+\)$/.exec(own) ?? []
  if (kind !== undefined) {
    const others = Array.isArray(schema[kind]) ? (schema[kind] as unknown[]) : []
    return { ...schema, [kind]: [...others, part.schema] }
  }
  if (own === '[]') return { ...schema, items: part.schema }
  if (own === '*') return { ...schema, additionalProperties: part.schema }
  if (own === '' || own.includes('[')) return undefined
  // people also describe the fields of a list's items without marking the list
  const items =
    schema['type'] === 'array' && schema['properties'] === undefined ? (toObject(schema['items']) ?? {}) : undefined
  if (items) return { ...schema, items: withProperty({ type: 'object', ...items }, own, part, requiredOf(items)) }
  return withProperty(schema, own, part, requiredOf(schema))
}

/**
 * Returns a schema with a new field, in the object that its name says; undefined when there is none.
 *
 * @param given the schema of the field, when it has been elsewhere before
 */
function addAt(value: unknown, row: Row, resolve: Resolve, given?: UnknownObject): UnknownObject | undefined {
  const [parent, own] = splitName(row.name)
  const part = { schema: given ?? schemaOfRows([{ ...row, name: '' }]), isRequired: row.isRequired }
  if (parent === '') {
    const schema = resolve(value)
    return schema && withPart(schema, own, part)
  }
  let isFound = false
  const add = (schema: UnknownObject) => {
    const changed = withPart(schema, own, part)
    isFound = changed !== undefined
    return changed ?? schema
  }
  const changed = keepRequired(value, parent, add, resolve)
  return isFound ? changed : undefined
}

/** Changes the object that holds a property, wherever `allOf` has it; undefined when there is none. */
function changeHolder(
  value: unknown,
  name: string,
  change: (holder: UnknownObject, properties: UnknownObject, own: string) => UnknownObject,
  resolve: Resolve,
): UnknownObject | undefined {
  const [parent, own] = splitName(name)
  const inside = (given: unknown): UnknownObject | undefined => {
    const schema = resolve(given)
    const properties = toObject(schema?.['properties'])
    if (schema && properties && Object.hasOwn(properties, own)) return change(schema, properties, own)
    const parts = Array.isArray(schema?.['allOf']) ? (schema['allOf'] as unknown[]) : []
    for (const [at, part] of parts.entries()) {
      const changed = inside(part)
      if (changed) return { ...schema, allOf: parts.with(at, changed) }
    }
    return undefined
  }
  if (parent === '') return inside(value)
  let isFound = false
  const changed = keepRequired(
    value,
    parent,
    (schema) => {
      const next = inside(schema)
      isFound = next !== undefined
      return next ?? schema
    },
    resolve,
  )
  return isFound ? changed : undefined
}

/** Returns fields that people have renamed or moved, with everything below them: their former and their present name. */
function movedFields(before: readonly DocRow[], after: readonly DocRow[]): [from: string, to: string][] {
  const names = (rows: readonly DocRow[]) => new Set(rows.map(({ name }) => name))
  const [former, present] = [names(before), names(after)]
  const roots = (rows: readonly DocRow[], others: ReadonlySet<string>) => {
    const lone = rows.filter(({ name }) => !others.has(name))
    const own = names(lone)
    return lone.filter(({ name }) => {
      for (let [parent] = splitName(name); parent !== ''; [parent] = splitName(parent))
        if (own.has(parent)) return false
      return true
    })
  }
  const gone = roots(before, present)
  const used = new Set<string>()
  return roots(after, former).flatMap((row): [string, string][] => {
    const [parent, own] = splitName(row.name)
    const isSame = (one: DocRow) => one.type === row.type && one.remark === row.remark && one.value === row.value
    const from = gone.find((one) => {
      if (used.has(one.name)) return false
      const [formerParent, formerOwn] = splitName(one.name)
      const isRenamed = formerParent === parent && before.indexOf(one) === after.indexOf(row)
      return isSame(one) && (isRenamed || formerOwn === own)
    })
    if (!from || /[[(*]/.test(splitName(from.name)[1]) || /[[(*]/.test(own)) return []
    used.add(from.name)
    return [[from.name, row.name]]
  })
}

/** Renames a field, or moves it to another place, with its schema as it is. */
function moveField(value: unknown, from: string, to: string, resolve: Resolve): UnknownObject | undefined {
  const [[parent], [target, own]] = [splitName(from), splitName(to)]
  let taken: Changed | undefined
  const changed = changeHolder(
    value,
    from,
    (holder, properties, name) => {
      const required = requiredOf(holder)
      taken = { schema: properties[name] as UnknownObject, isRequired: required.includes(name) }
      if (parent !== target) return withProperty(holder, name, undefined, required)
      const fields: UnknownObject = {}
      for (const [key, one] of Object.entries(properties)) setField(fields, key === name ? own : key, one)
      return {
        ...holder,
        properties: fields,
        ...(required.length > 0 && { required: required.map((one) => (one === name ? own : one)) }),
      }
    },
    resolve,
  )
  if (!changed || !taken || parent === target) return changed
  const { schema, isRequired } = taken
  const row = { name: to, type: '', value: '', isRequired, isOff: false, remark: '' }
  return addAt(changed, row, resolve, schema)
}

/** Returns a schema whose properties have the order of the rows, where people have changed it. */
function inOrderOf(
  value: UnknownObject,
  before: readonly DocRow[],
  after: readonly DocRow[],
  resolve: Resolve,
): UnknownObject {
  const byParent = (rows: readonly DocRow[]) => Map.groupBy(rows, ({ name }) => splitName(name)[0])
  const former = byParent(before)
  let edited = value
  for (const [parent, rows] of byParent(after)) {
    const known = new Set(former.get(parent)?.map(({ name }) => name))
    const common = rows.filter(({ name }) => known.has(name))
    const names = new Set(common.map(({ name }) => name))
    const was = (former.get(parent) ?? []).filter(({ name }) => names.has(name))
    const first = common[0]
    if (!first || common.every(({ name }, at) => was[at]?.name === name)) continue
    const order = common.map(({ name }) => splitName(name)[1])
    const sort = (holder: UnknownObject, properties: UnknownObject) => {
      const own = order.filter((name) => Object.hasOwn(properties, name))
      const sorted: UnknownObject = {}
      for (const key of Object.keys(properties)) {
        const name = own.includes(key) ? (own.find((one) => !Object.hasOwn(sorted, one)) ?? key) : key
        setField(sorted, name, properties[name])
      }
      return { ...holder, properties: sorted }
    }
    edited = changeHolder(edited, first.name, sort, resolve) ?? edited
  }
  return edited
}

/** Changes the schema of a field, and leaves whether it is required as it is. */
const keepRequired = (
  value: unknown,
  name: string,
  change: (schema: UnknownObject) => UnknownObject,
  resolve: Resolve,
): UnknownObject | undefined =>
  changeAt(value, name, (schema, isRequired) => ({ schema: change(schema), isRequired }), resolve)

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
  let edited: unknown = schema
  let known = before
  for (const [from, to] of movedFields(before, after)) {
    const moved = moveField(edited, from, to, resolve)
    if (!moved) continue
    edited = moved
    known = known.map((row) => ({ ...row, name: renamed(row.name, from, to) }))
  }
  const former = new Map(known.map((row) => [row.name, row]))
  const present = new Map(after.map((row) => [row.name, row]))
  const isOption = ({ name }: DocRow) => /\((?:oneOf|anyOf) \d+\)$/.test(name)
  const goneOptions = known.filter((row) => isOption(row) && !present.has(row.name)).toReversed()
  for (const row of [...known.filter((one) => !goneOptions.includes(one)), ...goneOptions]) {
    const now = present.get(row.name)
    if (now && isDeepStrictEqual(now, row)) continue
    const parentIsGone = !now && [...former.keys()].some((name) => !present.has(name) && nameBelow(row.name, name))
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
  const whole = toObject(edited)
  return whole ? inOrderOf(whole, known, after, resolve) : schemaOfRows(after)
}

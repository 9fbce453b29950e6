import type { Row } from '../api-doc.ts'
import { refName } from '../openapi/schema-helpers.ts'
import { toObject, toText, type UnknownObject } from '../unknown-json.ts'
import { type FieldContent, newField, noContent, type SchemaField } from './field.ts'
import { accessOf, choicesOf, factsOf } from './schema-facts.ts'

/** A row of a page, or of the whole item. */
export interface GivenRow extends Row {
  isShared?: boolean
}

/** The models that rows may refer to. */
export interface RowModels {
  /** Returns what a reference leads to; undefined when it leads nowhere. */
  read(ref: string): SchemaField | undefined
  /** Returns a value of rows that name models, as text; empty when they name none. */
  example(rows: readonly Row[]): string
}

interface Node {
  key: string
  row: GivenRow | undefined
  below: Map<string, Node>
}

// `a.b`, `a[]`, `a[0]`, and `a(oneOf 1)`, which imports write for alternatives
const steps = /\[[^\]]*\]|\((?:oneOf|anyOf) \d+\)|[^.[(]+(?:\((?!(?:oneOf|anyOf) \d)[^.[(]*)*|[.[(]/g

/** Splits the name of a row into the keys on its way: `list[].id` is `list`, `[]`, `id`. */
export function keysOf(name: string): string[] {
  // a form names its fields `meta[size][]`
  const dotted = name.replaceAll(/\[([^\]\d][^\]]*)\]/g, '.$1')
  const keys = [...dotted.matchAll(steps)].map(([step]) => step).filter((step) => step !== '.')
  return keys.length === 0 ? [name] : keys
}

const alternative = /^\((oneOf|anyOf) \d+\)$/
const isItem = (key: string): boolean => /^\[\d*\]$/.test(key)

/** Returns how many of the first keys of a row lead to another row. */
function depthOfParent(keys: readonly string[], names: ReadonlySet<string>): number {
  for (let depth = keys.length - 1; depth > 0; depth--) {
    const path = keys.slice(0, depth)
    while (isItem(path.at(-1) ?? '')) path.pop()
    if (path.length > 0 && names.has(path.join('\n'))) return depth
  }
  return 0
}

/**
 * Returns the rows of a table as a tree: a name such as `metadata.order_id` is a field of `metadata`.
 *
 * @param isFlat whether dots may belong to a name: a row is only below another one that is there itself
 * @param models what rows may refer to
 */
export function fieldsOfRows(rows: readonly GivenRow[], isFlat = false, models?: RowModels): SchemaField[] {
  const root: Node = { key: '', row: undefined, below: new Map() }
  const names = new Set(rows.map(({ name }) => keysOf(name).join('\n')))
  for (const row of rows) {
    const keys = keysOf(row.name)
    const parent = isFlat ? depthOfParent(keys, names) : keys.length - 1
    const path = isFlat && parent === 0 ? [row.name] : keys
    let at = root
    for (const key of path) {
      const next: Node = at.below.get(key) ?? { key, row: undefined, below: new Map() }
      at.below.set(key, next)
      at = next
    }
    // two rows of one name are both shown
    if (at.row === undefined) at.row = row
    else twin(root, at, row)
  }
  return [...root.below.values()].map((node) => toField(node, models))
}

function twin(root: Node, { key }: Node, row: GivenRow): void {
  let number = 2
  while (root.below.has(`${key}~${number}`)) number++
  root.below.set(`${key}~${number}`, { key: `${key}~${number}`, row, below: new Map() })
}

/** Returns the node of the items of a list, and of the items of those. */
function itemsOf(node: Node): Node | undefined {
  const [only, ...others] = node.below.values()
  return only && others.length === 0 && isItem(only.key) ? only : undefined
}

function toField(node: Node, models: RowModels | undefined): SchemaField {
  const { row } = node
  const item = itemsOf(node)
  const inner = item ? [...item.below.values()] : [...node.below.values()]
  const isList = item !== undefined || [...node.below.keys()].some(isItem)
  const own = row?.schema ?? {}
  const ofItems = item?.row?.schema ?? {}
  const ownRef = toText(own['$ref'])
  const ref = ownRef || modelOfItems(own) || toText(ofItems['$ref'])
  const model = ref === '' ? undefined : models?.read(ref)
  const of = model?.type || item?.row?.type || (inner.length > 0 ? 'object' : '')
  const listType = of === '' ? 'array' : `array of ${of}`
  const givenType = row?.type || (isList ? listType : node.below.size > 0 ? 'object' : '')
  const texts = [row?.remark ?? '', item?.row?.remark ?? ''].filter((text) => text !== '')
  const choices = [choicesOf(own), choicesOf(ofItems), model?.choices ?? []].find((list) => list.length > 0)
  return newField({
    key: node.key,
    name: row?.name.endsWith(node.key) === false && node.key.includes('~') ? row.name : node.key,
    type: model ? (ownRef === '' ? listType : model.type) : givenType,
    isRequired: row?.isRequired ?? false,
    description: texts.join('\n\n') || (model?.description ?? ''),
    example: row?.value || item?.row?.value || model?.example || '',
    model: refName(ref),
    isDeprecated: own['deprecated'] === true || (model?.isDeprecated ?? false),
    access: accessOf(own),
    facts: [...factsOf(own), ...factsOf(ofItems, 'items.'), ...(ownRef === '' ? [] : (model?.facts ?? []))],
    choices: choices ?? [],
    isShared: row?.isShared ?? false,
    isRecursive: model?.isRecursive ?? false,
    hasContent: inner.length > 0 || (model?.hasContent ?? false),
    open: () => joined(contentOf(inner, models), model),
  })
}

/** Returns the model of the items of a list: `{ items: { $ref } }`. */
const modelOfItems = ({ items }: UnknownObject): string => toText(toObject(items)?.['$ref'])

/** Whether the schema of a row names a model: its own, or that of its items. */
export const namesModel = (schema: UnknownObject | undefined): boolean =>
  schema !== undefined && (toText(schema['$ref']) || modelOfItems(schema)) !== ''

/** Returns the fields of rows, then those of the model that no row describes. */
function joined(own: FieldContent, model: SchemaField | undefined): FieldContent {
  if (!model?.hasContent) return own
  const { fields, alternatives } = model.open()
  const known = new Set(own.fields.map(({ key }) => key))
  return {
    fields: [...own.fields, ...fields.filter(({ key }) => !known.has(key))],
    alternatives: [...own.alternatives, ...alternatives],
  }
}

function contentOf(inner: readonly Node[], models: RowModels | undefined): FieldContent {
  if (inner.length === 0) return noContent
  const options = inner.filter(({ key }) => alternative.test(key))
  const keyword = options[0] && alternative.exec(options[0].key)?.[1] === 'anyOf' ? 'anyOf' : 'oneOf'
  return {
    fields: inner.filter((one) => !options.includes(one)).map((one) => toField(one, models)),
    alternatives:
      options.length === 0
        ? []
        : [
            {
              keyword,
              options: options.map((one) => ({ ...toField(one, models), name: optionName(one) })),
              discriminator: '',
            },
          ],
  }
}

// an import begins the remark of an alternative with its name
const optionName = ({ key, row }: Node): string => row?.remark.split(' · ')[0] || row?.type || key

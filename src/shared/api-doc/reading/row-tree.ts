import type { Row } from '../api-doc.ts'
import { refName } from '../openapi/schema-helpers.ts'
import { toText } from '../unknown-json.ts'
import { newField, noContent, type SchemaField } from './field.ts'
import { accessOf, choicesOf, factsOf } from './schema-facts.ts'

/** A row of a page, or of the whole item. */
export interface GivenRow extends Row {
  isShared?: boolean
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
 */
export function fieldsOfRows(rows: readonly GivenRow[], isFlat = false): SchemaField[] {
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
  return [...root.below.values()].map(toField)
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

function toField(node: Node): SchemaField {
  const { row } = node
  const item = itemsOf(node)
  const inner = item ? [...item.below.values()] : [...node.below.values()]
  const isList = item !== undefined || [...node.below.keys()].some(isItem)
  const of = item?.row?.type || (inner.length > 0 ? 'object' : '')
  const type = row?.type || (isList ? (of === '' ? 'array' : `array of ${of}`) : node.below.size > 0 ? 'object' : '')
  const own = row?.schema ?? {}
  const ofItems = item?.row?.schema ?? {}
  const texts = [row?.remark ?? '', item?.row?.remark ?? ''].filter((text) => text !== '')
  return newField({
    key: node.key,
    name: row?.name.endsWith(node.key) === false && node.key.includes('~') ? row.name : node.key,
    type,
    isRequired: row?.isRequired ?? false,
    description: texts.join('\n\n'),
    example: row?.value || item?.row?.value || '',
    model: refName(toText(own['$ref'] ?? ofItems['$ref'])),
    isDeprecated: own['deprecated'] === true,
    access: accessOf(own),
    facts: [...factsOf(own), ...factsOf(ofItems, 'items.')],
    choices: choicesOf(own).length > 0 ? choicesOf(own) : choicesOf(ofItems),
    isShared: row?.isShared ?? false,
    hasContent: inner.length > 0,
    open: () => {
      if (inner.length === 0) return noContent
      const options = inner.filter(({ key }) => alternative.test(key))
      const keyword = options[0] && alternative.exec(options[0].key)?.[1] === 'anyOf' ? 'anyOf' : 'oneOf'
      return {
        fields: inner.filter((one) => !options.includes(one)).map(toField),
        alternatives:
          options.length === 0
            ? []
            : [
                {
                  keyword,
                  options: options.map((one) => ({ ...toField(one), name: optionName(one) })),
                  discriminator: '',
                },
              ],
      }
    },
  })
}

// an import begins the remark of an alternative with its name
const optionName = ({ key, row }: Node): string => row?.remark.split(' · ')[0] || row?.type || key

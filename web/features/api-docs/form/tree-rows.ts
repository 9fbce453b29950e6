import { type NewRow, parseRows, type Row } from '#shared/api-doc/api-doc.ts'
import { renamed, splitName } from '#shared/api-doc/row-names.ts'
import { valueAt } from './api-shape.ts'
import {
  elementTextFor,
  elementTextsAt,
  isFault,
  type Path,
  readSource,
  replaceAt,
  type Source,
} from './json-source-edit.ts'
import { type RowKind, setCell, shownRows, storedRow } from './row-edits.ts'

/** A row in the tree that the names of the rows make: `data.list[].id` is in `data.list`. */
export interface TreeRow {
  row: Row
  /** Its place in the stored list. */
  at: number
  /** The row that it is in; undefined on the first level. */
  parent: TreeRow | undefined
  depth: number
  /** What its name begins with; the rest is its label. */
  prefix: string
  label: string
  /** `item` and `option` have no name of their own: what a list holds, one alternative of several. */
  kind: 'field' | 'item' | 'option'
  children: TreeRow[]
}

function toNode(row: Row, at: number, parent: TreeRow | undefined): TreeRow {
  const { name } = row
  const base = parent?.row.name ?? ''
  const rest = name.slice(base.length)
  const [step = ''] = /^(?:\[\d*\]|\((?:oneOf|anyOf) \d+\))$/.exec(rest) ?? []
  const kind = step === '' ? 'field' : step.startsWith('[') ? 'item' : 'option'
  // the fields of a list's items are shown in the list itself when the items have no row
  const [infix = ''] = (parent && /^(?:\[\d*\])*\.?/.exec(rest)) ?? []
  const prefix = kind === 'field' ? base + infix : base
  return {
    row,
    at,
    parent,
    depth: parent ? parent.depth + 1 : 0,
    prefix,
    label: name.slice(prefix.length),
    kind,
    children: [],
  }
}

/** Returns the rows of a list as a tree. A row is in the row with the longest name that its own begins with. */
export function treeOf(rows: readonly Row[]): TreeRow[] {
  const first = new Map<string, number>()
  rows.forEach(({ name }, at) => {
    if (!first.has(name)) first.set(name, at)
  })
  const nodes = new Map<number, TreeRow>()
  const nodeAt = (at: number, row: Row): TreeRow => {
    const known = nodes.get(at)
    if (known) return known
    let parent: TreeRow | undefined
    for (let [name] = splitName(row.name); name !== ''; [name] = splitName(name)) {
      const place = first.get(name)
      const found = place === undefined ? undefined : rows[place]
      if (place === undefined || !found) continue
      parent = nodeAt(place, found)
      break
    }
    const node = toNode(row, at, parent)
    nodes.set(at, node)
    return node
  }
  const roots: TreeRow[] = []
  rows.forEach((row, at) => {
    const node = nodeAt(at, row)
    ;(node.parent?.children ?? roots).push(node)
  })
  return roots
}

/** Returns the rows of a tree from top to bottom, without those that are in a row for which `isFolded` holds. */
export function flatRows(roots: readonly TreeRow[], isFolded: (row: TreeRow) => boolean = () => false): TreeRow[] {
  return roots.flatMap((one) => [one, ...(isFolded(one) ? [] : flatRows(one.children, isFolded))])
}

/** A row of a list after a change: one that was at a place before, perhaps with another name, or a new one. */
export type Placed = { at: number; name: string } | { row: NewRow }

/** Writes a list in a new order, with other names and more or fewer rows. Rows that keep their name keep their bytes. */
export function arrangeRows(source: Source, path: Path, kind: RowKind, placed: readonly Placed[]): string {
  const pieces = elementTextsAt(source, path)
  const rows = parseRows(valueAt(source.value, path))
  const next = placed.map((one) => {
    if ('row' in one) return elementTextFor(source, path, storedRow(kind, one.row))
    const piece = pieces[one.at] ?? '{}'
    if (rows[one.at]?.name === one.name) return piece
    const inList = readSource(`[${piece}]`)
    return isFault(inList) ? piece : setCell(inList, [], kind, 0, { name: one.name }).slice(1, -1)
  })
  const empty = pieces.slice(shownRows(source.value, path).length)
  return replaceAt(source, path, [...next, ...empty])
}

const stay = ({ at, row }: TreeRow): Placed => ({ at, name: row.name })
const stayAll = (nodes: readonly TreeRow[]): Placed[] => flatRows(nodes).map(stay)

const moved = (node: TreeRow, name: string): Placed[] =>
  flatRows([node]).map(({ at, row }) => ({ at, name: renamed(row.name, node.row.name, name) }))

/** Returns the list with the children of one row, or the first level, replaced. */
function withChildren(
  roots: readonly TreeRow[],
  parent: TreeRow | undefined,
  children: (nodes: readonly TreeRow[]) => Placed[],
): Placed[] {
  if (!parent) return children(roots)
  return roots.flatMap((one) =>
    one === parent
      ? [stay(one), ...children(one.children)]
      : [stay(one), ...withChildren(one.children, parent, children)],
  )
}

/** Renames a row, and with it all that is in it. */
export const renameNode = (roots: readonly TreeRow[], node: TreeRow, label: string): Placed[] => {
  const name = node.prefix + label
  return flatRows(roots).map(({ at, row }) => ({ at, name: renamed(row.name, node.row.name, name) }))
}

/** Removes a row with all that is in it. */
export const removeNode = (roots: readonly TreeRow[], node: TreeRow): Placed[] => {
  const gone = new Set(flatRows([node]))
  return flatRows(roots)
    .filter((one) => !gone.has(one))
    .map(stay)
}

const siblingsOf = (roots: readonly TreeRow[], { parent }: TreeRow) => parent?.children ?? roots

/** Moves a row by one place among those of its level; undefined at the end of them. */
export function shiftNode(roots: readonly TreeRow[], node: TreeRow, step: -1 | 1): Placed[] | undefined {
  const siblings = siblingsOf(roots, node)
  const at = siblings.indexOf(node)
  if (at + step < 0 || at + step >= siblings.length) return undefined
  return withChildren(roots, node.parent, (nodes) => stayAll(nodes.toSpliced(at, 1).toSpliced(at + step, 0, node)))
}

/** Returns a name that no row has: the given one, or with a number. */
function freeName(roots: readonly TreeRow[], prefix: string, label: string): string {
  const names = new Set(flatRows(roots).map(({ row }) => row.name))
  let name = prefix + label
  for (let number = 2; names.has(name); number++) name = `${prefix}${label}${number}`
  return name
}

const isList = ({ row, children }: TreeRow) =>
  /^(?:array|list)\b|\[\]$/i.test(row.type) || children.some(({ kind }) => kind === 'item')

const choiceOf = ({ row, children }: TreeRow): string | undefined =>
  /^(oneOf|anyOf)$/i.exec(row.type.trim())?.[1]?.replace(/of$/i, 'Of') ??
  /\((oneOf|anyOf) /.exec(children.find(({ kind }) => kind === 'option')?.row.name ?? '')?.[1]

/** Whether a row can have others in it, by its type. */
export const canHold = (node: TreeRow): boolean =>
  node.children.length > 0 || /^(?:object|obj|map|json|array|list|oneOf|anyOf)\b|\[\]$/i.test(node.row.type.trim())

/** Returns where a new field goes that is added to a row: what its name begins with, and the row that it is in. */
function roomIn(node: TreeRow): { prefix: string; parent: TreeRow } {
  const items = node.children.find(({ kind }) => kind === 'item')
  if (items) return roomIn(items)
  return { prefix: `${node.row.name}${isList(node) ? '[]' : ''}.`, parent: node }
}

/** Adds a field to a row, or another alternative to one that has alternatives. Returns its name too. */
export function addChild(roots: readonly TreeRow[], node: TreeRow, label: string): { placed: Placed[]; name: string } {
  const choice = choiceOf(node)
  if (choice) {
    const numbers = node.children.map(({ row }) => Number(/(\d+)\)$/.exec(row.name)?.[1] ?? 0))
    const name = `${node.row.name}(${choice} ${Math.max(0, ...numbers) + 1})`
    const row = { name, type: 'object' }
    return { placed: withChildren(roots, node, (nodes) => [...stayAll(nodes), { row }]), name }
  }
  const { prefix, parent } = roomIn(node)
  const name = freeName(roots, prefix, label)
  return { placed: withChildren(roots, parent, (nodes) => [...stayAll(nodes), { row: { name } }]), name }
}

/** Adds a field after a row and all that is in it, on the same level. */
export function addAfter(roots: readonly TreeRow[], node: TreeRow, label: string): { placed: Placed[]; name: string } {
  if (node.kind !== 'field' && node.parent) return addChild(roots, node.kind === 'option' ? node.parent : node, label)
  const name = freeName(roots, node.prefix, label)
  const at = siblingsOf(roots, node).indexOf(node)
  const placed = withChildren(roots, node.parent, (nodes) => [
    ...stayAll(nodes.slice(0, at + 1)),
    { row: { name } },
    ...stayAll(nodes.slice(at + 1)),
  ])
  return { placed, name }
}

/** Adds rows after a row, on its level, in place of it when it is empty: their names are those below its parent. */
export function insertAfter(roots: readonly TreeRow[], node: TreeRow, rows: readonly NewRow[]): Placed[] {
  const at = siblingsOf(roots, node).indexOf(node)
  const isEmpty = node.row.name === '' || (node.label === '' && node.children.length === 0)
  return withChildren(roots, node.parent, (nodes) => [
    ...stayAll(nodes.slice(0, isEmpty ? at : at + 1)),
    ...rows.map((row) => ({ row: { ...row, name: node.prefix + row.name } })),
    ...stayAll(nodes.slice(at + 1)),
  ])
}

/** Puts a row into the one before it on its level; undefined when that cannot have fields. */
export function indentNode(roots: readonly TreeRow[], node: TreeRow): { placed: Placed[]; name: string } | undefined {
  const siblings = siblingsOf(roots, node)
  const before = siblings[siblings.indexOf(node) - 1]
  if (!before || node.kind !== 'field' || !canHold(before) || choiceOf(before)) return undefined
  const { prefix, parent } = roomIn(before)
  const name = freeName(roots, prefix, node.label)
  const rest = removeNode(roots, node)
  const last = flatRows([parent]).at(-1)?.at
  const place = rest.findIndex((one) => 'at' in one && one.at === last)
  return { placed: rest.toSpliced(place + 1, 0, ...moved(node, name)), name }
}

/** Takes a row out of the one that it is in, to the place after it; undefined on the first level. */
export function outdentNode(roots: readonly TreeRow[], node: TreeRow): { placed: Placed[]; name: string } | undefined {
  let { parent } = node
  while (parent && parent.kind === 'item') parent = parent.parent
  if (!parent || node.kind !== 'field' || parent.kind !== 'field') return undefined
  const name = freeName(roots, parent.prefix, node.label)
  const rest = removeNode(roots, node)
  const inside = new Set(flatRows([node]))
  const last = flatRows([parent]).findLast((one) => !inside.has(one))?.at
  const place = rest.findIndex((one) => 'at' in one && one.at === last)
  return { placed: rest.toSpliced(place + 1, 0, ...moved(node, name)), name }
}

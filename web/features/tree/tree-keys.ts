import type { TreeRow } from './tree-rows.ts'

/** What a key does in the tree: moves to a row, or opens or closes the catalog of the present one. */
export type TreeMove = { to: number } | { toggle: boolean } | undefined

const parentOf = (rows: readonly TreeRow[], at: number): number => {
  const level = rows[at]?.level ?? 1
  return rows.findLastIndex((row, index) => index < at && row.level < level)
}

/** What the key `key` means on the row `at`. Source: ARIA practices, tree view. */
export function treeMove(rows: readonly TreeRow[], at: number, key: string): TreeMove {
  const row = rows[at]
  if (!row) return undefined
  const last = rows.length - 1
  const isCatalog = row.node.kind === 'catalog'
  if (key === 'ArrowDown') return { to: Math.min(at + 1, last) }
  if (key === 'ArrowUp') return { to: Math.max(at - 1, 0) }
  if (key === 'Home') return { to: 0 }
  if (key === 'End') return { to: last }
  if (key === 'ArrowRight') {
    if (isCatalog && !row.isOpen) return { toggle: true }
    return (rows[at + 1]?.level ?? 0) > row.level ? { to: at + 1 } : undefined
  }
  if (key === 'ArrowLeft') {
    if (isCatalog && row.isOpen) return { toggle: false }
    const parent = parentOf(rows, at)
    return parent < 0 ? undefined : { to: parent }
  }
  return undefined
}

/** The row after `at` (or `at` itself, for more than one letter) whose name begins with what was typed; -1 when none does. */
export function typedRow(rows: readonly TreeRow[], at: number, typed: string): number {
  const start = typed.length > 1 ? at : at + 1
  const begins = (index: number) => rows[index % rows.length]?.node.title.toLowerCase().startsWith(typed)
  for (let step = 0; step < rows.length; step++) if (begins(start + step)) return (start + step) % rows.length
  return -1
}

/** What a key does in a tree: moves to a row, or expands or collapses the current one. */
type TreeMove = { to: number } | { toggle: boolean } | undefined

/** A visible row of a tree. */
interface Line {
  /** From 1. */
  level: number
  isOpen: boolean
}

const parentOf = (rows: readonly Line[], at: number): number => {
  const level = rows[at]?.level ?? 1
  return rows.findLastIndex((row, index) => index < at && row.level < level)
}

/** Returns what the key `key` does on the row `at`. Source: ARIA practices, tree view. */
export function treeMove<R extends Line>(
  rows: readonly R[],
  at: number,
  key: string,
  canOpen: (row: R) => boolean,
): TreeMove {
  const row = rows[at]
  if (!row) return undefined
  const last = rows.length - 1
  if (key === 'ArrowDown') return { to: Math.min(at + 1, last) }
  if (key === 'ArrowUp') return { to: Math.max(at - 1, 0) }
  if (key === 'Home') return { to: 0 }
  if (key === 'End') return { to: last }
  if (key === 'ArrowRight') {
    if (canOpen(row) && !row.isOpen) return { toggle: true }
    return (rows[at + 1]?.level ?? 0) > row.level ? { to: at + 1 } : undefined
  }
  if (key === 'ArrowLeft') {
    if (canOpen(row) && row.isOpen) return { toggle: false }
    const parent = parentOf(rows, at)
    return parent < 0 ? undefined : { to: parent }
  }
  return undefined
}

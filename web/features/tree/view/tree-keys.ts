import type { TreeRow } from './tree-rows.ts'

/**
 * Returns the row after `at` (or `at` itself, for more than one character) whose name begins with the typed characters;
 * -1 if none.
 */
export function typedRow(rows: readonly TreeRow[], at: number, typed: string): number {
  const start = typed.length > 1 ? at : at + 1
  const begins = (index: number) => rows[index % rows.length]?.node.title.toLowerCase().startsWith(typed)
  for (let step = 0; step < rows.length; step++) if (begins(start + step)) return (start + step) % rows.length
  return -1
}

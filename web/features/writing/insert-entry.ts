import type { ReactNode } from 'react'

/** Something that can be put into a page, from a menu. */
export interface InsertEntry {
  id: string
  label: string
  icon?: ReactNode
  shortcut?: string
  /** Other words that it is found by, in both languages. */
  words?: string[]
  /** Whether it goes into a line, so also into the cell of a table. */
  isInline?: boolean
  run: () => void
}

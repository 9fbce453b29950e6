import type { ReactNode } from 'react'

/** A menu entry that inserts something into a page. */
export interface InsertEntry {
  id: string
  label: string
  icon?: ReactNode
  shortcut?: string
  /** Further keywords, in both languages. */
  words?: string[]
  /** Whether it is inline, and therefore allowed in a table cell. */
  isInline?: boolean
  run: () => void
}

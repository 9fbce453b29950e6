import { $ctx } from '@milkdown/kit/utils'
import type { InsertEntry } from '#web/features/writing/index.tsx'

/** What views and menus may know of the page that is written. */
export type VisualPage = {
  item_id: number
  page_id: number
  /** What else the `/` menu offers now. */
  entries: () => readonly InsertEntry[]
}

/** The page that the visual editor writes. */
export const visualPageCtx = $ctx<VisualPage, 'visualPage'>({ item_id: 0, page_id: 0, entries: () => [] }, 'visualPage')

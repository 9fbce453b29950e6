import { $ctx } from '@milkdown/kit/utils'
import type { InsertEntry } from '#web/features/editor/core/index.tsx'

/** The page data available to views and menus. */
export type VisualPage = {
  item_id: number
  page_id: number
  /** Returns the current additional entries of the `/` menu. */
  entries: () => readonly InsertEntry[]
}

/** The page that the visual editor edits. */
export const visualPageCtx = $ctx<VisualPage, 'visualPage'>({ item_id: 0, page_id: 0, entries: () => [] }, 'visualPage')

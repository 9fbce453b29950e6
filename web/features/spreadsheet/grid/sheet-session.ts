import type { WorkbookInstance } from '@fortune-sheet/react'
import { atom, type Getter } from 'jotai'
import type { BookSerializer } from './book-serializer.ts'
import type { UnevaluatedFormula } from './formula-evaluator.ts'
import type { GridPosition, GridSheet } from './grid-types.ts'

/** The open spreadsheet. */
export interface SheetSession {
  page_id: number
  item_id: number
  page_title: string
  uid: string
  /** The text that the server has, as far as known, and its version. */
  saved: string
  base_version: number
  /** When this window last saved, in ms since 1970. */
  saved_at: number | undefined
  /** The texts sent since the server's last response: it may have stored one of them. */
  sent: readonly string[]
}

/** The content of the grid. Another `id` creates the grid again. */
export interface LoadedBook {
  id: number
  serializer: BookSerializer
  /** The index of the sheet shown first, from 0; the first of the book when not set. */
  initialSheet?: number | undefined
  /** Whether the grid has reported its state. */
  isReady: boolean
}

/** The open spreadsheet; undefined while there is none. */
export const sheetSessionAtom = atom<SheetSession>()

/** The content of the grid. */
export const loadedBookAtom = atom<LoadedBook>()

/** The grid's current state. Mutable: it is read on saving and triggers no rendering. */
export interface GridBuffer {
  sheets: readonly GridSheet[] | undefined
  book: WorkbookInstance | null
  /** The number of actions that changed something. */
  edits: number
  /** Formulas whose results were passed to the grid, until its state includes them. */
  evaluated?: readonly UnevaluatedFormula[] | undefined
}

/** The grid's current state. */
export const bufferAtom = atom<GridBuffer>({ sheets: undefined, book: null, edits: 0 })

/** Returns the text to store for the grid's state; undefined before the grid has reported it. */
export function getBookText(get: Getter): string | undefined {
  const board = get(loadedBookAtom)
  const { sheets } = get(bufferAtom)
  return board?.isReady && sheets ? board.serializer.text(sheets) : undefined
}

/** The selected cell. */
export const selectedAtom = atom<GridPosition>()

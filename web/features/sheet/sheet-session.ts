import type { WorkbookInstance } from '@fortune-sheet/react'
import { atom, type Getter } from 'jotai'
import type { BookSerializer } from './book-serializer.ts'
import type { UnevaluatedFormula } from './formula-evaluator.ts'
import type { GridPosition, GridSheet } from './grid-types.ts'

/** The spreadsheet that lies open. */
export interface SheetSession {
  page_id: number
  item_id: number
  page_title: string
  uid: string
  /** What the server has, as far as known here, and its version. */
  saved: string
  base_version: number
  /** When this window last saved, ms since 1970. */
  saved_at: number | undefined
  /** What was sent since the server last answered: it may have one of them. */
  sent: readonly string[]
}

/** What stands in the grid. Another `id` makes the grid start anew. */
export interface LoadedBook {
  id: number
  serializer: BookSerializer
  /** Which sheet is in view at first, counted from 0; the first of the book without it. */
  initialSheet?: number | undefined
  /** Whether the grid has told what it holds. */
  isReady: boolean
}

/** The open spreadsheet; undefined while none is. */
export const sheetSessionAtom = atom<SheetSession>()

/** What stands in the grid. */
export const loadedBookAtom = atom<LoadedBook>()

/** What the grid holds just now. Changed in place: it is read when something is saved, and draws nothing. */
export interface GridBuffer {
  sheets: readonly GridSheet[] | undefined
  book: WorkbookInstance | null
  /** Counts the deeds that changed something. */
  edits: number
  /** Formulas whose results were handed to the grid, until it holds them. */
  evaluated?: readonly UnevaluatedFormula[] | undefined
}

/** What the grid holds just now. */
export const bufferAtom = atom<GridBuffer>({ sheets: undefined, book: null, edits: 0 })

/** The text to store for what the grid holds; undefined before it has told. */
export function getBookText(get: Getter): string | undefined {
  const board = get(loadedBookAtom)
  const { sheets } = get(bufferAtom)
  return board?.isReady && sheets ? board.serializer.text(sheets) : undefined
}

/** The cell that the person is at. */
export const selectedAtom = atom<GridPosition>()

import type { WorkbookInstance } from '@fortune-sheet/react'
import { atom, type Getter } from 'jotai'
import { createSession, type Session } from '#web/features/editor/session/index.ts'
import type { BookMerge } from '#web/lib/spreadsheet/merge.ts'
import type { BookSerializer } from './book-serializer.ts'
import type { UnevaluatedFormula } from './formula-evaluator.ts'
import type { GridPosition, GridSheet } from './grid-types.ts'

/** The open spreadsheet. */
export interface SheetSession extends Session<string> {
  page_title: string
}

/** Changes that others saved in the meantime, including cells that both changed. */
interface SheetConflict {
  merge: BookMerge
  theirs: { text: string; version: number; name: string }
  /** Leaves the conflict unresolved: nothing is stored until the user saves again. */
  defer: () => void
}

/** The content of the grid. Another `id` creates the grid again. */
interface LoadedBook {
  id: number
  serializer: BookSerializer
  /** The index of the sheet shown first, from 0; the first of the book when not set. */
  initialSheet?: number | undefined
  /** Whether the grid has reported its state. */
  isReady: boolean
}

/** The state of the spreadsheet editor. */
export const sheetSession = createSession<SheetSession, SheetConflict>()

/** The parts of the state of the spreadsheet editor. A conflict is resolved cell by cell. */
export const {
  sessionAtom: sheetSessionAtom,
  visitAtom,
  isUnsavedAtom,
  draftStateAtom,
  saveErrorAtom,
  conflictAtom,
  isSavingAtom,
} = sheetSession

/** The content of the grid. */
export const loadedBookAtom = atom<LoadedBook>()

/** The grid's current state. Mutable: it is read on saving and triggers no rendering. */
interface GridBuffer {
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

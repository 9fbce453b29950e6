import { atom } from 'jotai'
import type { CursorPosition, SourceView } from './source-view.ts'

/** The source editor on the screen. */
export const sourceViewAtom = atom<SourceView>()

/** The position of its cursor. */
export const cursorAtom = atom<CursorPosition>({ line: 1, column: 1, selected: 0, inTable: false })

/** Whether the cursor is in a table; separate, because it changes less often than the position. */
export const isInTableAtom = atom((get) => get(cursorAtom).inTable)

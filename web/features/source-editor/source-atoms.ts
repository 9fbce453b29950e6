import { atom } from 'jotai'
import type { CursorPosition, SourceView } from './source-view.ts'

/** The source editor on the screen. */
export const sourceViewAtom = atom<SourceView>()

/** Where its cursor is. */
export const cursorAtom = atom<CursorPosition>({ line: 1, column: 1, selected: 0, inTable: false })

/** Whether it is in a table; by itself, for it changes less often than its place. */
export const isInTableAtom = atom((get) => get(cursorAtom).inTable)

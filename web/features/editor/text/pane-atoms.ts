import { atom } from 'jotai'

/** Whether a narrow window shows the preview instead of the text. */
export const isPreviewOnlyAtom = atom(false)

/**
 * Where the next editing surface begins: the line, from 1, and the number of characters before the cursor of the last
 * one.
 */
export const startPositionAtom = atom({ line: 1, letters: 0 })

/** Why visual mode was requested but is not available. */
export const visualModeErrorAtom = atom<'tooLong'>()

/** Whether only the text and its toolbar fill the screen. */
export const isFullScreenAtom = atom(false)

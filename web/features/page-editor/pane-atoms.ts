import { atom } from 'jotai'

/** Whether a narrow window shows the preview in place of the text. */
export const isPreviewOnlyAtom = atom(false)

/** The line that the next surface begins at, from 1, and how many letters of it go before: where the cursor of the last one was. */
export const startPositionAtom = atom({ line: 1, letters: 0 })

/** Why the visual way of writing was asked for and not given. */
export const visualModeErrorAtom = atom<'tooLong'>()

/** Whether nothing but the text and its tools fills the screen. */
export const isFullScreenAtom = atom(false)

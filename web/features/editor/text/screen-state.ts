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

/** A dialog of the open page. */
type EditorDialog = 'notify' | 'order' | 'attachments' | 'history' | 'saveTemplate'

const openAtom = atom<EditorDialog>()

/**
 * The delay after which the menu has closed and the text has focus again, in ms. Focus returns there when the dialog
 * closes.
 */
const menuGoneMs = 100

/** The dialog that is open over the editor; undefined while there is none. */
export const dialogAtom = atom((get) => get(openAtom))

/** Opens a dialog over the editor, also from a menu. */
export const openDialogAtom = atom(null, (_get, set, which: EditorDialog) => {
  setTimeout(() => set(openAtom, which), menuGoneMs)
})

/** Closes the dialog over the editor. */
export const closeDialogAtom = atom(null, (_get, set) => set(openAtom, undefined))

import { atom } from 'jotai'

/** A window that belongs to the open page. */
export type EditorDialog = 'notify' | 'order' | 'attachments' | 'history' | 'saveTemplate'

const openAtom = atom<EditorDialog>()

/** When the menu has gone and the text has the focus again, in ms: there it comes back to when the window closes. */
const menuGoneMs = 100

/** The window that is open over the editor; undefined while none is. */
export const dialogAtom = atom((get) => get(openAtom))

/** Opens a window over the editor, also from a menu. */
export const openDialogAtom = atom(null, (_get, set, which: EditorDialog) => {
  setTimeout(() => set(openAtom, which), menuGoneMs)
})

/** Closes the window over the editor. */
export const closeDialogAtom = atom(null, (_get, set) => set(openAtom, undefined))

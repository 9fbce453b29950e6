import { atom } from 'jotai'

/** A window that belongs to the open page. */
export type EditorWindow = 'notify' | 'order' | 'attachments' | 'history' | 'saveTemplate'

const openAtom = atom<EditorWindow>()

/** When the menu has gone and the text has the focus again, in ms: there it comes back to when the window closes. */
const menuGoneMs = 100

/** The window that is open over the editor; undefined while none is. */
export const windowAtom = atom((get) => get(openAtom))

/** Opens a window over the editor, also from a menu. */
export const openWindowAtom = atom(null, (_get, set, which: EditorWindow) => {
  setTimeout(() => set(openAtom, which), menuGoneMs)
})

/** Closes the window over the editor. */
export const closeWindowAtom = atom(null, (_get, set) => set(openAtom, undefined))

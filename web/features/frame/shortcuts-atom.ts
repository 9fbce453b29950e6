import { atom } from 'jotai'

/** Whether the list of shortcuts is open. */
export const shortcutsOpenAtom = atom(false)

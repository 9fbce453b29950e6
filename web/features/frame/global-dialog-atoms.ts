import { atom } from 'jotai'

/** Whether the list of shortcuts is open. */
export const shortcutsOpenAtom = atom(false)

/** Whether the dialog for feedback is open. */
export const feedbackOpenAtom = atom(false)

/** Whether the dialog about the product is open. */
export const aboutOpenAtom = atom(false)

import { atom } from 'jotai'

/** Whether the shortcuts dialog is open. */
export const shortcutsOpenAtom = atom(false)

/** Whether the feedback dialog is open. */
export const feedbackOpenAtom = atom(false)

/** Whether the about dialog is open. */
export const aboutOpenAtom = atom(false)

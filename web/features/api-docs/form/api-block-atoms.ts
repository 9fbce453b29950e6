import { atom } from 'jotai'

/** Whether the dialog that creates an API block from a command or from JSON is open. */
export const isApiBlockOpenAtom = atom(false)

/** Opens the dialog after the menu has closed, so that closing the dialog returns the focus to the page. */
export const openApiBlockAtom = atom(null, (_get, set) => {
  window.setTimeout(() => set(isApiBlockOpenAtom, true), 80)
})

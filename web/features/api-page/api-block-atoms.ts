import { atom } from 'jotai'

/** Whether the window that makes an API block of a command or of JSON is open. */
export const isApiBlockOpenAtom = atom(false)

/** Opens it once the menu has gone, so that closing gives the focus back to the page. */
export const openApiBlockAtom = atom(null, (_get, set) => {
  window.setTimeout(() => set(isApiBlockOpenAtom, true), 80)
})

import { atom } from 'jotai'

/** A text to use the next time the editor opens on a page (0: a new one); it is shown unsaved. */
export const initialTextAtom = atom<{ page_id: number; text: string }>()

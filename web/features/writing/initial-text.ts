import { atom } from 'jotai'

/** A text for the next time that the editor opens on a page (0: a new one); it stands there unsaved. */
export const initialTextAtom = atom<{ page_id: number; text: string }>()

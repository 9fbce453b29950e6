import { atom } from 'jotai'

/** The page that is on show; undefined for none. The watch for messages asks for its versions as well. */
export const currentPageAtom = atom<string>()

/** The newest version of that page, as the watch told it last; undefined while nothing is told, as for visitors. */
export const latestVersionAtom = atom<{ page_id: string; page_version: number }>()

import { atom } from 'jotai'

/** The page that is open; undefined for none. The message stream requests its versions as well. */
export const currentPageAtom = atom<string>()

/**
 * The newest version of that page, as last received from the stream; undefined when none was received, as for visitors.
 */
export const latestVersionAtom = atom<{ page_id: string; page_version: number }>()

import { atom } from 'jotai'

/** Nothing has changed. */
export const noUnreadChanges: ReadonlySet<string> = new Set()

/** What others have saved in the item on show since the person read it: keys of the tree, for pages and the catalogs above. */
export const unreadChangesAtom = atom(noUnreadChanges)

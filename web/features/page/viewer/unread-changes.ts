import { atom } from 'jotai'

/** No unread changes. */
export const noUnreadChanges: ReadonlySet<string> = new Set()

/**
 * What others have saved in the current item since the user read it: keys of the tree, for pages and the catalogs above
 * them.
 */
export const unreadChangesAtom = atom(noUnreadChanges)

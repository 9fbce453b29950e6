import { atom } from 'jotai'
import { persistedAtom } from '#web/features/account/preferences/index.tsx'

export { wideTextAtom } from '#web/features/account/preferences/index.tsx'

/** The limits of the tree's width, in px. Source: interface guide 2.1. */
export const treeWidths = { least: 220, usual: 264, most: 480 }

/** The width of the tree, in px; stored in this browser. */
export const treeWidthAtom = persistedAtom<number>('docstead.tree-width', treeWidths.usual)

/** Whether the tree next to the text is hidden; stored in this browser. */
export const treeHiddenAtom = persistedAtom<boolean>('docstead.tree-hidden', false)

/** Whether the outline next to the text is hidden; stored in this browser. */
export const outlineHiddenAtom = persistedAtom<boolean>('docstead.outline-hidden', false)

/** Whether only the text is shown. */
export const fullScreenAtom = atom(false)

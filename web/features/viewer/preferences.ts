import { atom } from 'jotai'
import { persistedAtom } from '#web/features/preferences/index.tsx'

export { wideTextAtom } from '#web/features/preferences/index.tsx'

/** How wide the tree may be, in px. Source: interface guide 2.1. */
export const treeWidths = { least: 220, usual: 264, most: 480 }

/** The width of the tree, in px; remembered in this browser. */
export const treeWidthAtom = persistedAtom<number>('docstead.tree-width', treeWidths.usual)

/** Whether the tree beside the text is hidden; remembered. */
export const treeHiddenAtom = persistedAtom<boolean>('docstead.tree-hidden', false)

/** Whether the outline beside the text is hidden; remembered. */
export const outlineHiddenAtom = persistedAtom<boolean>('docstead.outline-hidden', false)

/** Whether nothing but the text is shown. */
export const fullScreenAtom = atom(false)

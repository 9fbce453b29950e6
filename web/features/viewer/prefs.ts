import { atom, type WritableAtom } from 'jotai'
import { atomWithLazy } from 'jotai/utils'
import { readStored, writeStored } from '#web/lib/storage.ts'

function remembered<T>(key: string, initial: T): WritableAtom<T, [T], void> {
  const isOfKind = (value: unknown): value is T => typeof value === typeof initial
  const kept = atomWithLazy<T>(() => readStored(key, initial, isOfKind))
  return atom(
    (get) => get(kept),
    (_get, set, value) => {
      writeStored(key, value)
      set(kept, value)
    },
  )
}

/** How wide the tree may be, in px. Source: interface guide 2.1. */
export const treeWidths = { least: 220, usual: 264, most: 480 }

/** The width of the tree, in px; remembered in this browser. */
export const treeWidthAtom = remembered<number>('docstead.tree-width', treeWidths.usual)

/** Whether the tree beside the text is hidden; remembered. */
export const treeHiddenAtom = remembered<boolean>('docstead.tree-hidden', false)

/** Whether the outline beside the text is hidden; remembered. */
export const outlineHiddenAtom = remembered<boolean>('docstead.outline-hidden', false)

/** Whether the text takes more of the window's width; remembered. */
export const wideTextAtom = remembered<boolean>('docstead.wide-text', false)

/** Whether nothing but the text is shown. */
export const fullScreenAtom = atom(false)

import { atom, type WritableAtom } from 'jotai'
import { atomWithLazy } from 'jotai/utils'
import { readStored, writeStored } from '#web/lib/storage.ts'

/**
 * Creates an atom whose value is stored in this browser.
 *
 * @param isValid checks stored values; by default they must have the type of `initial`
 */
export function persistedAtom<T>(
  key: string,
  initial: T,
  isValid: (value: unknown) => value is T = (value): value is T => typeof value === typeof initial,
): WritableAtom<T, [T], void> {
  const storedAtom = atomWithLazy<T>(() => readStored(key, initial, isValid))
  return atom(
    (get) => get(storedAtom),
    (_get, set, value) => {
      writeStored(key, value)
      set(storedAtom, value)
    },
  )
}

/** The editor mode: source only, source with preview, or visual. */
export type EditorMode = 'source' | 'split' | 'visual'

const isMode = (value: unknown): value is EditorMode => value === 'source' || value === 'split' || value === 'visual'

/** The editor mode, remembered in this browser. */
export const editorModeAtom = persistedAtom<EditorMode>('docstead.editor.mode', 'split', isMode)

/** Whether the text of a page uses more of the window's width. */
export const wideTextAtom = persistedAtom<boolean>('docstead.wide-text', false)

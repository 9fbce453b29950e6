import { atom, type WritableAtom } from 'jotai'
import { atomWithLazy } from 'jotai/utils'
import { readStored, writeStored } from '#web/lib/storage.ts'

/**
 * A choice that this browser remembers.
 *
 * @param isValid what of it may be stored; anything of the kind of `initial` unless told
 */
export function persistedAtom<T>(
  key: string,
  initial: T,
  isValid: (value: unknown) => value is T = (value): value is T => typeof value === typeof initial,
): WritableAtom<T, [T], void> {
  const kept = atomWithLazy<T>(() => readStored(key, initial, isValid))
  return atom(
    (get) => get(kept),
    (_get, set, value) => {
      writeStored(key, value)
      set(kept, value)
    },
  )
}

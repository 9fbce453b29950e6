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

import { atom } from 'jotai'
import { readStored, writeStored } from '#web/lib/storage.ts'
import { type GroupKey, parseGroupKey } from './group.ts'
import type { Sort } from './sort-and-filter.ts'

/** The view of the list. */
type View = 'cards' | 'rows'

const stored = <V extends string>(key: string, isValid: (value: unknown) => value is V, fallback: V) => {
  const valueAtom = atom(readStored<V>(key, fallback, isValid))
  return atom(
    (get) => get(valueAtom),
    (_get, set, value: V) => {
      writeStored(key, value)
      set(valueAtom, value)
    },
  )
}

const oneOf =
  <V extends string>(values: readonly V[]) =>
  (value: unknown): value is V =>
    values.some((one) => one === value)

/** Cards or rows, remembered in this browser. */
export const viewAtom = stored<View>('docstead.items.view', oneOf(['cards', 'rows']), 'cards')

/** The sort order, remembered in this browser. */
export const sortAtom = stored<Sort>('docstead.items.sort', oneOf(['updated', 'name', 'own']), 'updated')

/** The group chosen last, remembered in this browser; the URL takes precedence. */
export const lastGroupAtom = stored<GroupKey>(
  'docstead.items.group',
  (value): value is GroupKey => typeof value === 'string' && parseGroupKey(value) !== undefined,
  'all',
)

const startedKey = 'docstead.getting-started'
const startedAtom = atom(readStored<boolean>(startedKey, false))

/** Whether the "Getting started" note is shown; setting it to false dismisses it for good. */
export const gettingStartedAtom = atom(
  (get) => get(startedAtom),
  (_get, set, shown: boolean) => {
    writeStored(startedKey, shown)
    set(startedAtom, shown)
  },
)

/** Shows the "Getting started" note on the next item list in this browser. */
export const beginGettingStarted = (): void => {
  writeStored(startedKey, true)
}

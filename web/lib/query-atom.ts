import { atom, type WritableAtom } from 'jotai'
import { isTransientError } from '#web/lib/api.ts'

/** The state of a query: its value or its error; undefined while loading. */
export type QueryResult<T> = { value: T } | { error: unknown } | undefined

/** A query atom. Writing refetches, or updates the known value until the next fetch. */
export type QueryAtom<T> = WritableAtom<QueryResult<T>, [change?: (value: T) => T], Promise<void>>

/**
 * Creates an atom that fetches when it is first mounted. Writing without a value refetches: the previous value stays
 * until the response arrives, and stays for good if the refetch fails with a temporary error. Writing a function
 * updates the known value at once, for optimistic updates.
 */
export function queryAtom<T>(ask: () => Promise<T>): QueryAtom<T> {
  const knownAtom = atom<QueryResult<T>>(undefined)
  let last = 0
  const told: QueryAtom<T> = atom(
    (get) => get(knownAtom),
    async (get, set, change) => {
      const known = get(knownAtom)
      if (change) {
        if (known && 'value' in known) set(knownAtom, { value: change(known.value) })
        return
      }
      last += 1
      const turn = last
      const answer = await ask().then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      )
      const isLost = 'error' in answer && isTransientError(answer.error) && known !== undefined && 'value' in known
      if (turn === last && !isLost) set(knownAtom, answer)
    },
  )
  told.onMount = (run) => {
    void run()
  }
  return told
}

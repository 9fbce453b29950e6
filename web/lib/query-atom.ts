import { atom, type WritableAtom } from 'jotai'
import { isTransientError } from '#web/lib/api.ts'

/** What the server told, or why it did not; undefined while it is on the way. */
export type QueryResult<T> = { value: T } | { error: unknown } | undefined

/** What can be done with an answer: ask again, or change what is known until the server has been asked. */
export type QueryAtom<T> = WritableAtom<QueryResult<T>, [change?: (value: T) => T], Promise<void>>

/**
 * An answer of the server that is asked for when somebody first looks. Written to without a value it asks again, the former
 * answer staying meanwhile, and for good when that brings a passing failure; with a function it changes what is known at
 * once, for deeds that show their result early.
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

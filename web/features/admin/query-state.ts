import { atom, type Getter, type WritableAtom } from 'jotai'
import { unwrap } from 'jotai/utils'

/** State of a server query. The previous value stays while the next one loads. */
export interface QueryState<T> {
  /** Undefined until the first response, and when the last request failed. */
  value: T | undefined
  error: unknown
  /** Whether a request is running. */
  isBusy: boolean
}

/** Writing to it fetches again; the promise settles when the response arrives. */
export type QueryStateAtom<T> = WritableAtom<QueryState<T>, [], Promise<void>>

/** Mounting again refetches, unless the atom was unmounted less than this long ago, in ms. */
const justNowMs = 1000

type Settled<T> = { at: number } & ({ value: T } | { error: unknown })

async function settle<T>(answer: Promise<T>): Promise<Settled<T>> {
  try {
    return { value: await answer, at: Date.now() }
  } catch (error) {
    return { error, at: Date.now() }
  }
}

/**
 * Creates an atom with the result of `ask`, fetched again when the atoms that `ask` reads change. Does not suspend: the
 * rows of a table stay while the next ones load.
 */
export function queryStateAtom<T>(ask: (get: Getter) => Promise<T>): QueryStateAtom<T> {
  const turnAtom = atom(0)
  const answerAtom = atom((get) => {
    get(turnAtom)
    return settle(ask(get))
  })
  const nowAtom = unwrap(answerAtom)
  const latestAtom = unwrap(answerAtom, (former) => former)
  const asked: QueryStateAtom<T> = atom(
    (get) => {
      const latest = get(latestAtom)
      return {
        value: latest && 'value' in latest ? latest.value : undefined,
        error: latest && 'error' in latest ? latest.error : undefined,
        isBusy: get(nowAtom) === undefined,
      }
    },
    async (get, set) => {
      set(turnAtom, (turn) => turn + 1)
      await get(answerAtom)
    },
  )
  let leftAt = Number.POSITIVE_INFINITY
  asked.onMount = (again) => {
    if (Date.now() - leftAt > justNowMs) void again()
    return () => {
      leftAt = Date.now()
    }
  }
  return asked
}

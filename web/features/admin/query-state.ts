import { atom, type Getter, type WritableAtom } from 'jotai'
import { unwrap } from 'jotai/utils'

/** What the server answered. The former answer stays while the next one is on its way. */
export interface QueryState<T> {
  /** Undefined until the first answer, and when the last one was a refusal. */
  value: T | undefined
  error: unknown
  /** Whether an answer is on its way. */
  isBusy: boolean
}

/** Writing asks again; the promise is settled when the answer is there. */
export type QueryStateAtom<T> = WritableAtom<QueryState<T>, [], Promise<void>>

/** Coming back to something reads it again, unless that has just been done, in ms. */
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
 * An answer of the server that follows what `ask` reads. Not read under Suspense: the rows of a table stay while the next
 * ones come.
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

import { atom, type WritableAtom } from 'jotai'
import { isTransientError } from '#web/lib/api.ts'

/** The result of a request. A failure is a value too: the screen decides how to show it. */
export type CachedResult<T> = { at: number } & ({ value: T } | { error: unknown })

/**
 * `again`: discards the result and reloads. A number: reloads in the background when the result is that old, in ms.
 * `left`: does not reload, but the next reader will: the page may have been edited in the meantime. A value: the
 * expected result of an action, shown before the server has confirmed it; requests in progress no longer count.
 */
export type CacheAction<T = unknown> = 'again' | 'left' | number | { value: T }

/**
 * The result of one query, undefined while it loads; mounting it sends the request. Not read under Suspense: what is
 * shown stays during a reload.
 */
export type CachedQueryAtom<T> = WritableAtom<CachedResult<T> | undefined, [CacheAction<T>], Promise<void>>

/** The longest wait before a retry is offered, in ms. Source: interface guide 2.8. */
const patienceMs = 20_000

/** Mounting a query again reloads it, unless it was loaded this recently, in ms. */
const justNowMs = 1000

/** The results of one kind of query, each requested once and stored. */
export interface QueryCache<T> {
  of: (key: string) => CachedQueryAtom<T>
  /** Lets two keys share one result: an item's id and its custom address. */
  alias: (key: string, other: string) => void
}

type Ask<T> = (key: string, signal: AbortSignal) => Promise<T>

async function answerTo<T>(ask: Ask<T>, key: string): Promise<CachedResult<T>> {
  try {
    return { value: await ask(key, AbortSignal.timeout(patienceMs)), at: Date.now() }
  } catch (error) {
    return { error, at: Date.now() }
  }
}

/** Reports whether a result is a transient error: the next reader requests it again, and what is shown stays. */
const isLost = <T>(answer: CachedResult<T>) => 'error' in answer && isTransientError(answer.error)

function answerAtom<T>(ask: Ask<T>, key: string): CachedQueryAtom<T> {
  const kept = atom<CachedResult<T> | undefined>(undefined)
  let running: Promise<void> | undefined
  let turn = 0
  const answer: CachedQueryAtom<T> = atom(
    (get) => get(kept),
    (get, set, asking) => {
      const former = get(kept)
      if (asking === 'left') {
        if (former) set(kept, { ...former, at: 0 })
        return Promise.resolve()
      }
      if (typeof asking === 'object') {
        turn += 1
        running = undefined
        set(kept, { value: asking.value, at: former?.at ?? 0 })
        return Promise.resolve()
      }
      if (asking === 'again') set(kept, undefined)
      else if (former && !isLost(former) && Date.now() - former.at < asking) return Promise.resolve()
      else if (running && asking > 0) return running
      turn += 1
      const mine = turn
      running = answerTo(ask, key).then((next) => {
        if (mine !== turn) return // requested again in the meantime: only the last response counts
        running = undefined
        const known = get(kept)
        set(kept, isLost(next) && known && 'value' in known ? { ...known, at: 0 } : next)
      })
      return running
    },
  )
  answer.onMount = (asks) => {
    void asks(justNowMs)
    return () => void asks('left')
  }
  return answer
}

/**
 * Creates a cache of the results of `ask` by key, which keeps those used last.
 *
 * @param most how many results are kept
 */
export function createQueryCache<T>(ask: Ask<T>, most: number): QueryCache<T> {
  const atoms = new Map<string, CachedQueryAtom<T>>()
  const of = (key: string): CachedQueryAtom<T> => {
    const made = atoms.get(key) ?? answerAtom(ask, key)
    atoms.delete(key)
    atoms.set(key, made) // the newest is last
    const oldest = atoms.keys().next().value
    if (atoms.size > most && oldest !== undefined) atoms.delete(oldest)
    return made
  }
  return { of, alias: (key, other) => atoms.set(other, of(key)) }
}

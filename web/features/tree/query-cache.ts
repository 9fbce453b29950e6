import { atom, type WritableAtom } from 'jotai'
import { isTransientError } from '#web/lib/api.ts'

/** What came of asking the server. A failure is a value too: the screen decides what to show for it. */
export type CachedResult<T> = { at: number } & ({ value: T } | { error: unknown })

/**
 * `again`: forgets what is known and asks. A number: asks behind what is shown when that is as old, in ms. `left`: does
 * not ask, but whoever comes back will: the page may have been written in the meantime. A value: what a deed will make of
 * it, shown before the server has agreed; what is being asked meanwhile no longer counts.
 */
export type CacheAction<T = unknown> = 'again' | 'left' | number | { value: T }

/**
 * The answer to one question, undefined while it is on the way; whoever shows it asks. Not read under Suspense: what is
 * shown stays while it is asked again.
 */
export type CachedQueryAtom<T> = WritableAtom<CachedResult<T> | undefined, [CacheAction<T>], Promise<void>>

/** The longest that anything waits before it offers to try again, in ms. Source: interface guide 2.8. */
const patienceMs = 20_000

/** Coming to something again reads it again, unless that has just been done, in ms. */
const justNowMs = 1000

/** The answers to one kind of question, each asked once and kept. */
export interface QueryCache<T> {
  of: (key: string) => CachedQueryAtom<T>
  /** Lets two keys share one answer: an item's number and its own address. */
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

/** Nothing is known by it: whoever looks once more asks once more, and what is shown stays. */
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
        if (mine !== turn) return // asked once more meanwhile: only the last answer counts
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
 * Keeps the answers of `ask` by key, the last ones used.
 *
 * @param most how many are kept
 */
export function createQueryCache<T>(ask: Ask<T>, most: number): QueryCache<T> {
  const atoms = new Map<string, CachedQueryAtom<T>>()
  const of = (key: string): CachedQueryAtom<T> => {
    const made = atoms.get(key) ?? answerAtom(ask, key)
    atoms.delete(key)
    atoms.set(key, made) // the newest stands last
    const oldest = atoms.keys().next().value
    if (atoms.size > most && oldest !== undefined) atoms.delete(oldest)
    return made
  }
  return { of, alias: (key, other) => atoms.set(other, of(key)) }
}

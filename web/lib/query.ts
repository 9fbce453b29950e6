import { type Atom, atom, type Getter, useAtom, useAtomValue, type WritableAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { getErrorMessage, getRequestId, isTransientError } from '#web/lib/api.ts'

/** The result of a query, and when it arrived. A failure is a result too: the screen decides how to show it. */
export type QueryResult<T> = { at: number } & ({ value: T } | { error: unknown })

/**
 * What to do with a query. Nothing: fetches again; what is shown stays until the response. `again`: discards the result
 * and fetches. A number: fetches when the result is that old, in ms. `invalidate`: fetches again if it is on screen,
 * otherwise when it is shown. `left`: does not fetch, but the next reader will: the data may have changed in the
 * meantime. A value, or a change of the known one: the expected result of an action, shown before the server has
 * confirmed it; requests in progress no longer count.
 */
type QueryAction<T> = 'again' | 'invalidate' | 'left' | number | { value: T } | ((value: T) => T)

/**
 * The result of one query, undefined while it loads; mounting it sends the request. What is shown stays during a reload,
 * and when a reload fails for a transient reason.
 */
export type QueryAtom<T> = WritableAtom<QueryResult<T> | undefined, [action?: QueryAction<T>], Promise<void>> & {
  /** Whether a request is running. */
  isBusy: Atom<boolean>
}

/** The results of one kind of query by key, each requested once and stored. */
export interface QueryFamily<T> {
  of: (key: string) => QueryAtom<T>
  /** Lets two keys share one result: an item's id and its custom address. */
  alias: (key: string, other: string) => void
  /** The queries that are kept. */
  all: () => QueryAtom<T>[]
}

/** The longest wait before a retry is offered, in ms. Source: interface guide 2.8. */
const patienceMs = 20_000

/** Mounting a query again reloads it, unless it was loaded this recently, in ms. */
const justNowMs = 1000

/** Returns the value of a result; undefined while it loads, and when it failed. */
export const queryValue = <T>(result: QueryResult<T> | undefined): T | undefined =>
  result && 'value' in result ? result.value : undefined

/** Returns why a query failed, for a person, and the id of its request in the server's log. */
export const describeError = (error: unknown): { message: string; requestId: string | undefined } => ({
  message: getErrorMessage(error),
  requestId: getRequestId(error),
})

/** Reports whether a result is a transient error: the next reader requests it again, and what is shown stays. */
const isLost = <T>(result: QueryResult<T>) => 'error' in result && isTransientError(result.error)

/** Creates a query that is sent when it is first shown. */
export function queryAtom<T>(fetch: () => Promise<T>): QueryAtom<T> {
  const known = atom<QueryResult<T> | undefined>(undefined)
  const isBusy = atom(false)
  // of each store: a response in one is none in another
  const requestAtom = atom((): { running?: Promise<void> | undefined; turn: number } => ({ turn: 0 }))
  let isShown = false
  const settle = async (): Promise<QueryResult<T>> => {
    try {
      return { value: await fetch(), at: Date.now() }
    } catch (error) {
      return { error, at: Date.now() }
    }
  }
  const query: WritableAtom<QueryResult<T> | undefined, [action?: QueryAction<T>], Promise<void>> = atom(
    (get) => get(known),
    async (get, set, action = 0) => {
      const former = get(known)
      const request = get(requestAtom)
      if (action === 'left' || (action === 'invalidate' && !isShown)) {
        if (former) set(known, { ...former, at: 0 })
        return
      }
      const isChange = typeof action === 'function'
      if (isChange && !(former && 'value' in former)) return
      if (isChange || typeof action === 'object') {
        request.turn += 1
        request.running = undefined
        set(isBusy, false)
        const value = isChange ? action((former as { value: T }).value) : action.value
        set(known, { value, at: former?.at ?? 0 })
        return
      }
      if (action === 'again') set(known, undefined)
      else if (typeof action === 'number') {
        if (former && !isLost(former) && Date.now() - former.at < action) return
        if (request.running && action > 0) return request.running
      }
      request.turn += 1
      const mine = request.turn
      set(isBusy, true)
      request.running = settle().then((next) => {
        if (mine !== request.turn) return // requested again in the meantime: only the last response counts
        request.running = undefined
        set(isBusy, false)
        const shown = get(known)
        set(known, isLost(next) && shown && 'value' in shown ? { ...shown, at: 0 } : next)
      })
      await request.running
    },
  )
  query.onMount = (run) => {
    isShown = true
    void run(justNowMs)
    return () => {
      isShown = false
      void run('left')
    }
  }
  return Object.assign(query, { isBusy })
}

/** Increases when other responses are to be expected: a user signed in or out, or entered an access password. */
export const queryScopeAtom = atom(0)

/**
 * Creates a query that is replaced, and its result dropped, when the atoms that `make` reads change: another user.
 *
 * @param make creates the query
 */
export function dependentQueryAtom<T>(make: (get: Getter) => QueryAtom<T>): QueryAtom<T> {
  const current = atom(make)
  const query: WritableAtom<QueryResult<T> | undefined, [action?: QueryAction<T>], Promise<void>> = atom(
    (get) => get(get(current)),
    (get, set, action) => set(get(current), action),
  )
  return Object.assign(query, { isBusy: atom((get) => get(get(current).isBusy)) })
}

/**
 * Creates queries by key. Their results are dropped when a user signs in or out, or enters an access password.
 *
 * @param fetch sends the request; `signal` is aborted after 20 s
 * @param most how many results are kept, those used last
 */
export function queryFamily<T>(
  fetch: (key: string, signal: AbortSignal) => Promise<T>,
  most: number,
): Atom<QueryFamily<T>> {
  return atom((get) => {
    get(queryScopeAtom)
    const queries = new Map<string, QueryAtom<T>>()
    const of = (key: string): QueryAtom<T> => {
      const query = queries.get(key) ?? queryAtom(() => fetch(key, AbortSignal.timeout(patienceMs)))
      queries.delete(key)
      queries.set(key, query) // the newest is last
      const oldest = queries.keys().next().value
      if (queries.size > most && oldest !== undefined) queries.delete(oldest)
      return query
    }
    return { of, alias: (key, other) => queries.set(other, of(key)), all: () => [...queries.values()] }
  })
}

/** Returns the last result that was known for `key` while `result` is not known. */
function useHeld<T>(result: QueryResult<T> | undefined, key: string): QueryResult<T> | undefined {
  const [held, hold] = useState({ key, result })
  if (result && (result !== held.result || key !== held.key)) hold({ key, result })
  const stays = held.key === key && held.result && 'value' in held.result
  return result ?? (stays ? held.result : undefined)
}

type Run<T> = (action?: QueryAction<T>) => Promise<void>

/**
 * Returns the result of `key`, undefined while it loads, and a function to reload it. The former result stays while it
 * reloads, for example after signing in again over a screen, and with it what is typed there.
 */
export function useCachedQuery<T>(
  source: Atom<QueryFamily<T>>,
  key: string,
): [result: QueryResult<T> | undefined, run: Run<T>] {
  const [result, run] = useAtom(useAtomValue(source).of(key))
  return [useHeld(result, key), run]
}

/**
 * Fetches for one component: nothing is shared, and nothing is kept when it unmounts. Fetches again when `key` changes.
 *
 * @param fetch sends the request or starts the work; `signal` is aborted when the result is no longer needed: the
 *   component unmounts, `key` changes, or it is fetched again
 * @returns the result, undefined while it loads, and a function to discard it and fetch again
 */
export function useFetch<T>(
  key: string,
  fetch: (signal: AbortSignal) => Promise<T>,
): [result: QueryResult<T> | undefined, again: () => void] {
  const make = () => {
    let running = new AbortController()
    const abort = () => running.abort()
    const query = queryAtom(() => {
      abort()
      running = new AbortController()
      return fetch(running.signal)
    })
    return { key, query, abort }
  }
  const [stored, setStored] = useState(make)
  const own = stored.key === key ? stored : make()
  if (own !== stored) setStored(own)
  useEffect(() => own.abort, [own])
  const [result, run] = useAtom(own.query)
  return [result, () => void run('again')]
}

/** State of a query whose parameters change on screen: the former rows of a table stay while the next ones load. */
export interface QueryState<T> {
  result: QueryResult<T> | undefined
  isBusy: boolean
  run: Run<T>
}

/** Returns the state of a query. The former result stays while the result of another query loads. */
export function useQueryState<T>(query: QueryAtom<T>): QueryState<T> {
  const [result, run] = useAtom(query)
  return { result: useHeld(result, ''), isBusy: useAtomValue(query.isBusy), run }
}

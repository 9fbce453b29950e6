import { type Atom, atom } from 'jotai'
import { type QueryAtom, queryFamily } from '#web/lib/query.ts'
import { navigate, useSearchParams } from '#web/lib/route.ts'

const readSearch = () => (typeof window === 'undefined' ? '' : window.location.search)

const searchAtom = atom(readSearch())
searchAtom.onMount = (set) => {
  const follow = () => set(readSearch())
  const events = ['popstate', 'pushState', 'replaceState'] // wouter sends the last two
  for (const event of events) window.addEventListener(event, follow)
  follow()
  return () => {
    for (const event of events) window.removeEventListener(event, follow)
  }
}

/**
 * Atom with some URL query parameters as one string, so that its readers do not update when other parameters change.
 */
export const addressAtom = (names: readonly string[]) =>
  atom((get) => {
    const query = new URLSearchParams(get(searchAtom))
    return new URLSearchParams(
      names.flatMap((name) => (query.get(name) ? [[name, query.get(name) ?? '']] : [])),
    ).toString()
  })

/** How many parts of a list are kept. */
const storedParts = 5

/** Creates the query that some URL query parameters select; `fetch` gets these parameters. */
export function addressQuery<T>(
  names: readonly string[],
  fetch: (query: URLSearchParams) => Promise<T>,
): Atom<QueryAtom<T>> {
  const placeAtom = addressAtom(names)
  const queries = queryFamily((place) => fetch(new URLSearchParams(place)), storedParts)
  return atom((get) => get(queries).of(get(placeAtom)))
}

/** Returns the query after a change: empty parameters are removed, and a changed filter returns to the first page. */
export function changedQuery(query: URLSearchParams, change: Readonly<Record<string, string>>): URLSearchParams {
  const next = new URLSearchParams(query)
  if (!('page' in change)) next.delete('page')
  for (const [name, value] of Object.entries(change)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** Returns the page number of a URL query, from 1. */
export function parsePage(query: URLSearchParams): number {
  const page = Number(query.get('page'))
  return Number.isInteger(page) && page > 0 ? page : 1
}

/**
 * Returns the URL query parameters and functions to change them. `filter` replaces the history entry; `step` (a page or
 * a tab) adds one.
 */
export function useConsoleAddress() {
  const [query] = useSearchParams()
  const go = (change: Readonly<Record<string, string>>, replace: boolean) =>
    navigate(`/admin/index?${changedQuery(new URLSearchParams(window.location.search), change)}`, { replace })
  return {
    query,
    filter: (change: Readonly<Record<string, string>>) => go(change, true),
    step: (change: Readonly<Record<string, string>>) => {
      go(change, false)
      window.scrollTo({ top: 0 })
    },
  }
}

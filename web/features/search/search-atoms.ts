import { atom } from 'jotai'
import { uidAtom } from '#web/features/session/index.tsx'
import { api } from '#web/lib/api.ts'
import { isSameRequest, type SearchRequest, toQueryInput } from './request.ts'

/** What a search has found. */
export type Found = Awaited<ReturnType<typeof api.search.query>>

/** A page that was found. */
export type Hit = Found['list'][number]

/** How far a search is. What was found before stays until something new is there. */
export interface SearchState {
  /** What `found` answers. */
  request: SearchRequest | undefined
  found: Found | undefined
  error: unknown
  isBusy: boolean
}

const idle: SearchState = { request: undefined, found: undefined, error: undefined, isBusy: false }

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/**
 * A search of its own: its state, and the deed that asks. Asking for nothing empties it; the newest question wins. What
 * one person has found is not there for the next at this browser.
 *
 * @param count how many pages are asked for at once
 */
export function searchAtoms(count: number) {
  const ownAtom = atom((get) => {
    get(uidAtom)
    return atom<SearchState>(idle)
  })
  const shownAtom = atom((get) => get(get(ownAtom)))
  let asking: AbortController | undefined
  const askAtom = atom(null, async (get, set, request: SearchRequest | undefined, again = false) => {
    const stateAtom = get(ownAtom)
    const state = get(stateAtom)
    if (!again && request && isSameRequest(state.request, request) && !state.isBusy) return
    asking?.abort()
    if (!request) return set(stateAtom, idle)
    const mine = new AbortController()
    asking = mine
    set(stateAtom, { ...state, isBusy: true })
    try {
      const found = await api.search.query(toQueryInput(request, count), { signal: mine.signal })
      if (asking === mine) set(stateAtom, { request, found, error: undefined, isBusy: false })
    } catch (error) {
      if (asking === mine && !isAbort(error)) set(stateAtom, { request, found: undefined, error, isBusy: false })
    }
  })
  return { shownAtom, askAtom }
}

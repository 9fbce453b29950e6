import { atom } from 'jotai'
import { uidAtom } from '#web/features/account/session/index.tsx'
import { api } from '#web/lib/api.ts'
import { isSameRequest, type SearchRequest, toQueryInput } from './request.ts'

/** The results of a search. */
export type Found = Awaited<ReturnType<typeof api.search.query>>

/** A page that was found. */
export type Hit = Found['list'][number]

/** The state of a search. Former results stay until new ones arrive. */
export interface SearchState {
  /** The request that `found` belongs to. */
  request: SearchRequest | undefined
  found: Found | undefined
  error: unknown
  isBusy: boolean
}

const idle: SearchState = { request: undefined, found: undefined, error: undefined, isBusy: false }

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/**
 * Creates an independent search: its state, and the action that runs it. An empty request clears it; the newest request
 * wins. Results of one user are not shown to the next at this browser.
 *
 * @param count how many pages are requested at once
 */
export function searchAtoms(count: number) {
  const ownAtom = atom((get) => {
    get(uidAtom)
    return atom<SearchState>(idle)
  })
  const shownAtom = atom((get) => get(get(ownAtom)))
  let controller: AbortController | undefined
  const askAtom = atom(null, async (get, set, request: SearchRequest | undefined, again = false) => {
    const stateAtom = get(ownAtom)
    const state = get(stateAtom)
    if (!again && request && isSameRequest(state.request, request) && !state.isBusy) return
    controller?.abort()
    if (!request) return set(stateAtom, idle)
    const mine = new AbortController()
    controller = mine
    set(stateAtom, { ...state, isBusy: true })
    try {
      const found = await api.search.query(toQueryInput(request, count), { signal: mine.signal })
      if (controller === mine) set(stateAtom, { request, found, error: undefined, isBusy: false })
    } catch (error) {
      if (controller === mine && !isAbort(error)) set(stateAtom, { request, found: undefined, error, isBusy: false })
    }
  })
  return { shownAtom, askAtom }
}

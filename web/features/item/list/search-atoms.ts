import { atom } from 'jotai'
import { api } from '#web/lib/api.ts'
import type { Hit } from './hits.ts'

/** The results of the page search so far. */
interface PageSearch {
  /** The keyword these are the results of; empty before the first search. */
  keyword: string
  hits: readonly Hit[]
  /** There are more results. */
  more: boolean
  busy: boolean
  error: unknown
}

const none: PageSearch = { keyword: '', hits: [], more: false, busy: false, error: undefined }
const stateAtom = atom<PageSearch>(none)
const runningAtom = atom<AbortController | null>(null)
const pageAtom = atom(1)
const perPage = 30

/** The page search in all items. */
export const pageSearchAtom = atom((get) => get(stateAtom))

const ask = atom(null, async (get, set, keyword: string, page: number) => {
  get(runningAtom)?.abort()
  const running = new AbortController()
  set(runningAtom, running)
  set(stateAtom, (state) => ({ ...state, busy: true, error: undefined }))
  try {
    const { list, more } = await api.search.query({ keyword, page, count: perPage }, { signal: running.signal })
    if (running.signal.aborted) return
    const former = page === 1 ? [] : get(stateAtom).hits
    set(pageAtom, page)
    set(stateAtom, { keyword, hits: [...former, ...list], more, busy: false, error: undefined })
  } catch (error) {
    if (!running.signal.aborted) set(stateAtom, (state) => ({ ...state, keyword, hits: [], busy: false, error }))
  }
})

/** Searches the pages; previous results stay on screen until the response arrives. */
export const searchPagesAtom = atom(null, (_get, set, keyword: string) => set(ask, keyword, 1))

/** Fetches the next results. */
export const moreHitsAtom = atom(null, (get, set) => set(ask, get(stateAtom).keyword, get(pageAtom) + 1))

/** Clears the results. */
export const endSearchAtom = atom(null, (get, set) => {
  get(runningAtom)?.abort()
  set(stateAtom, none)
})

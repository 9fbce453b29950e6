import { atom } from 'jotai'
import { api } from '#web/lib/api.ts'
import type { Hit } from './hits.ts'

/** What the search in the pages has found so far. */
export interface PageSearch {
  /** What these are the hits of; empty before the first. */
  keyword: string
  hits: readonly Hit[]
  /** There are more. */
  more: boolean
  busy: boolean
  error: unknown
}

const none: PageSearch = { keyword: '', hits: [], more: false, busy: false, error: undefined }
const stateAtom = atom<PageSearch>(none)
const runningAtom = atom<AbortController | null>(null)
const pageAtom = atom(1)
const perPage = 30

/** The search in the pages of all items. */
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

/** Searches the pages; what was found before stays on show until the answer comes. */
export const searchPagesAtom = atom(null, (_get, set, keyword: string) => set(ask, keyword, 1))

/** Fetches the next hits. */
export const moreHitsAtom = atom(null, (get, set) => set(ask, get(stateAtom).keyword, get(pageAtom) + 1))

/** Forgets what was found. */
export const endSearchAtom = atom(null, (get, set) => {
  get(runningAtom)?.abort()
  set(stateAtom, none)
})

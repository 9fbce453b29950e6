import { atom } from 'jotai'
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

/** Some fields of the address as one text, so that whoever reads them is not stirred by the others. */
export const addressAtom = (names: readonly string[]) =>
  atom((get) => {
    const query = new URLSearchParams(get(searchAtom))
    return new URLSearchParams(
      names.flatMap((name) => (query.get(name) ? [[name, query.get(name) ?? '']] : [])),
    ).toString()
  })

/** The query after a change: empty fields go, and another filter begins on the first page. */
export function changedQuery(query: URLSearchParams, change: Readonly<Record<string, string>>): URLSearchParams {
  const next = new URLSearchParams(query)
  if (!('page' in change)) next.delete('page')
  for (const [name, value] of Object.entries(change)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** The page number of an address, from 1. */
export function parsePage(query: URLSearchParams): number {
  const page = Number(query.get('page'))
  return Number.isInteger(page) && page > 0 ? page : 1
}

/** The fields of the address and how to change them. A filter takes the place of the former one; a page or a tab is a step to go back from. */
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

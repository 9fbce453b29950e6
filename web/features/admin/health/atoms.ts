import { atom } from 'jotai'
import { api } from '#web/lib/api.ts'
import { boot } from '#web/lib/boot.ts'
import { queryAtom, queryFamily } from '#web/lib/query.ts'
import { measureBody, measureEvents } from './measure.ts'

const seenHere = () => ({
  address: `${window.location.origin}${boot.base}`,
  browser_time: Math.floor(Date.now() / 1000),
})

/** What a check of the installation found. */
export type HealthFinding = Awaited<ReturnType<typeof api.adminSite.health>>[number]

/** The checks by language, without those that measure the connection. */
const byLang = queryFamily(() => api.adminSite.health(seenHere()), 2)

/** What the connection lets through. */
export const measuresAtom = queryAtom(async () => {
  const [body, events] = await Promise.all([measureBody(), measureEvents()])
  return { ...body, ...events }
})

/** Returns the query of the checks in a language. */
export const healthAtom = atom((get) => get(byLang).of)

/** What this browser has measured. */
export type Measures = Awaited<ReturnType<typeof measureBody>> & Awaited<ReturnType<typeof measureEvents>>

/** The checks with what the connection lets through, by language and measures. */
const measured = queryFamily((key) => {
  const { measures } = JSON.parse(key) as { measures: Measures }
  return api.adminSite.health({ ...seenHere(), ...measures })
}, 2)

/** Returns the query of all checks in a language, with these measures. */
export const measuredHealthAtom = atom((get) => (lang: string, measures: Measures) => {
  const { of } = get(measured)
  return of(JSON.stringify({ lang, measures }))
})

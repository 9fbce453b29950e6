import { atom } from 'jotai'
import { api } from '#web/lib/api.ts'
import { queryAtom } from '#web/lib/query.ts'

/** The last check or import of a ShowDoc site. */
export const siteJobAtom = queryAtom(() => api.adminShowdoc.report({}))

/** Whether the form for another site is open, in place of the last report. */
export const isFormOpenAtom = atom(false)

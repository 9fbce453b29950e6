import { api } from '#web/lib/api.ts'
import { queryAtom } from '#web/lib/query.ts'

/** An API source as managers see it. */
export type ApiSource = Awaited<ReturnType<typeof api.apiSource.getList>>[number]

/** What a synchronisation would change. */
export type CheckedSource = Awaited<ReturnType<typeof api.apiSource.check>>

/** What the form sends. */
export interface SourceFields {
  source_id: string
  kind: ApiSource['kind']
  source_name: string
  url: string
  header_name: string
  header_value: string
  cat_id: number
  missing: ApiSource['missing']
  schedule: ApiSource['schedule']
  schedule_time: string
}

/** Returns the calls for the API sources of an item. */
export const sourceCalls = (item_id: string) => ({
  list: queryAtom(() => api.apiSource.getList({ item_id })),
  save: (fields: SourceFields) => api.apiSource.save({ item_id, ...fields }),
  remove: (source_id: string) => api.apiSource.delete({ item_id, source_id }),
  check: (source_id: string) => api.apiSource.check({ item_id, source_id }),
  start: (job_id: string) => api.apiSource.start({ item_id, job_id }),
})

/** The calls for the API sources of an item. */
export type SourceCalls = ReturnType<typeof sourceCalls>

/** Returns what a source is called on screen. */
export const nameOf = ({ source_name, url, kind }: ApiSource, pushed: string): string =>
  source_name || (kind === 'push' ? pushed : url)

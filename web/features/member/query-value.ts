import type { QueryResult } from '#web/lib/query-atom.ts'

/** What the server told; undefined as long as it has not. */
export const queryValue = <T>(told: QueryResult<T>): T | undefined => (told && 'value' in told ? told.value : undefined)

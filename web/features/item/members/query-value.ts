import type { QueryResult } from '#web/lib/query-atom.ts'

/** Returns the value of a query result; undefined until it has loaded. */
export const queryValue = <T>(told: QueryResult<T>): T | undefined => (told && 'value' in told ? told.value : undefined)

import { useAtomValue } from 'jotai'
import { useQueryState } from '#web/lib/query.ts'
import { filesAtom } from './atoms.ts'
import type { FileQuery } from './query.ts'

/** Returns the files of a query; the previous files stay until those of a new query have loaded. */
export const useFiles = (query: FileQuery) => useQueryState(useAtomValue(filesAtom).of(JSON.stringify(query)))

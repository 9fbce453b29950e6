import { useApiEdit } from './edit-context.ts'
import type { RowsDocument } from './row-list.tsx'

/** Returns the document in the form for its tables. */
export function useRowsDocument(): RowsDocument {
  const { store, source } = useApiEdit()
  return { source, change: store.change, restore: store.write }
}

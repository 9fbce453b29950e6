import { useAtomValue } from 'jotai'
import { useApiBlockEntry } from '#web/features/api-docs/form/index.tsx'
import type { InsertEntry } from '#web/features/editor/core/index.tsx'
import { useHelperEntries } from '#web/features/editor/tools/index.tsx'
import { editingSessionAtom } from './session.ts'

/** Returns what the page helpers can insert into the open page. */
export function useInserts(): readonly InsertEntry[] {
  const { item_id = 0, page_id = 0 } = useAtomValue(editingSessionAtom) ?? {}
  const apiBlock = useApiBlockEntry()
  return [...useHelperEntries({ item_id, page_id }), apiBlock]
}

import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { uidAtom } from '#web/features/account/session/index.tsx'
import { onStoredElsewhere } from '#web/lib/storage.ts'
import type { Page } from './atoms.ts'
import { useCurrentItem } from './current-item.ts'
import { checkForChangesAtom, lastSeenKey } from './last-seen-atoms.ts'

/** Records that the page has been read, and which others have changed. Renders nothing: the dots are in the tree. */
export function ReadTracker({ page }: { page: Page }) {
  const item = useCurrentItem()
  const uid = useAtomValue(uidAtom)
  const style = useSetAtom(checkForChangesAtom)
  const { page_id, save_time } = page
  useEffect(() => style(item, { page_id, savedAt: Number(save_time) }), [style, item, page_id, save_time, uid])
  useEffect(() => onStoredElsewhere(lastSeenKey(uid, item.item_id), () => style(item)), [style, item, uid])
  return null
}

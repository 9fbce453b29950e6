import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { userAtom } from '#web/features/account/session/index.tsx'
import { addRecentPage, type RecentPage } from './recent-pages.ts'

/** Records in this browser that the current user has opened the page. */
export function useVisit({ page_id, page_title, item_id, item_name, ref }: RecentPage): void {
  const uid = useAtomValue(userAtom)?.uid
  useEffect(() => {
    if (uid) addRecentPage(uid, { page_id, page_title, item_id, item_name, ref })
  }, [uid, page_id, page_title, item_id, item_name, ref])
}

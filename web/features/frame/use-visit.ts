import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { userAtom } from '#web/features/session/index.tsx'
import { keepVisit, type Visit } from './visits.ts'

/** Remembers, in this browser, that the page was opened by whoever is signed in. */
export function useVisit({ page_id, page_title, item_id, item_name, ref }: Visit): void {
  const uid = useAtomValue(userAtom)?.uid
  useEffect(() => {
    if (uid) keepVisit(uid, { page_id, page_title, item_id, item_name, ref })
  }, [uid, page_id, page_title, item_id, item_name, ref])
}

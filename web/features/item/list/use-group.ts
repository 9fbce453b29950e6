import { useAtom, useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { groupsAtom } from '#web/features/item/data/index.tsx'
import { useSearchParams } from '#web/lib/route.ts'
import { type GroupKey, parseGroupKey, shownGroup } from './group.ts'
import { lastGroupAtom } from './view-atoms.ts'

/** Returns the group to show: the one in the URL, or else the one chosen last in this browser. */
export function useGroup(): GroupKey {
  const [query] = useSearchParams()
  const [last, remember] = useAtom(lastGroupAtom)
  const read = useAtomValue(groupsAtom)
  const named = parseGroupKey(query.get('group'))
  useEffect(() => {
    if (named && named !== last) remember(named)
  }, [named, last, remember])
  return shownGroup(named ?? last, read && 'groups' in read ? read.groups : undefined)
}

import { useAtomValue, useSetAtom } from 'jotai'
import { Suspense, useCallback, useDeferredValue, useEffect, useState } from 'react'
import { RedirectTo } from '#web/features/account/sign-in/index.tsx'
import {
  groupsAtom,
  itemsKey,
  refetchIfStaleAtom,
  reloadGroupsAtom,
  reloadItemsAtom,
} from '#web/features/item/data/index.tsx'
import { ItemDialogHost } from '#web/features/item/menu/index.tsx'
import { finishedJobsAtom } from '#web/features/jobs/index.tsx'
import { boot } from '#web/lib/boot.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useOnReconnect } from '#web/lib/online.ts'
import { useTitle } from '#web/lib/route.ts'
import { onStoredElsewhere } from '#web/lib/storage.ts'
import { useRefetchOnFocus } from '#web/lib/use-refetch-on-focus.ts'
import type { GroupKey } from './group.ts'
import { GroupNav } from './group-nav.tsx'
import { ItemCommands } from './item-commands.tsx'
import styles from './item-list.module.css'
import { Items } from './items.tsx'
import { ItemsLoading } from './items-loading.tsx'
import { ListDialogs } from './list-dialogs.tsx'
import { Toolbar } from './toolbar.tsx'
import { useFilterInAddress } from './use-filter-in-address.ts'
import { useGroup } from './use-group.ts'

let seen = false // the first visit loads the list anyway

function useGroupName(group: GroupKey): string {
  const { t } = useTranslation('item-list')
  const read = useAtomValue(groupsAtom)
  if (group === 'all') return t('title')
  if (group === 'starred' || group === 'archived') return t(`group.${group}`)
  const groups = read && 'groups' in read ? read.groups : []
  return groups.find(({ id }) => id === group)?.group_name ?? t('title')
}

function List() {
  const [filter, setFilter] = useState(() => new URLSearchParams(window.location.search).get('q') ?? '')
  const reload = useSetAtom(reloadItemsAtom)
  const reloadGroups = useSetAtom(reloadGroupsAtom)
  const freshen = useSetAtom(refetchIfStaleAtom)
  const finished = useAtomValue(finishedJobsAtom)
  const group = useGroup()
  const name = useGroupName(group)
  // The list updates after typing and selecting, at a lower priority.
  const shownGroup = useDeferredValue(group)
  const keyword = useDeferredValue(filter.trim())
  const clear = useCallback(() => setFilter(''), [])
  useTitle(name)
  useFilterInAddress(filter)
  useRefetchOnFocus(freshen)
  useOnReconnect(reload)
  useEffect(() => onStoredElsewhere(itemsKey, reload), [reload])
  useEffect(() => {
    if (seen) {
      reload()
      reloadGroups()
    }
    seen = true
  }, [reload, reloadGroups, finished])
  return (
    <div className={styles.page}>
      <Suspense fallback={<div className={styles.side} />}>
        <GroupNav group={group} />
      </Suspense>
      <div className={styles.main}>
        <div className={styles.bar}>
          <h1 className={styles.title} dir="auto">
            {name}
          </h1>
          <Toolbar filter={filter} onFilter={setFilter} />
        </div>
        <Suspense fallback={<ItemsLoading />}>
          <Items group={shownGroup} keyword={keyword} onClear={clear} />
          <ItemCommands />
        </Suspense>
      </div>
      <ListDialogs />
      <ItemDialogHost />
    </div>
  )
}

/** The item list, the first screen after sign-in. */
export function ItemList() {
  return boot.setup_needed ? <RedirectTo path="/setup" /> : <List />
}

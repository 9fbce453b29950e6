import { useAtomValue, useSetAtom } from 'jotai'
import { Suspense, useEffect, useState } from 'react'
import { RedirectTo } from '#web/features/account/index.tsx'
import { finishedJobsAtom } from '#web/features/job/index.tsx'
import { boot } from '#web/lib/boot.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useTitle } from '#web/lib/route.ts'
import { reloadItemsAtom } from './atoms.ts'
import { ItemDialogs } from './item-dialogs.tsx'
import styles from './item-list.module.css'
import { ItemPalette } from './item-palette.tsx'
import { Items } from './items.tsx'
import { ItemsLoading } from './items-loading.tsx'
import { Toolbar } from './toolbar.tsx'
import { useFilterInAddress } from './use-filter-in-address.ts'

let seen = false // the first visit reads the list anyway

function List() {
  const { t } = useTranslation('item-list')
  const [filter, setFilter] = useState(() => new URLSearchParams(window.location.search).get('q') ?? '')
  const reload = useSetAtom(reloadItemsAtom)
  const finished = useAtomValue(finishedJobsAtom)
  useTitle(t('title'))
  useFilterInAddress(filter)
  useEffect(() => {
    if (seen) reload()
    seen = true
  }, [reload, finished])
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <h1 className={styles.title}>{t('title')}</h1>
        <Toolbar filter={filter} onFilter={setFilter} />
      </div>
      <Suspense fallback={<ItemsLoading />}>
        <Items filter={filter} onFilter={setFilter} />
        <ItemPalette />
      </Suspense>
      <ItemDialogs />
    </div>
  )
}

/** The item list, the first screen after signing in. */
export function ItemList() {
  return boot.setup_needed ? <RedirectTo path="/setup" /> : <List />
}

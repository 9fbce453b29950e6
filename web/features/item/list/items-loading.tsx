import { useSetAtom } from 'jotai'
import { reloadItemsAtom } from '#web/features/item/data/index.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './item-list.module.css'
import { RecentWaiting } from './recent-row.tsx'

const six = [0, 1, 2, 3, 4, 5]

/** Six placeholder cards while the items load. */
export function ItemsLoading() {
  const reload = useSetAtom(reloadItemsAtom)
  return (
    <Loading onRetry={() => reload()}>
      <RecentWaiting />
      <div className={styles.cards}>
        {six.map((at) => (
          <div key={at} className={`${styles.cell} ${styles.blank}`}>
            <Skeleton width="60%" height={18} />
            <Skeleton width="90%" />
            <Skeleton width="40%" />
          </div>
        ))}
      </div>
    </Loading>
  )
}

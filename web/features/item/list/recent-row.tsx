import { useState } from 'react'
import { type Item, itemPath } from '#web/features/item/data/index.tsx'
import { recentItems } from '#web/features/item/recent/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { Link } from '#web/lib/route.ts'
import cut from '#web/ui/overflow-shadow.module.css'
import { watchRowOverflow } from '#web/ui/overflow-shadow.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './recent-row.module.css'

const most = 5

/** Reserves the space of the recent row while the items load. */
export function RecentWaiting() {
  const [isKnown] = useState(() => recentItems().length > 0)
  if (!isKnown) return null
  return (
    <div className={styles.row}>
      <span className={styles.link}>
        <Skeleton width={200} height={20} />
      </span>
    </div>
  )
}

/** The items opened last in this browser, in one line. */
export function RecentRow({ items }: { items: readonly Item[] }) {
  const { t } = useTranslation('item-list')
  const [ids] = useState(recentItems)
  const recent = ids.flatMap((id) => items.find(({ item_id }) => item_id === id) ?? []).slice(0, most)
  if (recent.length === 0) return null
  return (
    <section className={styles.row} aria-label={t('recent')}>
      <span aria-hidden="true">{t('recent')}</span>
      <ul ref={watchRowOverflow} className={`${styles.list} ${cut.row}`}>
        {recent.map((item) => (
          <li key={item.item_id} className={styles.entry}>
            <Link href={itemPath(item)} className={styles.link} title={item.item_name} dir="auto">
              {item.item_name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

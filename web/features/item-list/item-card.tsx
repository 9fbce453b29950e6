import { exactTime, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Link } from '#web/lib/route.ts'
import { Badge } from '#web/ui/badge.tsx'
import { itemPath } from './arrange.ts'
import type { Item } from './atoms.ts'
import styles from './item-card.module.css'
import { ItemMenu } from './item-menu.tsx'
import { TypeIcon, typeKey } from './type-icon.tsx'
import { Visibility } from './visibility.tsx'

/** An item as a card: the whole card is the link, the menu a target of its own. */
export function ItemCard({ item }: { item: Item }) {
  const { t } = useTranslation('item-list')
  return (
    <article className={styles.card}>
      <div className={styles.head}>
        <span className={styles.icon} title={t(`type.${typeKey(item.item_type)}`)}>
          <TypeIcon item_type={item.item_type} />
        </span>
        <h2 className={styles.name} title={item.item_name}>
          <Link href={itemPath(item)} className={styles.link}>
            {item.item_name}
          </Link>
        </h2>
        <span className={styles.menu}>
          <ItemMenu item={item} />
        </span>
      </div>
      <p className={styles.description} title={item.item_description}>
        {item.item_description}
      </p>
      <div className={styles.meta}>
        <Visibility item={item} />
        {item.is_archived === '1' && <Badge tone="warn">{t('archived')}</Badge>}
        <span>{t('pages', { count: item.page_count })}</span>
        <span className={styles.owner}>{item.username}</span>
        <span className={styles.time} title={exactTime(item.last_update_time)}>
          {relativeTime(item.last_update_time)}
        </span>
      </div>
    </article>
  )
}

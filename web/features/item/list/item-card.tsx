import { memo } from 'react'
import { getItemType } from '#shared/item-types.ts'
import { type Item, itemPath, TypeIcon } from '#web/features/item/data/index.tsx'
import { VisibilityBadge } from '#web/features/item/visibility/index.tsx'
import { getOwnerName } from '#web/lib/display-name.ts'
import { exactTime, formatCount, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { BareLink } from './bare-link.tsx'
import { CardMenu, type MoveItem } from './card-menu.tsx'
import styles from './item-card.module.css'
import { StarButton } from './star-button.tsx'

/** An item as a card: the whole card is a link; the star and the menu are separate targets. */
export const ItemCard = memo(function ItemCard({ item, onMove }: { item: Item; onMove: MoveItem | undefined }) {
  const { t } = useTranslation(['item-list', 'my-items'])
  const type = t(`my-items:type.${getItemType(item.item_type).name}`)
  return (
    <article className={styles.card}>
      <div className={styles.head}>
        <span className={styles.icon} title={type}>
          <TypeIcon item_type={item.item_type} />
        </span>
        <h2 className={styles.name} title={item.item_name} dir="auto">
          <BareLink to={itemPath(item)} className={styles.link} aria-description={type}>
            {item.item_name}
          </BareLink>
        </h2>
        {item.is_archived === '1' && <Badge tone="warn">{t('my-items:archived')}</Badge>}
        <span className={styles.actions}>
          <StarButton item={item} />
          <CardMenu item={item} onMove={onMove} />
        </span>
      </div>
      <p className={styles.description} title={item.item_description} dir="auto">
        {item.item_description}
      </p>
      <div className={styles.meta}>
        <VisibilityBadge visibility={item.visibility} />
        <span className={styles.pages}>
          {t('my-items:pages', { count: item.page_count, shown: formatCount(item.page_count) })}
        </span>
        <span className={styles.last}>
          <span className={styles.owner} title={item.username}>
            <Avatar name={getOwnerName(item)} />
            <span className={styles.ownerName}>{getOwnerName(item)}</span>
          </span>
          <span className={styles.time} title={exactTime(item.last_update_time)}>
            {relativeTime(item.last_update_time)}
          </span>
        </span>
      </div>
    </article>
  )
})

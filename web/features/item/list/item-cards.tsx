import { memo, useRef } from 'react'
import { getItemType } from '#shared/item-types.ts'
import { type Item, itemPath, TypeIcon } from '#web/features/item/my-items/index.tsx'
import { VisibilityBadge } from '#web/features/item/visibility/index.tsx'
import { getOwnerName } from '#web/lib/display-name.ts'
import { exactTime, formatCount, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { useReorder } from '#web/ui/use-reorder.ts'
import { BareLink } from './bare-link.tsx'
import { CardMenu, type MoveItem } from './card-menu.tsx'
import { canStartDrag } from './drag-activation.ts'
import cardStyles from './item-card.module.css'
import styles from './item-list.module.css'
import { StarButton } from './star-button.tsx'

/** The props of both views of the list. */
export interface ItemsProps {
  items: readonly Item[]
  /** Moves an item from one index to another; set while the list is in the user's own order. */
  onReorder: ((from: number, to: number) => void) | undefined
  onMove: MoveItem | undefined
}

/** An item as a card: the whole card is a link; the star and the menu are separate targets. */
const ItemCard = memo(function ItemCard({ item, onMove }: { item: Item; onMove: MoveItem | undefined }) {
  const { t } = useTranslation(['item-list', 'my-items'])
  const type = t(`my-items:type.${getItemType(item.item_type).name}`)
  return (
    <article className={cardStyles.card}>
      <div className={cardStyles.head}>
        <span className={cardStyles.icon} title={type}>
          <TypeIcon item_type={item.item_type} />
        </span>
        <h2 className={cardStyles.name} title={item.item_name} dir="auto">
          <BareLink to={itemPath(item)} className={cardStyles.link} aria-description={type}>
            {item.item_name}
          </BareLink>
        </h2>
        {item.is_archived === '1' && <Badge tone="warn">{t('my-items:archived')}</Badge>}
        <span className={cardStyles.actions}>
          <StarButton item={item} />
          <CardMenu item={item} onMove={onMove} />
        </span>
      </div>
      <p className={cardStyles.description} title={item.item_description} dir="auto">
        {item.item_description}
      </p>
      <div className={cardStyles.meta}>
        <VisibilityBadge visibility={item.visibility} />
        <span className={cardStyles.pages}>
          {t('my-items:pages', { count: item.page_count, shown: formatCount(item.page_count) })}
        </span>
        <span className={cardStyles.last}>
          <span className={cardStyles.owner} title={item.username}>
            <Avatar name={getOwnerName(item)} />
            <span className={cardStyles.ownerName}>{getOwnerName(item)}</span>
          </span>
          <span className={cardStyles.time} title={exactTime(item.last_update_time)}>
            {relativeTime(item.last_update_time)}
          </span>
        </span>
      </div>
    </article>
  )
})

/** The items as cards that fill the width; in the user's own order they can be dragged. */
export function ItemCards({ items, onReorder: onPlace, onMove }: ItemsProps) {
  const list = useRef<HTMLUListElement>(null)
  const press = useReorder({ list, layout: 'grid', onMove: (from, to) => onPlace?.(from, to) })
  return (
    <ul ref={list} className={styles.cards} data-sortable={onPlace !== undefined || undefined}>
      {items.map((item, at) => (
        <li
          key={item.item_id}
          className={styles.cell}
          onPointerDown={(event) => onPlace && canStartDrag(event) && press(event, at)}
        >
          <ItemCard item={item} onMove={onMove} />
        </li>
      ))}
    </ul>
  )
}

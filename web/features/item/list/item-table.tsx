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
import type { ItemsProps } from './item-cards.tsx'
import styles from './item-table.module.css'
import { StarButton } from './star-button.tsx'

const Cells = memo(function Cells({ item, onMove }: { item: Item; onMove: MoveItem | undefined }) {
  const { t } = useTranslation(['item-list', 'my-items'])
  return (
    <>
      <td className={styles.name}>
        <span className={styles.icon} title={t(`my-items:type.${getItemType(item.item_type).name}`)}>
          <TypeIcon item_type={item.item_type} />
        </span>
        <span className={styles.words}>
          <BareLink to={itemPath(item)} className={styles.link} dir="auto">
            {item.item_name}
          </BareLink>
          {item.item_description && (
            <span className={styles.description} dir="auto">
              {item.item_description}
            </span>
          )}
        </span>
      </td>
      <td className={styles.type}>{t(`my-items:type.${getItemType(item.item_type).name}`)}</td>
      <td>
        <VisibilityBadge visibility={item.visibility} />{' '}
        {item.is_archived === '1' && <Badge tone="warn">{t('my-items:archived')}</Badge>}
      </td>
      <td className={styles.number}>{formatCount(item.page_count)}</td>
      <td className={styles.owner} title={item.username}>
        <span>
          <Avatar name={getOwnerName(item)} />
          <span className={styles.ownerName}>{getOwnerName(item)}</span>
        </span>
      </td>
      <td className={styles.time} title={exactTime(item.last_update_time)}>
        {relativeTime(item.last_update_time)}
      </td>
      <td className={styles.menu}>
        <span>
          <StarButton item={item} />
          <CardMenu item={item} onMove={onMove} />
        </span>
      </td>
    </>
  )
})

/** The items as table rows; in the user's own order they can be dragged. */
export function ItemTable({ items, onReorder: onPlace, onMove }: ItemsProps) {
  const { t } = useTranslation('item-list')
  const body = useRef<HTMLTableSectionElement>(null)
  const press = useReorder({ list: body, layout: 'column', onMove: (from, to) => onPlace?.(from, to) })
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('column.name')}</th>
            <th scope="col" className={styles.type}>
              {t('column.type')}
            </th>
            <th scope="col">{t('column.visibility')}</th>
            <th scope="col" className={styles.number}>
              {t('column.pages')}
            </th>
            <th scope="col" className={styles.owner}>
              {t('column.owner')}
            </th>
            <th scope="col">{t('column.updated')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('column.menu')}</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body} data-sortable={onPlace !== undefined || undefined}>
          {items.map((item, at) => (
            <tr key={item.item_id} onPointerDown={(event) => onPlace && canStartDrag(event) && press(event, at)}>
              <Cells item={item} onMove={onMove} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

import { exactTime, formatCount, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Link } from '#web/lib/route.ts'
import { Badge } from '#web/ui/badge.tsx'
import { itemPath } from './arrange.ts'
import type { Item } from './atoms.ts'
import { ItemMenu } from './item-menu.tsx'
import styles from './item-table.module.css'
import { TypeIcon, typeKey } from './type-icon.tsx'
import { Visibility } from './visibility.tsx'

function Row({ item }: { item: Item }) {
  const { t } = useTranslation('item-list')
  return (
    <tr>
      <td className={styles.name}>
        <span className={styles.icon} title={t(`type.${typeKey(item.item_type)}`)}>
          <TypeIcon item_type={item.item_type} />
        </span>
        <span className={styles.words}>
          <Link href={itemPath(item)} className={styles.link}>
            {item.item_name}
          </Link>
          {item.item_description && <span className={styles.description}>{item.item_description}</span>}
        </span>
      </td>
      <td>
        <Visibility item={item} /> {item.is_archived === '1' && <Badge tone="warn">{t('archived')}</Badge>}
      </td>
      <td className={styles.number}>{formatCount(item.page_count)}</td>
      <td className={styles.owner}>{item.username}</td>
      <td className={styles.time} title={exactTime(item.last_update_time)}>
        {relativeTime(item.last_update_time)}
      </td>
      <td className={styles.menu}>
        <ItemMenu item={item} />
      </td>
    </tr>
  )
}

/** The items as rows of a table. */
export function ItemTable({ items }: { items: readonly Item[] }) {
  const { t } = useTranslation('item-list')
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('column.name')}</th>
            <th scope="col">{t('column.visibility')}</th>
            <th scope="col" className={styles.number}>
              {t('column.pages')}
            </th>
            <th scope="col">{t('column.owner')}</th>
            <th scope="col">{t('column.updated')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('column.menu')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Row key={item.item_id} item={item} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

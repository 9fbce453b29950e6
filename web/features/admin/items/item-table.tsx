import { getItemType } from '#shared/item-types.ts'
import { TypeIcon } from '#web/features/item/data/index.tsx'
import { VisibilityBadge } from '#web/features/item/visibility/index.tsx'
import { exactTime, fileSize, formatCount } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { href, Link } from '#web/lib/route.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ExternalIcon, RefreshIcon, TransferIcon, TrashIcon } from '#web/ui/icons.ts'
import type { MenuEntry } from '#web/ui/menu.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { MomentText } from '../moment-text.tsx'
import { NameCell } from '../name-cell.tsx'
import { PersonText } from '../person-text.tsx'
import type { SiteItem } from './atoms.ts'
import { daysLeft } from './deleted.ts'

/** An action that opens a dialog. */
export type ItemAction = 'transfer' | 'delete' | 'restore' | 'remove'

const itemPath = (item: SiteItem) => `/${item.item_domain || item.item_id}`

/** Table of items: active ones, or deleted ones with the time left to restore them. */
export function ItemTable(props: {
  items: readonly SiteItem[]
  isDeleted: boolean
  onDeed: (deed: ItemAction, item: SiteItem) => void
}) {
  const { items, isDeleted, onDeed } = props
  const { t } = useTranslation(['admin', 'my-items'])
  const entry = (deed: ItemAction, item: SiteItem) => ({ id: deed, onSelect: () => onDeed(deed, item) })
  const rule: MenuEntry = { kind: 'separator', id: 'rule' }
  const menuOf = (item: SiteItem): MenuEntry[] =>
    isDeleted
      ? [
          { ...entry('restore', item), label: t('items.restore.entry'), icon: <RefreshIcon /> },
          rule,
          { ...entry('remove', item), label: t('items.remove.entry'), icon: <TrashIcon />, danger: true },
        ]
      : [
          { id: 'open', label: t('items.open'), icon: <ExternalIcon />, href: href(itemPath(item)) },
          { ...entry('transfer', item), label: t('items.transfer.entry'), icon: <TransferIcon /> },
          rule,
          { ...entry('delete', item), label: t('items.delete.entry'), icon: <TrashIcon />, danger: true },
        ]
  const times: TableColumn<SiteItem>[] = isDeleted
    ? [
        {
          id: 'deletedAt',
          header: t('items.deletedAt'),
          cell: ({ del_time }) => <MomentText relative at={del_time} />,
        },
        {
          id: 'left',
          header: t('items.left'),
          cell: ({ del_time }) => {
            const count = daysLeft(del_time)
            return <span title={exactTime(del_time)}>{t('items.daysLeft', { count })}</span>
          },
        },
      ]
    : [
        {
          id: 'members',
          header: t('items.members'),
          align: 'end',
          isExtra: true,
          cell: (item) => formatCount(item.member_num),
        },
        {
          id: 'created',
          header: t('items.created'),
          isExtra: true,
          cell: ({ addtime }) => <MomentText at={addtime} />,
        },
        {
          id: 'updated',
          header: t('items.updated'),
          cell: (item) => <MomentText relative at={item.last_update_time} />,
        },
      ]
  const sizes: TableColumn<SiteItem>[] = [
    { id: 'pages', header: t('items.pages'), align: 'end', cell: (item) => formatCount(item.page_count) },
    {
      id: 'size',
      header: t('items.size'),
      align: 'end',
      cell: ({ text_bytes, file_bytes }) => {
        const parts = { texts: fileSize(text_bytes), files: fileSize(file_bytes) }
        return <span title={t('items.sizeParts', parts)}>{fileSize(text_bytes + file_bytes)}</span>
      },
    },
  ]
  return (
    <Table
      caption={t('section.items')}
      rows={items}
      keyOf={(item) => item.item_id}
      menuOf={menuOf}
      menuLabel={(item) => t('actionsFor', { name: item.item_name })}
      columns={[
        {
          id: 'name',
          header: t('items.item'),
          cell: (item) => (
            <NameCell
              picture={
                <span title={t(`my-items:type.${getItemType(item.item_type).name}`)}>
                  <TypeIcon item_type={item.item_type} />
                </span>
              }
              name={
                isDeleted ? (
                  <bdi>{item.item_name}</bdi>
                ) : (
                  <Link href={itemPath(item)}>
                    <bdi>{item.item_name}</bdi>
                  </Link>
                )
              }
              badges={item.is_archived === '1' && <Badge tone="warn">{t('items.archived')}</Badge>}
              note={`/${item.item_domain || item.item_id}`}
            />
          ),
        },
        {
          id: 'owner',
          header: t('items.owner'),
          cell: (item) => <PersonText name={item.owner_name} username={item.username} />,
        },
        {
          id: 'visibility',
          header: t('items.visibility'),
          cell: (item) => <VisibilityBadge visibility={item.visibility} />,
        },
        ...sizes,
        ...times,
      ]}
    />
  )
}

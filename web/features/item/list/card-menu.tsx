import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { ItemMenuButton, type MenuItem } from '#web/features/item/menu/index.tsx'
import { type Group, groupItemIds, groupsAtom, type Item, putInGroupAtom } from '#web/features/item/my-items/index.tsx'
import { getRequestId } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, localized } from '#web/lib/lazy-text.ts'
import { queryValue } from '#web/lib/query.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { AddIcon, CatalogIcon, MoreIcon } from '#web/ui/icons.ts'
import type { MenuEntry } from '#web/ui/menu.tsx'
import { MoveIcon } from '#web/ui/screen-icons.ts'
import { toast } from '#web/ui/toast.ts'
import { dialogAtom } from './dialog-atom.ts'
import type { MoveTo } from './sort-and-filter.ts'

/** Moves an item in the user's own order. */
export type MoveItem = (item_id: string, where: MoveTo) => void

const menuItemOf = (item: Item): MenuItem => ({
  item_id: item.item_id,
  item_name: item.item_name,
  item_domain: item.item_domain,
  item_type: item.item_type,
  item_description: item.item_description,
  visibility: item.visibility,
  canManage: item.manage === 1,
  canEdit: item.manage === 1, // the list does not say who else may edit
  isArchived: item.is_archived === '1',
  isOwner: item.is_member === 1 ? item.creator === 1 : undefined,
  isStarred: item.is_star > 0,
  page_count: item.page_count,
})

const places: readonly MoveTo[] = ['start', 'up', 'down', 'end']

/** The `…` button of an item in the list: its menu, its groups, its position in the user's own order. */
export function CardMenu({ item, onMove }: { item: Item; onMove: MoveItem | undefined }) {
  const { t } = useTranslation('item-list')
  const read = useAtomValue(groupsAtom)
  const putInGroup = useSetAtom(putInGroupAtom)
  const openDialog = useSetAtom(dialogAtom)
  const { item_id } = item
  const groups = queryValue(read) ?? []
  const toggle = async (group: Group) => {
    const isIn = groupItemIds(group).includes(item_id)
    const put = (on: boolean) => putInGroup(item_id, group.id, on)
    const fail = (error: unknown) => toast.error(errorText(error), { requestId: getRequestId(error) })
    try {
      await put(!isIn)
      const names = { name: item.item_name, group: group.group_name }
      toast.ok(
        localized(() => i18next.t(isIn ? 'item-list:group.takenOut' : 'item-list:group.putIn', names)),
        { undo: () => void put(isIn).catch(fail) },
      )
    } catch (error) {
      fail(error)
    }
  }
  const own = (): MenuEntry[] => [
    {
      kind: 'sub',
      id: 'groups',
      label: t('group.ofItem'),
      icon: <CatalogIcon />,
      entries: [
        ...groups.map((group) => ({
          id: group.id,
          label: group.group_name,
          checked: groupItemIds(group).includes(item_id),
          onSelect: () => void toggle(group),
        })),
        {
          id: 'new',
          label: t('group.new'),
          icon: <AddIcon />,
          onSelect: () => window.setTimeout(() => openDialog({ kind: 'groups' })),
        },
      ],
    },
    ...(onMove
      ? [
          {
            kind: 'sub' as const,
            id: 'move',
            label: t('move.label'),
            icon: <MoveIcon />,
            entries: places.map((where) => ({
              id: where,
              label: t(`move.${where}`),
              onSelect: () => onMove(item_id, where),
            })),
          },
        ]
      : []),
  ]
  return (
    <ItemMenuButton
      item={menuItemOf(item)}
      own={own}
      trigger={
        <IconButton size="s" label={t('menu', { name: item.item_name })}>
          <MoreIcon />
        </IconButton>
      }
    />
  )
}

import { type Group, groupItemIds, type Item } from '#web/features/item/my-items/index.tsx'

/** A group of the list: all, starred, archived, or the id of one of the user's own groups. */
export type GroupKey = 'all' | 'starred' | 'archived' | `${number}`

/** Parses `text` as a group; undefined if it names none. */
export const parseGroupKey = (text: string | null): GroupKey | undefined =>
  text === 'all' || text === 'starred' || text === 'archived'
    ? text
    : text && /^[1-9]\d*$/.test(text)
      ? (text as `${number}`) // digits only, as tested above
      : undefined

/** Returns the group id under which the server stores the user's order. Source: specification 9. */
export const orderGroup = (key: GroupKey): number =>
  key === 'all' || key === 'archived' ? 0 : key === 'starred' ? -1 : Number(key)

/** Returns the group to show: the wanted one, or all if it is one of the user's own that no longer exists. */
export const shownGroup = (wanted: GroupKey, groups: readonly Group[] | undefined): GroupKey =>
  groups && orderGroup(wanted) > 0 && groups.every(({ id }) => id !== wanted) ? 'all' : wanted

/** Returns the items of a group. */
export function getGroupItems(items: readonly Item[], key: GroupKey, groups: readonly Group[]): readonly Item[] {
  if (key === 'all') return items
  if (key === 'starred') return items.filter((item) => item.is_star > 0)
  if (key === 'archived') return items.filter((item) => item.is_archived === '1')
  const group = groups.find(({ id }) => id === key)
  const ids = new Set(group ? groupItemIds(group) : [])
  return items.filter((item) => ids.has(item.item_id))
}

import { type Group, groupItemIds, type Item } from '#web/features/my-items/index.tsx'

/** A group of the list: all, starred, archived, or the id of one of the person's own. */
export type GroupKey = 'all' | 'starred' | 'archived' | `${number}`

/** `text` as a group; undefined when it names none. */
export const parseGroupKey = (text: string | null): GroupKey | undefined =>
  text === 'all' || text === 'starred' || text === 'archived'
    ? text
    : text && /^[1-9]\d*$/.test(text)
      ? (text as `${number}`) // digits, as just tested
      : undefined

/** What the server calls the group where it keeps a person's order. Source: specification 9. */
export const orderGroup = (key: GroupKey): number =>
  key === 'all' || key === 'archived' ? 0 : key === 'starred' ? -1 : Number(key)

/** The group to show: the wanted one, or all when it is one of one's own that is no more. */
export const shownGroup = (wanted: GroupKey, groups: readonly Group[] | undefined): GroupKey =>
  groups && orderGroup(wanted) > 0 && groups.every(({ id }) => id !== wanted) ? 'all' : wanted

/** The items that a group shows. */
export function getGroupItems(items: readonly Item[], key: GroupKey, groups: readonly Group[]): readonly Item[] {
  if (key === 'all') return items
  if (key === 'starred') return items.filter((item) => item.is_star > 0)
  if (key === 'archived') return items.filter((item) => item.is_archived === '1')
  const group = groups.find(({ id }) => id === key)
  const ids = new Set(group ? groupItemIds(group) : [])
  return items.filter((item) => ids.has(item.item_id))
}

import type { Item } from '#web/features/item/my-items/index.tsx'

/** The sort order of the list; `own` is the user's own order. */
export type Sort = 'updated' | 'name' | 'own'

/** Returns the items that contain every word of `filter` in name, description or address. */
export function filterItems(items: readonly Item[], filter: string): Item[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  return items.filter((item) => {
    const text = `${item.item_name}\n${item.item_description}\n${item.item_domain}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Sorts the items by `sort`; `order` holds the ids of the user's own order. Items not in it come last. */
export function sortItems(items: readonly Item[], sort: Sort, lang: string, order: readonly string[] = []): Item[] {
  if (sort === 'own') {
    const places = new Map(order.map((id, at) => [id, at]))
    const placeOf = (item: Item) => places.get(item.item_id) ?? order.length
    return items.toSorted((a, b) => placeOf(a) - placeOf(b))
  }
  const names = new Intl.Collator(lang, { numeric: true })
  const byName = (a: Item, b: Item) => names.compare(a.item_name, b.item_name)
  const byUpdate = (a: Item, b: Item) => Number(b.last_update_time) - Number(a.last_update_time) || byName(a, b)
  return items.toSorted(sort === 'name' ? byName : byUpdate)
}

/**
 * Returns the whole order after a move within its visible part: the moved id goes before the id that now follows it in
 * the visible part.
 *
 * @param order all ids in order
 * @param shown the visible ids, in the same order
 */
export function orderAfterMove(order: readonly string[], shown: readonly string[], from: number, to: number): string[] {
  const id = shown[from]
  if (id === undefined) return [...order]
  const rest = shown.filter((one) => one !== id)
  const next = rest[to]
  const last = rest.at(-1)
  const others = order.filter((one) => one !== id)
  const at = next === undefined ? (last === undefined ? 0 : others.indexOf(last) + 1) : others.indexOf(next)
  return others.toSpliced(Math.max(0, at), 0, id)
}

/** A move that the menu offers. */
export type MoveTo = 'start' | 'up' | 'down' | 'end'

/** Returns the index that the item at `from` of `count` moves to. */
export const getIndexAfterMove = (where: MoveTo, from: number, count: number): number =>
  ({ start: 0, up: Math.max(0, from - 1), down: Math.min(count - 1, from + 1), end: count - 1 })[where]

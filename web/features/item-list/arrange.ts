import type { Item } from './atoms.ts'

/** How the list is sorted. */
export type Sort = 'updated' | 'name'

/** The items that hold every word of `filter` in name, description or address, in the order of `sort`. */
export function arrange(items: readonly Item[], filter: string, sort: Sort, lang: string): Item[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = (item: Item) => {
    const text = `${item.item_name}\n${item.item_description}\n${item.item_domain}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  const names = new Intl.Collator(lang, { numeric: true })
  const byName = (a: Item, b: Item) => names.compare(a.item_name, b.item_name)
  const byUpdate = (a: Item, b: Item) => Number(b.last_update_time) - Number(a.last_update_time) || byName(a, b)
  return items.filter(fits).sort(sort === 'name' ? byName : byUpdate)
}

/** The path of an item: its own address, or its id. */
export const itemPath = (item: Pick<Item, 'item_id' | 'item_domain'>): string => `/${item.item_domain || item.item_id}`

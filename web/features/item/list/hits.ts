import type { api } from '#web/lib/api.ts'

/** A page found by the search. */
export type Hit = Awaited<ReturnType<typeof api.search.query>>['list'][number]

/** The search results within one item. */
interface ItemHits {
  item_id: string
  item_name: string
  item_domain: string
  hits: Hit[]
}

/** Groups the results by item: the item with the best page first, and within it the best page first. */
export function hitsByItem(hits: readonly Hit[]): ItemHits[] {
  const items = new Map<string, ItemHits>()
  for (const hit of hits) {
    const { item_id, item_name, item_domain } = hit
    const item = items.get(item_id) ?? { item_id, item_name, item_domain, hits: [] }
    item.hits.push(hit)
    items.set(item_id, item)
  }
  return [...items.values()]
}

/** Splits a text at its highlighted ranges; each piece says whether it is highlighted. */
export function splitAtMarks(
  text: string,
  marks: readonly (readonly [number, number])[],
): { at: number; text: string; marked: boolean }[] {
  const pieces: { at: number; text: string; marked: boolean }[] = []
  const add = (from: number, to: number, marked: boolean) => {
    if (to > from) pieces.push({ at: from, text: text.slice(from, to), marked })
  }
  let at = 0
  for (const [start, length] of marks) {
    add(at, start, false)
    add(Math.max(at, start), start + length, true)
    at = Math.max(at, start + length)
  }
  add(at, text.length, false)
  return pieces
}

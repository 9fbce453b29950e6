import type { RecentPage } from './recent-pages.ts'

const most = 6

/** Returns the items of the recently opened pages, each once, newest first. */
export function getRecentItems(visits: readonly RecentPage[]): RecentPage[] {
  const items = new Map<string, RecentPage>()
  for (const visit of visits) if (!items.has(visit.item_id)) items.set(visit.item_id, visit)
  return [...items.values()].slice(0, most)
}

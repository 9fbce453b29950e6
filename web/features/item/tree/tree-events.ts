import { onStoredElsewhere, readStored, writeStored } from '#web/lib/storage.ts'

const key = 'docstead.tree-changed'

interface News {
  item_id: string
  at: number
}

const listeners = new Set<(item_id: string) => void>()

const isNews = (value: unknown): value is News =>
  typeof value === 'object' && value !== null && 'item_id' in value && typeof value.item_id === 'string'

/**
 * Reports that pages or catalogs of an item were added, deleted, moved or renamed.
 *
 * @param here false notifies only the other tabs: this one shows it already
 */
export function notifyTreeChanged(item_id: string, here = true): void {
  writeStored(key, { item_id, at: Date.now() } satisfies News)
  if (here) for (const react of listeners) react(item_id)
}

/** Calls `react` when the tree of an item has changed, here or in another tab. @returns a function that unsubscribes */
export function onTreeChanged(react: (item_id: string) => void): () => void {
  listeners.add(react)
  const stop = onStoredElsewhere(key, () => {
    const news = readStored<News | undefined>(key, undefined, (value): value is News => isNews(value))
    if (news) react(news.item_id)
  })
  return () => {
    listeners.delete(react)
    stop()
  }
}

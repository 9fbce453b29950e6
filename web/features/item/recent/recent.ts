import { readStored, writeStored } from '#web/lib/storage.ts'

const key = 'docstead.recent-items'
const most = 12

const isIds = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

/** Returns the ids of the items opened in this browser, most recent first. */
export const recentItems = (): string[] => readStored<string[]>(key, [], isIds)

/** Records in this browser that an item was opened. */
export function rememberItem(item_id: string): void {
  const before = recentItems()
  if (before[0] === item_id) return
  writeStored(key, [item_id, ...before.filter((one) => one !== item_id)].slice(0, most))
}

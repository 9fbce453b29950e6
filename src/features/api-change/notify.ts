import type { ApiChange } from '#shared/api-doc/diff/changes.ts'
import type { App } from '#src/core/app.ts'
import type { Tx } from '#src/db/database.ts'
import type { StoredEvent } from '#src/features/event/index.ts'
import { notifyOfApiChange } from '#src/features/message/index.ts'
import { queueItemEvent } from '#src/features/webhook/index.ts'
import type { LevelCounts } from './changes.ts'
import { countLevels } from './changes.ts'
import { findPageState, listBrokenPages } from './queries.ts'

// More would make a message that nobody reads; the entry has them all.
const sentMost = 20

type Announced = LevelCounts & {
  api_change_id: number
  item_id: number
  page_id: number
  name: string
  uid: number
  last_time: number
}

const toSend = (api_change_id: number, changes: readonly ApiChange[]) => ({
  api_change_id,
  ...countLevels(changes),
  changes: changes
    .filter(({ level }) => level === 'breaking')
    .concat(changes.filter(({ level }) => level === 'warning'))
    .slice(0, sentMost),
})

/**
 * Informs of an entry with breaking changes: the webhooks of the item, and the people who watch a page whose operation
 * breaks, except who has changed it. An entry that breaks nothing is in the log alone.
 */
export async function announce(tx: Tx, app: App, entry: Announced, changes: readonly ApiChange[]): Promise<void> {
  const { api_change_id, item_id, uid, name, last_time: time } = entry
  if (entry.breaking_count === 0) return
  const about: StoredEvent & { item_id: number } = { uid, item_id, name, time, api: toSend(api_change_id, changes) }
  const isOfPage = entry.page_id > 0
  for (const { page_id, operation } of await listBrokenPages(tx, api_change_id)) {
    const state = await findPageState(tx, page_id)
    const isThere = state !== undefined && state.is_del === 0 && state.item_id === item_id
    const own = changes.filter((change) => isOfPage || change.operation === operation)
    const event = { ...about, ...(isThere && { page_id }), api: toSend(api_change_id, own) }
    if (isOfPage) await queueItemEvent(tx, 'api.breaking', event)
    await notifyOfApiChange(tx, app, { page_id, isThere, event })
  }
  if (!isOfPage) await queueItemEvent(tx, 'api.breaking', about)
}

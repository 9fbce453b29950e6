import type { Tx } from '#src/db/database.ts'
import { pack } from './changes.ts'
import { findLastQueued, insertQueued, removeQueuedPages } from './queries.ts'

/** Two states of a whole API, as OpenAPI or Swagger. */
interface RecordedChange {
  item_id: number
  /** Who did it; 0 for a script. */
  uid: number
  /** A synchronisation of a description, or an import by a person. */
  source: 'sync' | 'import'
  /** The name of the description. */
  name: string
  /** The descriptions as JSON; an empty text is an API without operations. */
  before: string
  after: string
  /** The pages of operations that it wrote or removed, for marks, watchers and members of a part of the item. */
  pages: readonly { page_id: number; operation: string }[]
  /** Unix seconds. */
  time: number
}

/** What waits for the comparison of two descriptions. */
export type QueuedDescriptions = Pick<RecordedChange, 'source' | 'name' | 'before' | 'after' | 'pages'>

/**
 * Has two states of a whole API compared soon, in the background, as one entry of the change log. Call it in the
 * transaction that writes the pages, after `withoutPageEntries` around that writing: a crash then loses nothing.
 */
export async function recordApiChanges(tx: Tx, change: RecordedChange): Promise<void> {
  const { item_id, uid, time, source, name, before, after, pages } = change
  if (before === after) return
  const queued: QueuedDescriptions = { source, name: name.slice(0, 200), before, after, pages }
  await insertQueued(tx, { item_id, uid, addtime: time, packed: pack(queued) })
}

/**
 * Runs the writing of many pages, of which one entry reports as a whole, without entries for each of them.
 *
 * @param covers which pages that entry reports; default, and undefined: all
 */
export async function withoutPageEntries<T>(
  tx: Tx,
  item_id: () => number,
  write: () => Promise<T>,
  covers?: () => Promise<readonly number[] | undefined>,
): Promise<T> {
  const last = await findLastQueued(tx)
  const result = await write()
  await removeQueuedPages(tx, { item_id: item_id(), after: last, page_ids: await covers?.() })
  return result
}

import type { User } from '#src/access/caller.ts'
import { findItemOfPage } from '#src/access/queries.ts'
import { mayReadPage } from '#src/access/rights.ts'
import type { Db, Tx } from '#src/db/open.ts'
import { listSubscribers } from '#src/features/subscription/index.ts'
import {
  feedbackObject,
  findAsk,
  insertContent,
  insertReminder,
  listPageData,
  listUnreadReminders,
  lockAction,
  type ReminderRow,
  removeLostContents,
  removeReadReminders,
} from './queries.ts'

/** A page that was changed, by whom, and what they say of it. */
export interface PageNotice {
  item_id: number
  page_id: number
  from: Pick<User, 'uid' | 'username'>
  notify_content: string
  /** Unix seconds. */
  now: number
}

/** Tells everybody who wants to hear of a page and may read it that it was changed, but for whoever changed it. */
export async function notifyOfPage(tx: Tx, { item_id, page_id, from, notify_content, now }: PageNotice): Promise<void> {
  const found = await findItemOfPage(tx, { page_id })
  if (found?.item.item_id !== item_id) return
  const receivers: number[] = []
  for (const person of await listSubscribers(tx, page_id)) {
    if (person.uid !== from.uid && (await mayReadPage(tx, person, found))) receivers.push(person.uid)
  }
  if (receivers.length === 0) return
  const message_content_id = await insertContent(tx, {
    from_uid: from.uid,
    from_name: from.username,
    message_type: 'remind',
    message_content: notify_content,
    action_type: 'update',
    object_type: 'page',
    object_id: page_id,
    addtime: now,
  })
  for (const to_uid of receivers)
    await insertReminder(tx, { from_uid: from.uid, to_uid, message_content_id, addtime: now })
}

/** Asks somebody by a message to hand over a page that they are editing; nothing happens while such a message is unread. */
export async function askForLock(
  tx: Tx,
  { page_id, from, to_uid, now }: { page_id: number; from: User; to_uid: number; now: number },
): Promise<void> {
  if (await findAsk(tx, { page_id, to_uid, since: 0, from_uid: from.uid })) return
  const message_content_id = await insertContent(tx, {
    from_uid: from.uid,
    from_name: from.username,
    message_type: 'remind',
    message_content: '',
    action_type: lockAction,
    object_type: 'page',
    object_id: page_id,
    addtime: now,
  })
  await insertReminder(tx, { from_uid: from.uid, to_uid, message_content_id, addtime: now })
}

/** Reminders with their pages; of a page that is gone, or that the reader may not see any more, nothing is said. */
export async function withPages(db: Db, reader: User, rows: readonly ReminderRow[]) {
  const readable: number[] = []
  for (const page_id of new Set(rows.map((row) => row.object_id))) {
    const found = await findItemOfPage(db, { page_id })
    if (found && (await mayReadPage(db, reader, found))) readable.push(page_id)
  }
  const pages = new Map((await listPageData(db, readable)).map((page) => [page.page_id, page]))
  return rows.map((row) => {
    if (row.object_type === feedbackObject) return { ...row, page_history_id: 0 }
    const page_data = pages.get(row.object_id)
    return page_data
      ? { ...row, page_data, page_history_id: row.page_history_id ?? 0 }
      : { ...row, message_content: '', page_history_id: 0 }
  })
}

// How far back an unread reminder is looked for whose page may still be read.
const lookedAt = 50

/** The newest unread reminder with something to see, or undefined: a page that the reader may read, or feedback. */
export const newestUnread = async (db: Db, reader: User) =>
  (await withPages(db, reader, await listUnreadReminders(db, reader.uid, lookedAt))).find(
    (row) => 'page_data' in row || row.object_type === feedbackObject,
  )

const keptSeconds = 180 * 86_400

/** Removes reminders that were read or removed, half a year after they came. */
export async function removeOldMessages(db: Db, now: number): Promise<void> {
  await removeReadReminders(db, now - keptSeconds)
  await removeLostContents(db, now - keptSeconds)
}

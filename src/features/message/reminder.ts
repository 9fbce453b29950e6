import type { User } from '#src/access/caller.ts'
import { canReadPage } from '#src/access/permissions.ts'
import { findItemOfPage } from '#src/access/queries.ts'
import type { App } from '#src/core/app.ts'
import type { Db, Tx } from '#src/db/database.ts'
import { findPerson, type StoredEvent } from '#src/features/event/index.ts'
import { queueNotices } from '#src/features/notice/index.ts'
import { listSubscribers } from '#src/features/subscription/index.ts'
import { queueItemEvent } from '#src/features/webhook/index.ts'
import {
  apiAction,
  commentAction,
  feedbackObject,
  findLockRequest,
  insertContent,
  insertReminder,
  listItemManagers,
  listPageData,
  listPeople,
  listUnreadReminders,
  lockAction,
  type ReminderRow,
  removeLostContents,
  removeReadReminders,
} from './queries.ts'

/** A page that was changed, the person who changed it, and their remark. */
interface PageNotice {
  item_id: number
  page_id: number
  from: Pick<User, 'uid' | 'username'>
  notify_content: string
  /** Unix seconds. */
  now: number
}

/** Sends people a reminder about a page. */
async function remind(
  tx: Tx,
  receivers: Iterable<number>,
  about: { page_id: number; from: PageNotice['from']; action_type: string; message_content: string; now: number },
): Promise<void> {
  const { page_id, from, action_type, message_content, now } = about
  const message_content_id = await insertContent(tx, {
    from_uid: from.uid,
    from_name: from.username,
    message_type: 'remind',
    message_content,
    action_type,
    object_type: 'page',
    object_id: page_id,
    addtime: now,
  })
  for (const to_uid of receivers)
    await insertReminder(tx, { from_uid: from.uid, to_uid, message_content_id, addtime: now })
}

/** Notifies all subscribers of a page who may read it that it was changed, except the person who changed it. */
export async function notifyOfPage(
  tx: Tx,
  app: App,
  { item_id, page_id, from, notify_content, now }: PageNotice,
): Promise<void> {
  const found = await findItemOfPage(tx, { page_id })
  if (found?.item.item_id !== item_id) return
  const receivers: number[] = []
  for (const person of await listSubscribers(tx, page_id)) {
    if (person.uid !== from.uid && (await canReadPage(tx, person, found))) receivers.push(person.uid)
  }
  if (receivers.length === 0) return
  await remind(tx, receivers, { page_id, from, action_type: 'update', message_content: notify_content, now })
  const event = { uid: from.uid, item_id, page_id, summary: notify_content, time: now }
  await queueNotices(tx, app, receivers, 'page.updated', event)
}

/**
 * Notifies the subscribers of a page of breaking changes of its API, except who has made them. Of a page that is gone only
 * people who may know of the whole item are informed, when that is sent.
 */
export async function notifyOfApiChange(
  tx: Tx,
  app: App,
  { page_id, isThere, event }: { page_id: number; isThere: boolean; event: StoredEvent },
): Promise<void> {
  const found = isThere ? await findItemOfPage(tx, { page_id }) : undefined
  if (isThere && found?.item.item_id !== event.item_id) return
  const receivers: number[] = []
  for (const person of await listSubscribers(tx, page_id))
    if (person.uid !== event.uid && (!found || (await canReadPage(tx, person, found)))) receivers.push(person.uid)
  if (receivers.length === 0) return
  const { uid, time: now, api } = event
  const username = (await findPerson(tx, uid))?.username ?? ''
  const about = { page_id, from: { uid, username }, action_type: apiAction, now }
  if (found) await remind(tx, receivers, { ...about, message_content: String(api?.breaking_count ?? 0) })
  await queueNotices(tx, app, receivers, 'api.breaking', event)
}

/** A comment on a page. */
interface CommentNotice {
  item_id: number
  page_id: number
  from: Pick<User, 'uid' | 'username'>
  content: string
  /** The authors of the comments that it replies to. */
  repliedTo: readonly number[]
  /** Unix seconds. */
  now: number
}

/** Notifies the owner and the managers of an item of a comment, and the people it replies to, except its author. */
export async function notifyOfComment(tx: Tx, app: App, notice: CommentNotice): Promise<void> {
  const { item_id, page_id, from, content, repliedTo: answered, now } = notice
  const found = await findItemOfPage(tx, { page_id })
  if (found?.item.item_id !== item_id) return
  const event = { uid: from.uid, item_id, page_id, text: content, time: now }
  await queueItemEvent(tx, 'comment.added', event)
  const people = [...(await listItemManagers(tx, item_id)), ...(await listPeople(tx, answered))]
  const receivers = new Set<number>()
  for (const person of people)
    if (person.uid !== from.uid && (await canReadPage(tx, person, found, true))) receivers.add(person.uid)
  if (receivers.size === 0) return
  await remind(tx, receivers, { page_id, from, action_type: commentAction, message_content: content, now })
  const isAnswered = (uid: number) => answered.includes(uid)
  await queueNotices(tx, app, [...receivers].filter(isAnswered), 'reply.added', event)
  await queueNotices(
    tx,
    app,
    [...receivers].filter((uid) => !isAnswered(uid)),
    'comment.added',
    event,
  )
}

/**
 * Sends a message that asks a person to hand over a page they are editing; does nothing while such a message is unread.
 */
export async function notifyOfLockRequest(
  tx: Tx,
  app: App,
  {
    item_id,
    page_id,
    from,
    to_uid,
    now,
  }: { item_id: number; page_id: number; from: User; to_uid: number; now: number },
): Promise<void> {
  if (await findLockRequest(tx, { page_id, to_uid, since: 0, from_uid: from.uid })) return
  await remind(tx, [to_uid], { page_id, from, action_type: lockAction, message_content: '', now })
  await queueNotices(tx, app, [to_uid], 'lock.requested', { uid: from.uid, item_id, page_id, time: now })
}

/** Adds the pages to reminders; leaves out a page that is gone, or that the reader may no longer see. */
export async function withPages(db: Db, reader: User, rows: readonly ReminderRow[]) {
  const isComment = (row: ReminderRow) => row.action_type === commentAction
  const placeOf = (row: ReminderRow) => `${row.object_id} ${isComment(row)}`
  const readable = new Map<string, number>()
  for (const [place, row] of new Map(rows.map((one) => [placeOf(one), one]))) {
    const found = await findItemOfPage(db, { page_id: row.object_id })
    if (found && (await canReadPage(db, reader, found, isComment(row)))) readable.set(place, row.object_id)
  }
  const pages = new Map((await listPageData(db, [...readable.values()])).map((page) => [page.page_id, page]))
  return rows.map((row) => {
    if (row.object_type === feedbackObject) return { ...row, page_history_id: 0 }
    const page_data = pages.get(readable.get(placeOf(row)) ?? 0)
    if (!page_data) return { ...row, message_content: '', page_history_id: 0 }
    // A comment changes no text.
    return { ...row, page_data, page_history_id: isComment(row) ? 0 : (row.page_history_id ?? 0) }
  })
}

// How many unread reminders to check for one whose page may still be read.
const lookedAt = 50

/**
 * Returns the newest unread reminder with something to show (a page that the reader may read, or feedback), or
 * undefined.
 */
export const newestUnread = async (db: Db, reader: User) =>
  (await withPages(db, reader, await listUnreadReminders(db, reader.uid, lookedAt))).find(
    (row) => 'page_data' in row || row.object_type === feedbackObject,
  )

const storedSeconds = 180 * 86_400

/** Removes reminders that were read or removed, half a year after they were sent. */
export async function removeOldMessages(db: Db, now: number): Promise<void> {
  await removeReadReminders(db, now - storedSeconds)
  await removeLostContents(db, now - storedSeconds)
}

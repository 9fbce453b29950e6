import type { User } from '#src/access/caller.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { transact } from '#src/db/database.ts'
import { queueAnnouncement } from '#src/features/notice/index.ts'
import { readOptions } from '#src/features/options/index.ts'
import { announcementHtml, isReadable } from './announcement-html.ts'
import {
  type AnnouncementReader,
  findAnnouncementFor,
  findReminder,
  insertContent,
  listUnreadAnnouncements,
  readReminders,
  updateStatus,
  upsertAnnouncementState,
} from './queries.ts'

/**
 * Returns which announcements are for a person: those since they registered, all for an administrator; no future ones.
 */
export const announcementReader = (app: App, user: User): AnnouncementReader => ({
  uid: user.uid,
  since: user.groupid === 1 ? 0 : user.reg_time,
  now: nowSeconds(app),
})

/**
 * Marks a message to a person as read (1) or removed (-1): the reminder from `from_uid`, or with 0 the announcement.
 *
 * @throws {AppError} messageGone
 */
export async function markMessage(
  app: App,
  user: User,
  { message_content_id, from_uid }: { message_content_id: number; from_uid: number },
  status: 1 | -1,
): Promise<void> {
  const reader = announcementReader(app, user)
  await transact(app.db, async (tx) => {
    const reminder = await findReminder(tx, user.uid, from_uid, message_content_id)
    if (reminder) {
      if (reminder.status === 0 || status === -1) await updateStatus(tx, reminder.id, status, reader.now)
      return
    }
    const announcement = from_uid === 0 ? await findAnnouncementFor(tx, reader, message_content_id) : undefined
    if (!announcement) fail('messageGone')
    await upsertAnnouncementState(tx, user.uid, message_content_id, status, reader.now)
  })
}

/** Marks all reminders, or all announcements, to a person as read. */
export async function markAllRead(app: App, user: User, message_type: 'remind' | 'announce'): Promise<void> {
  const reader = announcementReader(app, user)
  await transact(app.db, async (tx) => {
    if (message_type === 'remind') await readReminders(tx, user.uid, reader.now)
    else
      for (const { id } of await listUnreadAnnouncements(tx, reader))
        await upsertAnnouncementState(tx, user.uid, id, 1, reader.now)
  })
}

/**
 * Sends an announcement to everyone, at once or at `send_at` (Unix seconds, 0 for now).
 *
 * @returns its id
 * @throws {AppError} announcementEmpty when nothing is left but tags that are not allowed
 */
export async function addAnnouncement(
  app: App,
  input: { message_content: string; message_type: string; send_at: number },
): Promise<number> {
  const message_content = announcementHtml(input.message_content)
  if (!isReadable(message_content)) fail('announcementEmpty')
  const { site_name } = await readOptions(app.db)
  const { message_type } = input
  const now = nowSeconds(app)
  const addtime = input.send_at || now
  return transact(app.db, async (tx) => {
    const id = await insertContent(tx, { from_uid: 0, from_name: site_name, message_type, message_content, addtime })
    await queueAnnouncement(tx, id, { at: addtime, now })
    return id
  })
}

import type { Insertable } from 'kysely'
import type { Db, Tx } from '#src/db/open.ts'
import { prepared } from '#src/db/prepared.ts'
import type { MessageContentTable } from '#src/db/schema.ts'

/** Adds what a message says and gives its id. */
export async function insertContent(db: Db, row: Insertable<MessageContentTable>): Promise<number> {
  const { insertId } = await db.insertInto('message_content').values(row).executeTakeFirstOrThrow()
  return Number(insertId)
}

/** Sends a reminder to somebody. */
export const insertReminder = (
  tx: Tx,
  row: { from_uid: number; to_uid: number; message_content_id: number; addtime: number },
) =>
  tx
    .insertInto('message')
    .values({ ...row, message_type: 'remind' })
    .execute()

const reminders = (db: Db, uid: number) =>
  db
    .selectFrom('message')
    .innerJoin('message_content', 'message_content.id', 'message.message_content_id')
    .selectAll('message')
    .select([
      'message_content.from_name',
      'message_content.message_content',
      'message_content.action_type',
      'message_content.object_type',
      'message_content.object_id',
    ])
    .where('message.to_uid', '=', uid)
    .where('message.message_type', '=', 'remind')
    .orderBy('message.id', 'desc')

/** A person's reminders that are not removed, the newest first. */
export const listReminders = (db: Db, uid: number, limit: number, offset: number) =>
  reminders(db, uid).where('message.status', '>=', 0).limit(limit).offset(offset).execute()

/** A person's newest unread reminders. */
export const listUnreadReminders = (db: Db, uid: number, limit: number) =>
  reminders(db, uid).where('message.status', '=', 0).limit(limit).execute()

/** A reminder as the lists give it. */
export type ReminderRow = Awaited<ReturnType<typeof listReminders>>[number]

/** How many reminders a person has that are not removed. */
export async function countReminders(db: Db, uid: number): Promise<number> {
  const row = await db
    .selectFrom('message')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('to_uid', '=', uid)
    .where('status', '>=', 0)
    .where('message_type', '=', 'remind')
    .executeTakeFirstOrThrow()
  return row.count
}

const unread = prepared<{ uid: number }>({ remember: 2000 })((db, at) =>
  db
    .selectFrom('message')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('to_uid', '=', at('uid'))
    .where('status', '=', 0)
    .where('message_type', '=', 'remind'),
)

/** How many reminders a person has not read. */
export const countUnread = async (db: Db, uid: number): Promise<number> => (await unread.first(db, { uid }))?.count ?? 0

/** Pages as reminders show them. */
export const listPageData = (db: Db, page_ids: readonly number[]) =>
  db
    .selectFrom('page')
    .select([
      'page_id',
      'author_uid',
      'author_username',
      'item_id',
      'cat_id',
      'page_title',
      's_number',
      'addtime',
      'page_comments',
      'is_del',
      'page_addtime',
      'ext_info',
      'is_draft',
    ])
    .where('page_id', 'in', page_ids)
    .execute()

/** The reminder of a person by what it says and who sent it, or undefined. */
export const findReminder = (db: Db, uid: number, from_uid: number, message_content_id: number) =>
  db
    .selectFrom('message')
    .select(['id', 'status'])
    .where('to_uid', '=', uid)
    .where('message_content_id', '=', message_content_id)
    .where('from_uid', '=', from_uid)
    .where('message_type', '=', 'remind')
    .where('status', '>=', 0)
    .executeTakeFirst()

/** Marks a message as read (1) or removed (-1). */
export const updateStatus = (tx: Tx, id: number, status: 1 | -1, readtime: number) =>
  tx.updateTable('message').set({ status, readtime }).where('id', '=', id).execute()

/** What every announcement's `message_type` is one of. */
const announcementTypes = ['announce', 'announce_web', 'announce_all']

/** Whose announcements are asked for: from when on they are theirs, and the time now. */
export interface AnnouncementReader {
  uid: number
  since: number
  now: number
}

const announcements = (db: Db) =>
  db
    .selectFrom('message_content')
    .selectAll('message_content')
    .where('message_content.message_type', 'in', announcementTypes)

const announcementsFor = (db: Db, { uid, since, now }: AnnouncementReader) =>
  announcements(db)
    .leftJoin('message', (join) =>
      join.onRef('message.message_content_id', '=', 'message_content.id').on('message.to_uid', '=', uid),
    )
    .select('message.status')
    .where('message_content.addtime', '>=', since)
    .where('message_content.addtime', '<=', now)
    .where((where) => where.or([where('message.status', 'is', null), where('message.status', '>=', 0)]))

/** The announcements for a person, the newest first, with their state (null: not read). */
export const listAnnouncementsFor = (db: Db, reader: AnnouncementReader, limit: number, offset: number) =>
  announcementsFor(db, reader)
    .orderBy('message_content.addtime', 'desc')
    .orderBy('message_content.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

/** The oldest announcement that a person has not read, or undefined. */
export const findUnreadAnnouncement = (db: Db, reader: AnnouncementReader) =>
  announcementsFor(db, reader)
    .where('message.id', 'is', null)
    .orderBy('message_content.addtime')
    .orderBy('message_content.id')
    .limit(1)
    .executeTakeFirst()

/** The announcement for a person, or undefined. */
export const findAnnouncementFor = (db: Db, reader: AnnouncementReader, id: number) =>
  announcementsFor(db, reader).where('message_content.id', '=', id).executeTakeFirst()

/** All announcements, the newest first. */
export const listAnnouncements = (db: Db, limit: number, offset: number) =>
  announcements(db).orderBy('addtime', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute()

/** Notes that somebody has read (1) or removed (-1) an announcement; what is removed stays so. */
export const upsertAnnouncementState = (
  tx: Tx,
  to_uid: number,
  message_content_id: number,
  status: 1 | -1,
  now: number,
) =>
  tx
    .insertInto('message')
    .values({ from_uid: 0, to_uid, message_type: 'announce', message_content_id, status, addtime: now, readtime: now })
    .onConflict((conflict) => conflict.columns(['to_uid', 'message_content_id']).doUpdateSet({ status, readtime: now }))
    .execute()

/** Removes an announcement, with who has read it; false when there is none. */
export async function removeAnnouncement(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('message_content')
    .where('id', '=', id)
    .where('message_type', 'in', announcementTypes)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Removes reminders that were sent before `before` and are read or removed. */
export const removeReadReminders = (db: Db, before: number) =>
  db
    .deleteFrom('message')
    .where('message_type', '=', 'remind')
    .where('status', '<>', 0)
    .where('addtime', '<', before)
    .execute()

/** Removes what no reminder says any more. */
export const removeLostContents = (db: Db, before: number) =>
  db
    .deleteFrom('message_content')
    .where('message_type', '=', 'remind')
    .where('addtime', '<', before)
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('message').select('id').whereRef('message.message_content_id', '=', 'message_content.id'),
        ),
      ),
    )
    .execute()

import type { Insertable } from 'kysely'
import type { Db, Tx } from '#src/db/database.ts'
import { prepared } from '#src/db/prepared.ts'
import type { MessageContentTable } from '#src/db/schema.ts'

/** The object type of a message that carries feedback on the site. */
export const feedbackObject = 'feedback'

/** The action of a message that requests the lock of a page. */
export const lockAction = 'lock'

/** The action of a message about a comment on a page. */
export const commentAction = 'comment'

/** The action of a message about breaking changes of an API: its content is how many. */
export const apiAction = 'api'

/** Inserts the content of a message and returns its id. */
export async function insertContent(db: Db, row: Insertable<MessageContentTable>): Promise<number> {
  const { id } = await db.insertInto('message_content').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Sends a reminder to a person. */
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
    .leftJoin('user', 'user.uid', 'message.from_uid')
    .selectAll('message')
    .select((message) => [
      message.fn.coalesce('user.name', message.val('')).as('sender_name'),
      'message_content.from_name',
      'message_content.message_content',
      'message_content.action_type',
      'message_content.object_type',
      'message_content.object_id',
      // The version that the page had before the change.
      message
        .selectFrom('page_history')
        .select((version) => version.fn.max<number | null>('page_history.page_history_id').as('page_history_id'))
        .whereRef('page_history.page_id', '=', 'message_content.object_id')
        .whereRef('page_history.addtime', '<', 'message_content.addtime')
        .as('page_history_id'),
    ])
    .where('message.to_uid', '=', uid)
    .where('message.message_type', '=', 'remind')
    .orderBy('message.id', 'desc')

/** The requested part of a list. */
interface ListPart {
  limit: number
  offset: number
  /** Unread ones only. */
  isUnread: boolean
}

/** Lists a person's reminders that are not removed, the newest first. */
export const listReminders = (db: Db, uid: number, { limit, offset, isUnread }: ListPart) =>
  reminders(db, uid)
    .where('message.status', 'in', isUnread ? [0] : [0, 1])
    .limit(limit)
    .offset(offset)
    .execute()

/** Lists a person's newest unread reminders. */
export const listUnreadReminders = (db: Db, uid: number, limit: number) =>
  reminders(db, uid).where('message.status', '=', 0).limit(limit).execute()

/** A reminder as the lists return it. */
export type ReminderRow = Awaited<ReturnType<typeof listReminders>>[number]

/** Returns the number of a person's reminders that are not removed, or of the unread ones only. */
export async function countReminders(db: Db, uid: number, isUnread: boolean): Promise<number> {
  const row = await db
    .selectFrom('message')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('to_uid', '=', uid)
    .where('status', 'in', isUnread ? [0] : [0, 1])
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

/** Returns the number of a person's unread reminders. */
export const countUnread = async (db: Db, uid: number): Promise<number> => (await unread.first(db, { uid }))?.count ?? 0

/** Lists pages as reminders show them. */
export const listPageData = (db: Db, page_ids: readonly number[]) =>
  db
    .selectFrom('page')
    .innerJoin('item', 'item.item_id', 'page.item_id')
    .select([
      'page.page_id',
      'page.author_uid',
      'page.author_username',
      'page.item_id',
      'page.cat_id',
      'page.page_title',
      'page.s_number',
      'page.addtime',
      'page.page_comments',
      'page.is_del',
      'page.page_addtime',
      'page.ext_info',
      'page.is_draft',
      'item.item_name',
    ])
    .where('page.page_id', 'in', page_ids)
    .execute()

/** Returns a person's reminder by its content and sender, or undefined. */
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

/** Marks all of a person's unread reminders as read. */
export const readReminders = (tx: Tx, uid: number, readtime: number) =>
  tx
    .updateTable('message')
    .set({ status: 1, readtime })
    .where('to_uid', '=', uid)
    .where('message_type', '=', 'remind')
    .where('status', '=', 0)
    .execute()

/** Marks a message as read (1) or removed (-1). */
export const updateStatus = (tx: Tx, id: number, status: 1 | -1, readtime: number) =>
  tx.updateTable('message').set({ status, readtime }).where('id', '=', id).execute()

/** The possible values of an announcement's `message_type`. */
const announcementTypes = ['announce', 'announce_web', 'announce_all']

/** The reader of announcements: the time from which announcements are for them, and the time now. */
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

/** Lists the announcements for a person, the newest first, with their state (null: unread). */
export const listAnnouncementsFor = (db: Db, reader: AnnouncementReader, { limit, offset, isUnread }: ListPart) =>
  announcementsFor(db, reader)
    .$if(isUnread, (query) => query.where('message.id', 'is', null))
    .orderBy('message_content.addtime', 'desc')
    .orderBy('message_content.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

/** Returns the oldest announcement that a person has not read, or undefined. */
export const findUnreadAnnouncement = (db: Db, reader: AnnouncementReader) =>
  announcementsFor(db, reader)
    .where('message.id', 'is', null)
    .orderBy('message_content.addtime')
    .orderBy('message_content.id')
    .limit(1)
    .executeTakeFirst()

/** Lists the announcements that a person has not read. */
export const listUnreadAnnouncements = (db: Db, reader: AnnouncementReader) =>
  announcementsFor(db, reader).where('message.id', 'is', null).execute()

/** Returns the number of announcements that a person has not read. */
export async function countUnreadAnnouncements(db: Db, reader: AnnouncementReader): Promise<number> {
  const row = await announcementsFor(db, reader)
    .where('message.id', 'is', null)
    .clearSelect()
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

/** Returns the announcement for a person, or undefined. */
export const findAnnouncementFor = (db: Db, reader: AnnouncementReader, id: number) =>
  announcementsFor(db, reader).where('message_content.id', '=', id).executeTakeFirst()

/** Lists all announcements, the newest first. */
export const listAnnouncements = (db: Db, limit: number, offset: number) =>
  announcements(db).orderBy('addtime', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute()

/** Records that a person has read (1) or removed (-1) an announcement; a removed one stays removed. */
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

/** Removes an announcement and its read states; returns false when there is none. */
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

/** Removes contents that no reminder refers to. */
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

/**
 * Finds who has asked `to_uid` since `since` to hand over a page, by a message that is still unread; from `from_uid`
 * only, if given.
 */
export const findLockRequest = (db: Db, ask: { page_id: number; to_uid: number; since: number; from_uid?: number }) =>
  db
    .selectFrom('message')
    .innerJoin('message_content', 'message_content.id', 'message.message_content_id')
    .leftJoin('user', 'user.uid', 'message.from_uid')
    .select(['message.from_uid', 'message.message_content_id', 'message_content.from_name', 'user.name'])
    .where('message.to_uid', '=', ask.to_uid)
    .where('message.message_type', '=', 'remind')
    .where('message.status', '=', 0)
    .where('message_content.action_type', '=', lockAction)
    .where('message_content.object_id', '=', ask.page_id)
    .where('message.addtime', '>=', ask.since)
    .$if(ask.from_uid !== undefined, (messages) => messages.where('message.from_uid', '=', ask.from_uid ?? 0))
    .orderBy('message.id', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * Lists the people who are notified of what readers write in an item: its owner and its managers, also through a team.
 */
export const listItemManagers = (db: Db, item_id: number) =>
  db
    .selectFrom('user')
    .select(['user.uid', 'user.groupid'])
    .where('user.uid', 'in', (own) =>
      own
        .selectFrom('item')
        .select('item.uid')
        .where('item.item_id', '=', item_id)
        .union(
          own
            .selectFrom('item_member')
            .select('item_member.uid')
            .where('item_member.item_id', '=', item_id)
            .where('item_member.member_group_id', '=', 2),
        )
        .union(
          own
            .selectFrom('team_item_member')
            .select('team_item_member.member_uid as uid')
            .where('team_item_member.item_id', '=', item_id)
            .where('team_item_member.member_group_id', '=', 2),
        ),
    )
    .execute()

/** Lists people with the fields that permission checks need. */
export const listPeople = (db: Db, uids: readonly number[]) =>
  db.selectFrom('user').select(['uid', 'groupid']).where('uid', 'in', uids).execute()

/** Removes the messages about a comment, with the reminders that refer to them. */
export const removeCommentContents = (
  tx: Tx,
  { page_id, uid, content, addtime }: { page_id: number; uid: number; content: string; addtime: number },
) =>
  tx
    .deleteFrom('message_content')
    .where('message_type', '=', 'remind')
    .where('addtime', '=', addtime)
    .where('action_type', '=', commentAction)
    .where('object_id', '=', page_id)
    .where('from_uid', '=', uid)
    .where('message_content', '=', content)
    .execute()

/** Lists the administrators of the site who can sign in. */
export const listAdministrators = async (tx: Db): Promise<number[]> =>
  (await tx.selectFrom('user').select('uid').where('groupid', '=', 1).where('is_disabled', '=', 0).execute()).map(
    ({ uid }) => uid,
  )

/** Returns the versions of live pages by their ids. */
export async function listPageVersions(db: Db, page_ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('page')
    .select(['page_id', 'page_version'])
    .where('page_id', 'in', page_ids)
    .where('is_del', '=', 0)
    .execute()
  return new Map(rows.map(({ page_id, page_version }) => [page_id, page_version]))
}

/** Returns a mark that changes as soon as there is a new message, or the time of an announcement comes. */
export async function latestIds(db: Db, now: number): Promise<string> {
  const newest = await db
    .selectFrom('message')
    .select((select) => select.fn.max('id').as('id'))
    .executeTakeFirst()
  const due = await announcements(db)
    .clearSelect()
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('addtime', '<=', now)
    .executeTakeFirst()
  return `${newest?.id ?? 0} ${due?.count ?? 0}`
}

import type { contract } from '#shared/contract/index.ts'
import { fail } from '#src/core/errors.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { sendFeedback } from './feedback.ts'
import {
  countReminders,
  countUnread,
  countUnreadAnnouncements,
  findUnreadAnnouncement,
  listAnnouncements,
  listAnnouncementsFor,
  listReminders,
  removeAnnouncement,
} from './queries.ts'
import { newestUnread, withPages } from './reminder.ts'
import { addAnnouncement, announcementReader, markAllRead, markMessage } from './service.ts'
import { getPageVersion, getUnread, streamUnread } from './unread-stream.ts'

const offsetOf = ({ page, count }: { page: number; count: number }) => (page - 1) * count

const partOf = (input: { page: number; count: number; unread: boolean }) => ({
  limit: input.count,
  offset: offsetOf(input),
  isUnread: input.unread,
})

/** Returns an announcement as its reader sees it. */
const shown = <R extends { id: number; status: number | null }>(row: R) => ({
  ...row,
  message_content_id: row.id,
  status: row.status ?? 0,
})

/** Implements the calls for a person's messages. */
export const message: Handlers<typeof contract.message> = {
  async getAnnouncementList({ app, user, input }) {
    const reader = announcementReader(app, user)
    return (await listAnnouncementsFor(app.db, reader, partOf(input))).map(shown)
  },

  async getRemindList({ app, user, input }) {
    const rows = await listReminders(app.db, user.uid, partOf(input))
    const [total, list] = await Promise.all([
      countReminders(app.db, user.uid, input.unread),
      withPages(app.db, user, rows),
    ])
    return { total, list }
  },

  async getUnread({ app, user }) {
    const reader = announcementReader(app, user)
    const [remind, announce, remind_count, announce_count] = await Promise.all([
      newestUnread(app.db, user),
      findUnreadAnnouncement(app.db, reader),
      countUnread(app.db, user.uid),
      countUnreadAnnouncements(app.db, reader),
    ])
    return { remind: remind ?? [], announce: announce ? shown(announce) : [], remind_count, announce_count }
  },

  async sendFeedback({ app, user, input }) {
    await sendFeedback(app, user, input)
    return []
  },

  async watch({ app, user, input, request }) {
    const open = { page_id: input.page_id, readVersion: () => getPageVersion(app, request.visitor, input.page_id) }
    return request.wantsEvents ? streamUnread(app, user, open) : getUnread(app, user, open)
  },

  async setRead({ app, user, input }) {
    await markMessage(app, user, input, 1)
    return []
  },

  async setAllRead({ app, user, input }) {
    await markAllRead(app, user, input.message_type)
    return []
  },

  async delete({ app, user, input }) {
    await markMessage(app, user, input, -1)
    return []
  },
}

/** Implements the calls for announcements, for administrators. */
export const adminMessage: Handlers<typeof contract.adminMessage> = {
  async addAnnouncement({ app, user, input, request }) {
    const id = await addAnnouncement(app, input)
    request.log.info({ uid: user.uid, message_content_id: id }, 'announcement added')
    return { id }
  },

  async listAnnouncements({ app, input }) {
    const rows = await listAnnouncements(app.db, input.count, offsetOf(input))
    return rows.map((row) => ({ ...row, message_content_id: row.id }))
  },

  async deleteAnnouncement({ app, user, input, request }) {
    if (!(await removeAnnouncement(app.db, input.id))) fail('messageGone')
    request.log.info({ uid: user.uid, message_content_id: input.id }, 'announcement removed')
    return []
  },
}

import type { api } from '#web/lib/api.ts'
import { displayName } from '#web/lib/display-name.ts'

/** A reminder, as the server returns it. */
export type Reminder = Awaited<ReturnType<typeof api.message.getRemindList>>['list'][number]

/** An announcement, as the server returns it. */
export type Announcement = Awaited<ReturnType<typeof api.message.getAnnouncementList>>[number]

/** A list of the message centre; the names are used in the URL. Source: specification 2. */
export type ListId = 'remindList' | 'announcementList'

/** Messages per page of a list. */
export const messagesPerPage = 20

/** Rows in the popover under the bell. Source: interface guide 4.11. */
export const rowsInBell = 8

/** How long a message must be open before it counts as read, in ms. Source: specification 9. */
export const readAfterMs = 2000

/** The fields that both kinds of message share. */
export type AnyMessage = Pick<Reminder, 'id' | 'message_content_id' | 'from_uid'> & { status: string | number }

/** Whether a message is unread. */
export const isUnread = (message: { status: string | number }): boolean => Number(message.status) === 0

/** Returns the key of a message for the server. An announcement has no sender: `from_uid` 0. */
export const toMessageKey = ({ message_content_id, from_uid }: Pick<Reminder, 'message_content_id' | 'from_uid'>) => ({
  message_content_id,
  from_uid,
})

/** The `object_type` of feedback. */
export const feedbackObject = 'feedback'

/** The kind of a reminder, as the end of its message key. */
type ReminderKind = 'feedback' | 'commented' | 'updated' | 'created' | 'asked' | 'plan' | 'gone' | 'broken'

/**
 * Returns the kind of a reminder: a page that was changed, created, commented on or requested, an API that breaks its clients, a plan that expires, or
 * a page that is no longer accessible.
 */
export function getReminderKind({ object_type, action_type, page_data }: Reminder): ReminderKind {
  if (object_type === 'vip') return 'plan'
  if (object_type === feedbackObject) return 'feedback'
  if (!page_data || page_data.is_del !== '0') return 'gone'
  if (action_type === 'lock') return 'asked'
  if (action_type === 'comment') return 'commented'
  if (action_type === 'api') return 'broken'
  return action_type === 'create' ? 'created' : 'updated'
}

/** Returns the path that a reminder links to; undefined when there is nothing to show. */
export function reminderPath(reminder: Reminder): string | undefined {
  const { page_data } = reminder
  if (getReminderKind(reminder) === 'plan') return '/user/setting'
  if (getReminderKind(reminder) === 'gone' || !page_data) return undefined
  const path = `/${page_data.item_id}/${page_data.page_id}`
  return getReminderKind(reminder) === 'commented' ? `${path}?comments` : path
}

/** Returns the path of the diff for a reminder's change; undefined when the previous version is not stored. */
export const diffPath = ({ page_data, page_history_id, action_type }: Reminder): string | undefined =>
  page_data && page_history_id > 0 && action_type !== 'lock'
    ? `/page/diff/${page_data.page_id}/${page_history_id}`
    : undefined

/** Returns the list to show: the one in the URL, else announcements when one is unread. */
export function chooseList(dtab: string | null, unreadAnnouncements: number): ListId {
  if (dtab === 'remindList' || dtab === 'announcementList') return dtab
  return unreadAnnouncements > 0 ? 'announcementList' : 'remindList'
}

/** Merges both lists, newest first: the rows of the popover under the bell. */
export function mergeNewest(reminders: readonly Reminder[], announcements: readonly Announcement[], most = rowsInBell) {
  const rows = [
    ...reminders.map((message) => ({ kind: 'remind' as const, message })),
    ...announcements.map((message) => ({ kind: 'announce' as const, message })),
  ]
  return rows.toSorted((a, b) => b.message.addtime.localeCompare(a.message.addtime)).slice(0, most)
}

/** Returns the sender's name: of a person, or of the site for an announcement. */
export const senderName = (message: { sender_name?: string | undefined; from_name: string }): string =>
  displayName({ name: message.sender_name, username: message.from_name })

import type { api } from '#web/lib/api.ts'
import { displayName } from '#web/lib/display-name.ts'

/** A reminder, as the server tells it. */
export type Reminder = Awaited<ReturnType<typeof api.message.getRemindList>>['list'][number]

/** An announcement, as the server tells it. */
export type Announcement = Awaited<ReturnType<typeof api.message.getAnnouncementList>>[number]

/** Which list of the message centre is shown; the names stand in the address. Source: specification 2. */
export type ListId = 'remindList' | 'announcementList'

/** How many messages a page of a list shows. */
export const messagesPerPage = 20

/** How many rows the window under the bell shows. Source: interface guide 4.11. */
export const rowsInBell = 8

/** How long a message lies open before it counts as read, in ms. Source: specification 9. */
export const readAfterMs = 2000

/** What both kinds of message have. */
export type AnyMessage = Pick<Reminder, 'id' | 'message_content_id' | 'from_uid'> & { status: string | number }

/** Whether nobody has read it yet. */
export const isUnread = (message: { status: string | number }): boolean => Number(message.status) === 0

/** What names a message to the server. An announcement has no sender: `from_uid` 0. */
export const toMessageKey = ({ message_content_id, from_uid }: Pick<Reminder, 'message_content_id' | 'from_uid'>) => ({
  message_content_id,
  from_uid,
})

/** The `object_type` of what somebody thinks of the site. */
export const feedbackObject = 'feedback'

/** What a reminder says, as the end of a key of its words. */
export type ReminderKind = 'feedback' | 'commented' | 'updated' | 'created' | 'asked' | 'plan' | 'gone'

/** What a reminder tells of: a page that was changed, made, commented on or asked for, a plan that ends, or a page that is not to be seen any more. */
export function getReminderKind({ object_type, action_type, page_data }: Reminder): ReminderKind {
  if (object_type === 'vip') return 'plan'
  if (object_type === feedbackObject) return 'feedback'
  if (!page_data || page_data.is_del !== '0') return 'gone'
  if (action_type === 'lock') return 'asked'
  if (action_type === 'comment') return 'commented'
  return action_type === 'create' ? 'created' : 'updated'
}

/** Where a reminder leads; undefined when there is nothing to see. */
export function reminderPath(reminder: Reminder): string | undefined {
  const { page_data } = reminder
  if (getReminderKind(reminder) === 'plan') return '/user/setting'
  if (getReminderKind(reminder) === 'gone' || !page_data) return undefined
  const path = `/${page_data.item_id}/${page_data.page_id}`
  return getReminderKind(reminder) === 'commented' ? `${path}?comments` : path
}

/** The address that shows what a reminder's change did; undefined when the version before it is not kept. */
export const diffPath = ({ page_data, page_history_id, action_type }: Reminder): string | undefined =>
  page_data && page_history_id > 0 && action_type !== 'lock'
    ? `/page/diff/${page_data.page_id}/${page_history_id}`
    : undefined

/** The list that is meant: the one in the address, else announcements when one is unread and no reminder list is asked for. */
export function chooseList(dtab: string | null, unreadAnnouncements: number): ListId {
  if (dtab === 'remindList' || dtab === 'announcementList') return dtab
  return unreadAnnouncements > 0 ? 'announcementList' : 'remindList'
}

/** What both lists hold, the newest first: the rows of the window under the bell. */
export function mergeNewest(reminders: readonly Reminder[], announcements: readonly Announcement[], most = rowsInBell) {
  const rows = [
    ...reminders.map((message) => ({ kind: 'remind' as const, message })),
    ...announcements.map((message) => ({ kind: 'announce' as const, message })),
  ]
  return rows.toSorted((a, b) => b.message.addtime.localeCompare(a.message.addtime)).slice(0, most)
}

/** Who sent a message: a person by their name, an announcement by the site's. */
export const senderName = (message: { sender_name?: string | undefined; from_name: string }): string =>
  displayName({ name: message.sender_name, username: message.from_name })

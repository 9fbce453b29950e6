/** What of the unread messages concerns the header and the notices. */
export interface Unread {
  remind_count: number
  announce_count: number
}

/** Nothing unread. */
export const nothingUnread: Unread = { remind_count: 0, announce_count: 0 }

/** How many messages are unread. */
export const countUnread = ({ remind_count, announce_count }: Unread): number => remind_count + announce_count

/** A count for little room: «99+». */
export const shortCount = (count: number): string => (count > 99 ? '99+' : String(count))

/** A window's title with the count before it; `mark` is what stood before it until now. */
export function titleWithCount(title: string, count: number, mark: string): { title: string; mark: string } {
  const bare = mark && title.startsWith(mark) ? title.slice(mark.length) : title
  const next = count > 0 ? `(${shortCount(count)}) ` : ''
  return { title: next + bare, mark: next }
}

/** Whether what the storage holds is a count of unread messages. */
export const isUnreadCount = (value: unknown): value is Unread & { uid: string } =>
  typeof value === 'object' &&
  value !== null &&
  'uid' in value &&
  'remind_count' in value &&
  'announce_count' in value &&
  Number.isInteger(value.remind_count) &&
  Number.isInteger(value.announce_count)

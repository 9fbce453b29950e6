/** The unread counts for the header and notifications. */
export interface Unread {
  remind_count: number
  announce_count: number
}

/** Nothing unread. */
export const nothingUnread: Unread = { remind_count: 0, announce_count: 0 }

/** Returns the number of unread messages. */
export const countUnread = ({ remind_count, announce_count }: Unread): number => remind_count + announce_count

/** Formats a count for little space: «99+». */
export const shortCount = (count: number): string => (count > 99 ? '99+' : String(count))

/** Returns a window title with the count in front; `mark` is the former prefix, which is replaced. */
export function titleWithCount(title: string, count: number, mark: string): { title: string; mark: string } {
  const bare = mark && title.startsWith(mark) ? title.slice(mark.length) : title
  const next = count > 0 ? `(${shortCount(count)}) ` : ''
  return { title: next + bare, mark: next }
}

/** Whether a stored value is a count of unread messages. */
export const isUnreadCount = (value: unknown): value is Unread & { uid: string } =>
  typeof value === 'object' &&
  value !== null &&
  'uid' in value &&
  'remind_count' in value &&
  'announce_count' in value &&
  Number.isInteger(value.remind_count) &&
  Number.isInteger(value.announce_count)

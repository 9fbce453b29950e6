import { toDate } from '#web/lib/format.ts'

/** How long a deleted item can be restored, in days. Source: specification 9. */
export const retentionDays = 30

const dayMs = 86_400_000

/** Returns the number of days that a deleted item can still be restored; 0 on the last. */
export function daysLeft(del_time: string, now: Date = new Date()): number {
  const at = toDate(del_time)
  if (!at) return retentionDays
  return Math.max(0, Math.ceil((at.getTime() + retentionDays * dayMs - now.getTime()) / dayMs))
}

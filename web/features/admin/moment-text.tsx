import { exactTime, type Moment, relativeTime, shortDate, toDate } from '#web/lib/format.ts'

/** Date, or relative time; the exact time on hover. `none` is shown when there is no time. */
export function MomentText({ at, relative, none = '' }: { at: Moment; relative?: boolean; none?: string }) {
  if (!toDate(at)) return none
  return <time title={exactTime(at)}>{relative ? relativeTime(at) : shortDate(at)}</time>
}

import { exactTime, type Moment, relativeTime, shortDate, toDate } from '#web/lib/format.ts'

/** A day, or how long ago it was; the exact moment on hover. `none` stands where there is no time. */
export function MomentText({ at, relative, none = '' }: { at: Moment; relative?: boolean; none?: string }) {
  if (!toDate(at)) return none
  return <time title={exactTime(at)}>{relative ? relativeTime(at) : shortDate(at)}</time>
}

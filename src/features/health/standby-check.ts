import { readFollowProgress, readFollowRecord } from '#src/core/follow-record.ts'
import type { HealthContext } from './context.ts'
import { fine, type Outcome } from './finding.ts'

// A follower that goes on is a few seconds behind; for a minute the network may be away.
const lateSeconds = 60

/** Returns how the copy of another server is; undefined for an ordinary site. */
function checkCopy({ config, standby }: HealthContext): Outcome | undefined {
  const record = readFollowRecord(config.data)
  if (!record) return undefined
  const { following } = standby ?? {}
  const progress = readFollowProgress(config.data)
  const stopped = following?.problem()
  const problem = following ? stopped && { en: stopped.line('en'), zh: stopped.line('zh') } : progress?.problem
  const written = progress && Math.max(0, Date.now() / 1000 - progress.time)
  const seconds = following ? following.lagSeconds() : written
  const values = { url: record.url, seconds: Math.round(seconds ?? 0) }
  if (problem) return { status: 'error', text: 'followProblem', values: { ...values, problem } }
  if (seconds === undefined) return { status: 'warning', text: 'followUnknown', values }
  return seconds > lateSeconds ? { status: 'warning', text: 'followLate', values } : fine('followOk', values)
}

/** Checks the copy that this is, or the followers that this site has. */
export function checkStandby(at: HealthContext): Outcome | Outcome[] | undefined {
  const copy = checkCopy(at)
  if (copy || !at.standby || at.config.follow_secret === '') return copy
  const followers = at.standby.followers()
  if (followers.length === 0) return { status: 'warning', text: 'followersNone', advice: 'startFollower' }
  return followers.map(({ name, ip, lag_seconds, is_copying }): Outcome => {
    const values = { name, ip, seconds: Math.round(lag_seconds) }
    if (is_copying) return { status: 'info', text: 'followerCopying', values }
    return lag_seconds > lateSeconds
      ? { status: 'warning', text: 'followerLate', values, advice: 'seeFollower' }
      : fine('followerOk', values)
  })
}

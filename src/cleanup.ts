import { type App, nowSeconds } from '#src/core/app.ts'
import { removeEndedMailTokens } from '#src/features/account-mail/index.ts'
import { flushTraffic } from '#src/features/attachment/index.ts'
import { removeOldAudits } from '#src/features/audit/index.ts'
import { removeEndedTickets } from '#src/features/backup/index.ts'
import { removeEndedCaptchas } from '#src/features/captcha/index.ts'
import { removeEndedInvitations } from '#src/features/invitation/index.ts'
import { removeEndedGrants } from '#src/features/item/index.ts'
import { removeOldJobs } from '#src/features/job/index.ts'
import { removeOldMessages } from '#src/features/message/index.ts'
import { flushMockViews } from '#src/features/mock/index.ts'
import { removeOldDeliveries } from '#src/features/outbox/index.ts'
import { removeExpired, trimHistories } from '#src/features/page/index.ts'
import { purgeDeleted } from '#src/features/recycle/index.ts'
import { removeEndedAttempts } from '#src/features/sign-in/index.ts'
import { removeLeftovers } from '#src/features/storage/index.ts'
import { removeLostSubscriptions } from '#src/features/subscription/index.ts'
import { removeEndedChallenges } from '#src/features/two-step/index.ts'
import { removeEndedTokens } from '#src/features/user/index.ts'
import { removeLostWebhooks } from '#src/features/webhook/index.ts'

const everyMs = 10 * 60_000

/**
 * Removes what has expired: captchas, sessions, sign-ins with providers, visit grants, tickets of downloads, locks, public
 * links, old jobs with their files, what was deleted long ago, history beyond the kept number, files in buckets that
 * nothing names. Saves traffic and mock view counts.
 */
async function runCleanup(app: App, isWanted: () => boolean): Promise<void> {
  const now = nowSeconds(app)
  await removeEndedCaptchas(app.db, now)
  await removeEndedTokens(app.db, now)
  await removeEndedChallenges(app.db, now)
  await removeEndedAttempts(app.db, now)
  await removeEndedMailTokens(app.db, now)
  await removeOldAudits(app).catch((error: unknown) => app.log.error({ err: error }, 'the audit log was not shortened'))
  await removeEndedGrants(app.db, now)
  await removeEndedInvitations(app.db, now)
  await removeEndedTickets(app.db, now)
  await removeOldJobs(app)
  await removeExpired(app.db, now)
  await purgeDeleted(app, isWanted)
  await trimHistories(app, isWanted)
  await flushTraffic(app)
  await flushMockViews(app)
  await removeOldMessages(app.db, now)
  await removeOldDeliveries(app)
  await removeLostWebhooks(app.db)
  await removeLostSubscriptions(app.db)
  await removeLeftovers(app)
}

/** The regular cleanup of a running server. */
interface CleanupScheduler {
  /** Runs a cleanup now, unless one is already running. */
  request(): void
  /** Stops it, once the current slice of work is done. */
  stop(): Promise<void>
}

/** Runs a cleanup every ten minutes and on request. */
export function startCleanup(app: App): CleanupScheduler {
  let isStopped = false
  let running: Promise<void> | undefined
  const ask = () => {
    if (isStopped) return
    running ??= runCleanup(app, () => !isStopped)
      .catch((error: unknown) => app.log.error({ err: error }, 'tidying failed'))
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(ask, everyMs)
  timer.unref()
  return {
    request: ask,
    async stop() {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
}

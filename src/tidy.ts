import { type App, nowSeconds } from '#src/core/app.ts'
import { removeEndedCaptchas } from '#src/features/captcha/index.ts'
import { removeEndedGrants } from '#src/features/item/index.ts'
import { removeOldJobs } from '#src/features/job/index.ts'
import { removeEndedTokens } from '#src/features/user/index.ts'

const everyMs = 10 * 60_000

/** Removes what has run out: captchas, sessions, visit grants, old tasks with the files they kept. */
async function tidy(app: App): Promise<void> {
  const now = nowSeconds(app)
  await removeEndedCaptchas(app.db, now)
  await removeEndedTokens(app.db, now)
  await removeEndedGrants(app.db, now)
  await removeOldJobs(app)
}

/** Tidies every ten minutes. Gives what stops it. */
export function startTidying(app: App): () => void {
  const timer = setInterval(() => {
    tidy(app).catch((error: unknown) => app.log.error({ err: error }, 'tidying failed'))
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

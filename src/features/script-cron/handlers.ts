import type { contract } from '#contract/index.ts'
import type { Handlers } from '#src/http/handlers.ts'

// Clients ask for it with each sign-in; more often than this the clean-up need not be asked for.
const asksPerMinute = 1

/** The clean-up of the site. */
export const scriptCron: Handlers<typeof contract.ScriptCron> = {
  run({ app }) {
    if (app.limiter.take('script-cron', asksPerMinute, 60_000)) app.requestCleanup()
    return { message: 'ok' }
  },
}

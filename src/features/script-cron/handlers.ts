import type { contract } from '#shared/contract/index.ts'
import type { Handlers } from '#src/http/handlers.ts'

// Clients request the clean-up with each sign-in; more often than this is not necessary.
const requestsPerMinute = 1

/** Implements the call for the clean-up of the site. */
export const scriptCron: Handlers<typeof contract.ScriptCron> = {
  run({ app }) {
    if (app.limiter.take('script-cron', requestsPerMinute, 60_000)) app.requestCleanup()
    return { message: 'ok' }
  },
}

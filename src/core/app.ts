import type { Db } from '#src/db/open.ts'
import type { Config } from './config.ts'
import type { StoredFiles } from './files.ts'
import type { IdempotencyCache } from './idempotency-cache.ts'
import type { Log } from './log.ts'
import type { RateLimiter } from './rate-limiter.ts'
import type { SetupCode } from './setup-code.ts'

/** Everything that the features share; made once at start. */
export interface App {
  config: Config
  db: Db
  log: Log
  files: StoredFiles
  limiter: RateLimiter
  /** For those whose answers were lost on the way. */
  idempotencyCache: IdempotencyCache
  setupCode: SetupCode
  /** The time, so that tests can set it. */
  now(): Date
  /** Work that goes on after its request has been answered; a graceful stop waits for it. */
  background: Set<Promise<void>>
  /** Aborts when the server begins to stop, for answers that would go on and on. */
  stopping: AbortSignal
  /** Has the clean-up done soon, which also goes on by itself. */
  requestCleanup(): void
}

/** Unix seconds of the app's clock. */
export const nowSeconds = (app: Pick<App, 'now'>): number => Math.floor(app.now().getTime() / 1000)

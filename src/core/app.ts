import type { Db } from '#src/db/database.ts'
import type { Config, StartError } from './config.ts'
import type { StoredFiles } from './files.ts'
import type { IdempotencyCache } from './idempotency-cache.ts'
import type { Installation } from './installation.ts'
import type { Log } from './log.ts'
import type { RateLimiter } from './rate-limiter.ts'
import type { SetupCode } from './setup-code.ts'

/** What the check of the database's structure has found: of a running server, the last one in the background. */
export interface DatabaseCheck {
  outcome: 'running' | 'intact' | 'damaged' | 'failed' | 'stopped'
  /** When it ended, Unix seconds. */
  time: number
  /** What is wrong, or why it could not be made. */
  detail: string
}

/** The server that this one follows. */
export interface Following {
  /** Its address. */
  url: string
  /** How old the moment is that the copy shows, in seconds; undefined when that is not known. */
  lagSeconds(): number | undefined
  /** Why the copy does not go on; undefined while it does. */
  problem(): StartError | undefined
}

/** A follower of this server. */
export interface FollowerStatus {
  /** The name of its machine. */
  name: string
  ip: string
  /** How old the moment is that it has, in seconds. */
  lag_seconds: number
  /** Whether it still makes its first copy, or compares everything. */
  is_copying: boolean
}

/** Everything that the features share; created once at startup. */
export interface App {
  config: Config
  db: Db
  log: Log
  files: StoredFiles
  limiter: RateLimiter
  /** Responses that can be sent again when they were lost on the way. */
  idempotencyCache: IdempotencyCache
  setupCode: SetupCode
  /** The running program; tests can set it. */
  installation: Installation
  /** The current time; tests can set it. */
  now(): Date
  /** Work that continues after its request has been answered; a graceful stop waits for it. */
  background: Set<Promise<void>>
  /** Aborts when the server begins to stop, for responses that would never end. */
  stopping: AbortSignal
  databaseCheck: DatabaseCheck
  /** Set when this server is the copy of another one: nothing can be written then. */
  following: Following | undefined
  /** Returns the servers that follow this one at the moment. */
  followers(): readonly FollowerStatus[]
  /**
   * Stops the server, then runs `between` while nobody is served, and continues as the executable whose path it returns.
   */
  requestRestart(between: () => Promise<string>): void
  /** Requests a cleanup soon, in addition to the regular ones. */
  requestCleanup(): void
}

/** Returns the time of the app's clock in Unix seconds. */
export const nowSeconds = (app: Pick<App, 'now'>): number => Math.floor(app.now().getTime() / 1000)

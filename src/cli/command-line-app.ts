import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { App } from '#src/core/app.ts'
import type { Config } from '#src/core/config.ts'
import { StoredFiles } from '#src/core/files.ts'
import { IdempotencyCache } from '#src/core/idempotency-cache.ts'
import { thisInstallation } from '#src/core/installation.ts'
import { createLog } from '#src/core/log.ts'
import { RateLimiter } from '#src/core/rate-limiter.ts'
import { SetupCode } from '#src/core/setup-code.ts'
import type { Db } from '#src/db/database.ts'

/**
 * Returns what features need, for a command that works beside a running server: on the same database and files, without
 * its background work. What the server is receiving is left alone.
 */
export function commandLineApp(config: Config, db: Db): App {
  const files = new StoredFiles(config.data)
  mkdirSync(dirname(files.incomingPath()), { recursive: true, mode: 0o700 })
  return {
    config,
    db,
    log: createLog({ ...config, log_level: 'error' }),
    files,
    now: () => new Date(),
    limiter: new RateLimiter(() => Date.now()),
    idempotencyCache: new IdempotencyCache(() => performance.now()),
    setupCode: new SetupCode(),
    installation: thisInstallation(),
    background: new Set(),
    stopping: new AbortController().signal,
    databaseCheck: { outcome: 'intact', time: Math.floor(Date.now() / 1000), detail: '' },
    following: undefined,
    followers: () => [],
    requestRestart: () => undefined,
    requestCleanup: () => undefined,
  }
}

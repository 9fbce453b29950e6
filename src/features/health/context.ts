import type { App } from '#src/core/app.ts'
import type { Arrival } from '#src/core/arrival.ts'
import type { Config } from '#src/core/config.ts'
import type { OutboundRules } from '#src/core/safe-fetch.ts'
import type { Db } from '#src/db/database.ts'
import type { Outcome } from './finding.ts'

/** What the browser that shows the checks has found; what is undefined was not tried. */
export interface BrowserFindings {
  /** The address of the site in the browser, with the base path and without a slash at the end. */
  address?: string | undefined
  /** Its clock, Unix seconds. */
  browser_time?: number | undefined
  /** How large the body was that it sent to measure, in bytes. */
  body_bytes?: number | undefined
  /** Whether that body arrived, was rejected by something in front of the server, or got no answer. */
  body_result?: 'arrived' | 'rejected' | 'failed' | undefined
  /** Whether events arrived one by one, together, or not to the end. */
  events_result?: 'live' | 'held' | 'broken' | undefined
}

/** What the checks look at. What is undefined cannot be checked here, and its checks are left out. */
export interface HealthContext {
  config: Config
  now(): Date
  rules: OutboundRules
  log: Pick<App['log'], 'warn'>
  /** What is known about the structure of the database, by the caller that opened it. */
  database: Outcome
  /** The database, unless it is missing or damaged. */
  db: Db | undefined
  /** Whether this process is the server: it need not be found then. */
  isServer: boolean
  /** What the running server knows about following; undefined in other processes. */
  standby?: Pick<App, 'following' | 'followers'>
  /** How the request arrived that runs the checks. */
  arrival?: Arrival
  browser?: BrowserFindings
}

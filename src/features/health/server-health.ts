import { statSync } from 'node:fs'
import { dateText } from '#shared/contract/fields.ts'
import type { App } from '#src/core/app.ts'
import type { Arrival } from '#src/core/arrival.ts'
import { pathsIn } from '#src/core/data-folder.ts'
import type { Lang } from '#src/core/i18n.ts'
import { readSchemaNumber } from '#src/db/engine.ts'
import { runChecks } from './checks.ts'
import type { BrowserFindings } from './context.ts'
import { byUrgency, fine, type HealthReport, type Outcome, reportOf } from './finding.ts'

/** Returns what the check in the background has found so far. */
async function databaseOutcome({ config, db, databaseCheck }: App): Promise<Outcome> {
  const { database } = pathsIn(config.data)
  const mb = Math.ceil((statSync(database, { throwIfNoEntry: false })?.size ?? 0) / 1e6)
  const values = { schema: await readSchemaNumber(db), mb }
  const { outcome, time, detail } = databaseCheck
  if (outcome === 'intact') return fine('databaseChecked', { ...values, time: dateText(time) })
  if (outcome === 'running') return { status: 'info', text: 'databaseChecking', values }
  const check = { paste: 'docstead doctor', values: { ...values, detail } } as const
  return outcome === 'damaged'
    ? { status: 'error', text: 'databaseBad', ...check, advice: 'restore' }
    : { status: 'warning', text: 'databaseUnchecked', ...check, advice: 'fullCheck' }
}

// The screen waits for the answer; what takes longer is reported as silent.
const outboundLimits = { connectMs: 2_500, totalMs: 5_000, answerBytes: 100_000 }

/** Runs the checks inside of the server, for the browser that requests them. @returns the most urgent first */
export async function serverHealth(
  app: App,
  request: { arrival: Arrival; lang: Lang },
  browser: BrowserFindings,
): Promise<HealthReport[]> {
  const findings = await runChecks({
    config: app.config,
    now: app.now,
    log: app.log,
    rules: { allow: app.config.outbound_allow, limits: outboundLimits },
    database: await databaseOutcome(app),
    db: app.db,
    isServer: true,
    standby: app,
    arrival: request.arrival,
    browser,
  })
  return byUrgency(findings.map((finding) => reportOf(request.lang, finding)))
}

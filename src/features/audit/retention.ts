import { type App, nowSeconds } from '#src/core/app.ts'
import { readOptions } from '#src/features/options/index.ts'
import { removeAuditsBefore } from './queries.ts'

const day = 86_400

/** Deletes the entries that are older than the site stores them; none when it stores them for ever. */
export async function removeOldAudits(app: Pick<App, 'db' | 'now'>): Promise<void> {
  const days = Number((await readOptions(app.db)).audit_days)
  if (days === 0) return
  // the database goes by its own clock: one that is ahead must not make it refuse
  const now = Math.min(nowSeconds(app), Math.floor(Date.now() / 1000))
  await removeAuditsBefore(app.db, now - days * day)
}

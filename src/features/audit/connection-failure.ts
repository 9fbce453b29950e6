import { type App, nowSeconds } from '#src/core/app.ts'
import type { AppError } from '#src/core/errors.ts'
import { errorText } from '#src/core/i18n.ts'
import { type Actor, recordAudit } from './queries.ts'

// What another server says may be long; its first words tell what is wrong.
const detailLength = 500

/** Adds an entry about another server that did not work when a person tried it; `cause` in English, without secrets. */
export const recordFailedConnection = (
  app: Pick<App, 'db' | 'now'>,
  actor: Actor,
  what: string,
  cause: string | Pick<AppError, 'errorName' | 'values'>,
): Promise<void> => {
  const text = typeof cause === 'string' ? cause : errorText('en', cause.errorName, cause.values)
  const detail = `${what}: ${text}`.slice(0, detailLength)
  const entry = { ...actor, action: 'connectionFailed', object_type: 'setting', detail } as const
  return recordAudit(app.db, entry, nowSeconds(app))
}

import type { App } from '#src/core/app.ts'
import type { Tx } from '#src/db/database.ts'
import { actorOf, insertAudit } from '#src/features/audit/index.ts'
import { type AccountChange, queueAccountChange } from '#src/features/notice/index.ts'
import type { Confirming } from '#src/features/user/index.ts'

/** Writes to the audit log how a person has changed their second step, and tells them by mail. */
export async function recordChange(
  tx: Tx,
  app: Pick<App, 'config'>,
  { user, ip }: Confirming,
  { action, name = '', now }: { action: AccountChange; name?: string; now: number },
): Promise<void> {
  await insertAudit(tx, { ...actorOf(user, { ip }), action, detail: name }, now)
  await queueAccountChange(tx, app, action, user.uid, { now, name, ip })
}

import type { Db } from '#src/db/database.ts'
import { prepared } from '#src/db/prepared.ts'

const secret = prepared<Record<never, never>>({ remember: 1 })((db) => db.selectFrom('mock_secret').select('secret'))

/** Returns what signs the mock addresses of private items. */
export async function readMockSecret(db: Db): Promise<Buffer> {
  const row = await secret.first(db, {})
  if (!row) throw new Error('The database has no secret for mock addresses')
  return row.secret
}

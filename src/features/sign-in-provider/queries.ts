import type { Db, Tx } from '#src/db/database.ts'
import { prepared } from '#src/db/prepared.ts'

const all = prepared<Record<never, never>>({ remember: 1 })((db) =>
  db.selectFrom('sign_in_provider').selectAll().orderBy('addtime').orderBy('provider_id'),
)

/** Lists the stored providers, the oldest first. */
export const listProviderRows = (db: Db) => all.all(db, {})

/** A provider to store. */
interface ProviderRow {
  provider_id: string
  type: string
  name: string
  is_open: 0 | 1
  form: string
  addtime: number
}

/** Stores a provider; an existing one keeps its type and when it was added. */
export const upsertProvider = (tx: Tx, row: ProviderRow) =>
  tx
    .insertInto('sign_in_provider')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('provider_id').doUpdateSet({ name: row.name, is_open: row.is_open, form: row.form }),
    )
    .execute()

/** Removes a stored provider. */
export const removeProvider = (tx: Tx, provider_id: string) =>
  tx.deleteFrom('sign_in_provider').where('provider_id', '=', provider_id).execute()

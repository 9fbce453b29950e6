import type { Db, Tx } from '#src/db/database.ts'

/** Returns the authenticator app of a user, whether it is enabled yet or not; undefined without one. */
export const findTotp = (db: Db, uid: number) =>
  db.selectFrom('user_totp').selectAll().where('uid', '=', uid).executeTakeFirst()

/** Stores a new key that no code has confirmed yet, in place of an earlier one. */
export const savePendingTotp = (tx: Tx, row: { uid: number; secret: string; addtime: number }) =>
  tx
    .insertInto('user_totp')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('uid').doUpdateSet({ secret: row.secret, addtime: row.addtime, enabled_time: 0, last_step: 0 }),
    )
    .execute()

/** Turns an authenticator app on. */
export const enableTotp = (tx: Tx, uid: number, enabled_time: number) =>
  tx.updateTable('user_totp').set({ enabled_time }).where('uid', '=', uid).execute()

/** Records the time step of a code that was used. */
export const updateLastStep = (tx: Tx, uid: number, last_step: number) =>
  tx.updateTable('user_totp').set({ last_step }).where('uid', '=', uid).execute()

/** Removes the authenticator app of a user. */
export const removeTotp = (tx: Tx, uid: number) => tx.deleteFrom('user_totp').where('uid', '=', uid).execute()

/** Returns how many unused recovery codes a user has. */
export async function countRecoveryCodes(db: Db, uid: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_code')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
  return count
}

/** Removes a recovery code and returns whether there was one, in one statement, so that it works once. */
export async function takeRecoveryCode(tx: Tx, uid: number, code_hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_code')
    .where('uid', '=', uid)
    .where('code_hash', '=', code_hash)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Removes all recovery codes of a user. */
export const removeRecoveryCodes = (tx: Tx, uid: number) =>
  tx.deleteFrom('recovery_code').where('uid', '=', uid).execute()

/** Stores recovery codes in place of the former ones. */
export async function replaceRecoveryCodes(tx: Tx, uid: number, hashes: readonly Buffer[]): Promise<void> {
  await removeRecoveryCodes(tx, uid)
  await tx
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ uid, code_hash })))
    .execute()
}

/** Removes all passkeys of a user. */
export const removePasskeys = (tx: Tx, uid: number) => tx.deleteFrom('user_passkey').where('uid', '=', uid).execute()

import type { Insertable } from 'kysely'
import type { Db, Tx } from '#src/db/database.ts'
import type { PasskeyChallengeTable, UserPasskeyTable } from '#src/db/schema.ts'

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

/** Lists the passkeys of a user, the first added first. */
export const listPasskeys = (db: Db, uid: number) =>
  db.selectFrom('user_passkey').selectAll().where('uid', '=', uid).orderBy('passkey_id').execute()

/** Returns whether anyone on the site has a passkey. */
export const hasAnyPasskey = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('user_passkey').select('uid').limit(1).executeTakeFirst()) !== undefined

/** Returns the passkey with this credential, or undefined. */
export const findPasskey = (db: Db, credential_id: string) =>
  db
    .selectFrom('user_passkey')
    .innerJoin('user', 'user.uid', 'user_passkey.uid')
    .selectAll('user_passkey')
    .select(['user.username', 'user.is_sso'])
    .where('credential_id', '=', credential_id)
    .executeTakeFirst()

/** Adds a passkey. */
export const insertPasskey = (tx: Tx, row: Insertable<UserPasskeyTable>) =>
  tx.insertInto('user_passkey').values(row).execute()

/** Removes one passkey of a user and returns its name; undefined when the user has none with this id. */
export async function removePasskey(tx: Tx, uid: number, passkey_id: number): Promise<string | undefined> {
  const removed = await tx
    .deleteFrom('user_passkey')
    .where('uid', '=', uid)
    .where('passkey_id', '=', passkey_id)
    .returning('name')
    .executeTakeFirst()
  return removed?.name
}

/** Records a use of a passkey, if its counter still is `former`. Returns whether it was: of two copies, one is late. */
export async function updateCounter(
  tx: Tx,
  { passkey_id, former }: { passkey_id: number; former: number },
  set: { counter: number; last_use_time: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('user_passkey')
    .set(set)
    .where('passkey_id', '=', passkey_id)
    .where('counter', '=', former)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Whether an account comes from or is linked with another system. */
export const hasIdentity = async (db: Db, uid: number): Promise<boolean> =>
  (await db.selectFrom('user_identity').select('uid').where('uid', '=', uid).limit(1).executeTakeFirst()) !== undefined

/** Inserts a challenge. */
export const insertChallenge = (db: Db, row: Insertable<PasskeyChallengeTable>) =>
  db.insertInto('passkey_challenge').values(row).execute()

/** Deletes a challenge and returns it in one statement, so that no two answers can use it. */
export const takeChallenge = (db: Db, challenge_hash: Buffer) =>
  db.deleteFrom('passkey_challenge').where('challenge_hash', '=', challenge_hash).returningAll().executeTakeFirst()

/** Deletes challenges that expired before `now`. */
export const removeEndedChallenges = (db: Db, now: number) =>
  db.deleteFrom('passkey_challenge').where('expire_time', '<=', now).execute()

/** Removes the pending challenges of a user. */
export const removeChallengesOf = (db: Db, uid: number) =>
  db.deleteFrom('passkey_challenge').where('uid', '=', uid).execute()

/** Removes all passkeys of a user. */
export const removePasskeys = (tx: Tx, uid: number) => tx.deleteFrom('user_passkey').where('uid', '=', uid).execute()

import type { Db, Tx } from '#src/db/database.ts'

/** A sign-in that has begun. */
interface AttemptRow {
  state_hash: Buffer
  browser_hash: Buffer
  provider_id: string
  uid: number
  redirect: string
  secrets: string
  expire_time: number
}

/** Stores a sign-in that begins. */
export const insertAttempt = (db: Db, row: AttemptRow) => db.insertInto('sign_in_attempt').values(row).execute()

/** Removes a sign-in that has begun and returns it: each is finished once. Undefined when there is none. */
export const takeAttempt = (tx: Tx, state_hash: Buffer) =>
  tx.deleteFrom('sign_in_attempt').where('state_hash', '=', state_hash).returningAll().executeTakeFirst()

/** Returns a sign-in that has begun and goes on. */
export const findAttempt = (db: Db, state_hash: Buffer) =>
  db.selectFrom('sign_in_attempt').selectAll().where('state_hash', '=', state_hash).executeTakeFirst()

/** Stores more with a sign-in that has begun. */
export const updateAttemptSecrets = (tx: Tx, state_hash: Buffer, secrets: string) =>
  tx.updateTable('sign_in_attempt').set({ secrets }).where('state_hash', '=', state_hash).execute()

/** Stores that an assertion is used. @returns whether it was not before */
export async function insertUsedAssertion(tx: Tx, assertion_hash: Buffer, expire_time: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('used_assertion')
    .values({ assertion_hash, expire_time })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows) === 1
}

/** Stores why a sign-in failed. */
export const insertFailure = (
  db: Db,
  row: { failure_hash: Buffer; error_name: string; error_values: string; expire_time: number },
) => db.insertInto('sign_in_failure').values(row).execute()

/** Returns why a sign-in failed; undefined when it is not known any more. */
export const findFailure = (db: Db, failure_hash: Buffer, now: number) =>
  db
    .selectFrom('sign_in_failure')
    .select(['error_name', 'error_values'])
    .where('failure_hash', '=', failure_hash)
    .where('expire_time', '>', now)
    .executeTakeFirst()

/** Removes sign-ins and failures that expired before `now`, Unix seconds. */
export async function removeEndedAttempts(db: Db, now: number): Promise<void> {
  await db.deleteFrom('sign_in_attempt').where('expire_time', '<=', now).execute()
  await db.deleteFrom('sign_in_failure').where('expire_time', '<=', now).execute()
  await db.deleteFrom('used_assertion').where('expire_time', '<=', now).execute()
}

import type { Db, Tx } from '#src/db/database.ts'

/** A sign-in that has begun. */
export interface AttemptRow {
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
}

import type { Insertable } from 'kysely'
import { storedCallsMax } from '#contract/api-call-rules.ts'
import type { Db, Tx } from '#src/db/open.ts'
import type { ApiCallTable, ApiEnvironmentTable, ApiSecretTable } from '#src/db/schema.ts'

/** The environments of an item, the oldest first. */
export const listEnvironments = (db: Db, item_id: number) =>
  db.selectFrom('api_environment').selectAll().where('item_id', '=', item_id).orderBy('env_id').execute()

/** The environment `env_id` of an item, or undefined. */
export const findEnvironment = (db: Db, { item_id, env_id }: { item_id: number; env_id: number }) =>
  db
    .selectFrom('api_environment')
    .selectAll()
    .where('env_id', '=', env_id)
    .where('item_id', '=', item_id)
    .executeTakeFirst()

/** Adds an environment and gives its id. */
export async function insertEnvironment(tx: Tx, row: Insertable<ApiEnvironmentTable>): Promise<number> {
  const { insertId } = await tx.insertInto('api_environment').values(row).executeTakeFirstOrThrow()
  return Number(insertId)
}

/** Copies the environments of an item to another one. What people keep for their secrets stays where it is. */
export const copyEnvironments = (tx: Tx, from_item_id: number, item_id: number, addtime: number) =>
  tx
    .insertInto('api_environment')
    .columns(['item_id', 'env_name', 'base_url', 'variables', 'addtime'])
    .expression(
      tx
        .selectFrom('api_environment')
        .select((select) => [
          select.val(item_id).as('item_id'),
          'env_name',
          'base_url',
          'variables',
          select.val(addtime).as('addtime'),
        ])
        .where('item_id', '=', from_item_id)
        .orderBy('env_id'),
    )
    .execute()

/** Changes an environment. */
export const updateEnvironment = (tx: Tx, env_id: number, row: Insertable<ApiEnvironmentTable>) =>
  tx.updateTable('api_environment').set(row).where('env_id', '=', env_id).execute()

/** Removes an environment of an item with everybody's secrets; false when there is none. */
export async function removeEnvironment(tx: Tx, item_id: number, env_id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('api_environment')
    .where('env_id', '=', env_id)
    .where('item_id', '=', item_id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** What a person keeps for the secrets of these environments. */
export const listSecrets = (db: Db, uid: number, env_ids: readonly number[]) =>
  db.selectFrom('api_secret').selectAll().where('uid', '=', uid).where('env_id', 'in', env_ids).execute()

/** Keeps a person's value, in the place of a former one. */
export const upsertSecret = (db: Db, row: Insertable<ApiSecretTable>) =>
  db
    .insertInto('api_secret')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['env_id', 'uid', 'name']).doUpdateSet({ value: row.value, origin: row.origin }),
    )
    .execute()

/** Forgets a person's value. */
export const removeSecret = (db: Db, { env_id, uid, name }: Pick<ApiSecretTable, 'env_id' | 'uid' | 'name'>) =>
  db.deleteFrom('api_secret').where('env_id', '=', env_id).where('uid', '=', uid).where('name', '=', name).execute()

/** Forgets everybody's values of an environment for variables that are none of these. */
export const removeOtherSecrets = (tx: Tx, env_id: number, names: readonly string[]) =>
  tx
    .deleteFrom('api_secret')
    .where('env_id', '=', env_id)
    .$if(names.length > 0, (others) => others.where('name', 'not in', names))
    .execute()

/** Adds a sent request and gives its id. */
export async function insertCall(tx: Tx, row: Insertable<ApiCallTable>): Promise<number> {
  const { insertId } = await tx.insertInto('api_call').values(row).executeTakeFirstOrThrow()
  return Number(insertId)
}

// Each is up to 200 KB; this bounds what one person fills.
const mostOfPerson = 500

/** Removes what a person has sent before the last ones, of a page and of all. */
export async function removeOldCalls(tx: Tx, { uid, page_id }: { uid: number; page_id: number }): Promise<void> {
  const own = tx.selectFrom('api_call').select('id').where('uid', '=', uid).orderBy('id', 'desc')
  await tx
    .deleteFrom('api_call')
    .where('uid', '=', uid)
    .where('page_id', '=', page_id)
    .where('id', 'not in', own.where('page_id', '=', page_id).limit(storedCallsMax))
    .execute()
  await tx.deleteFrom('api_call').where('uid', '=', uid).where('id', 'not in', own.limit(mostOfPerson)).execute()
}

/** What a person has sent from a page, the newest first, without what was in it. */
export const listCalls = (db: Db, uid: number, page_id: number) =>
  db
    .selectFrom('api_call')
    .select(['id', 'addtime', 'method', 'url', 'status', 'time_ms', 'is_browser'])
    .where('uid', '=', uid)
    .where('page_id', '=', page_id)
    .orderBy('id', 'desc')
    .limit(storedCallsMax)
    .execute()

/** One of them, or undefined. */
export const findCall = (db: Db, { uid, page_id, id }: { uid: number; page_id: number; id: number }) =>
  db
    .selectFrom('api_call')
    .selectAll()
    .where('id', '=', id)
    .where('uid', '=', uid)
    .where('page_id', '=', page_id)
    .executeTakeFirst()

/** Removes one of them, or all (id 0). */
export const removeCalls = (db: Db, { uid, page_id, id }: { uid: number; page_id: number; id: number }) =>
  db
    .deleteFrom('api_call')
    .where('uid', '=', uid)
    .where('page_id', '=', page_id)
    .$if(id !== 0, (one) => one.where('id', '=', id))
    .execute()

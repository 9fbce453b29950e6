import type { Insertable } from 'kysely'
import { storedCallsMax } from '#shared/contract/api-call-rules.ts'
import type { Db, Tx } from '#src/db/database.ts'
import type { ApiCallTable, ApiEnvironmentTable, ApiSecretTable } from '#src/db/schema.ts'

/** Returns the environments of an item, the oldest first. */
export const listEnvironments = (db: Db, item_id: number) =>
  db.selectFrom('api_environment').selectAll().where('item_id', '=', item_id).orderBy('env_id').execute()

/** Returns the environment `env_id` of an item, or undefined. */
export const findEnvironment = (db: Db, { item_id, env_id }: { item_id: number; env_id: number }) =>
  db
    .selectFrom('api_environment')
    .selectAll()
    .where('env_id', '=', env_id)
    .where('item_id', '=', item_id)
    .executeTakeFirst()

/** Inserts an environment and returns its id. */
export async function insertEnvironment(tx: Tx, row: Insertable<ApiEnvironmentTable>): Promise<number> {
  const { env_id } = await tx.insertInto('api_environment').values(row).returning('env_id').executeTakeFirstOrThrow()
  return env_id
}

/** The variables of an environment, as `saveEnvironment` has checked them, or an import has. */
export interface NewEnvironment {
  env_name: string
  base_url?: string
  variables: readonly { name: string; value: string; is_secret: boolean }[]
}

/** Adds environments to an item, except for those whose name it has already, up to `most` in all. */
export async function insertMissingEnvironments(
  tx: Tx,
  item_id: number,
  given: readonly NewEnvironment[],
  { addtime, most }: { addtime: number; most: number },
): Promise<void> {
  const names = new Set((await listEnvironments(tx, item_id)).map(({ env_name }) => env_name))
  for (const { env_name, base_url = '', variables } of given) {
    if (names.has(env_name) || names.size >= most) continue
    names.add(env_name)
    await insertEnvironment(tx, { item_id, env_name, base_url, variables: JSON.stringify(variables), addtime })
  }
}

/** Copies the environments of an item to another one. Users' values of secret variables are not copied. */
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

/** Updates an environment. */
export const updateEnvironment = (tx: Tx, env_id: number, row: Insertable<ApiEnvironmentTable>) =>
  tx.updateTable('api_environment').set(row).where('env_id', '=', env_id).execute()

/** Deletes an environment of an item with all users' secrets. Returns false when there is none. */
export async function removeEnvironment(tx: Tx, item_id: number, env_id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('api_environment')
    .where('env_id', '=', env_id)
    .where('item_id', '=', item_id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Returns a user's values of the secret variables of these environments. */
export const listSecrets = (db: Db, uid: number, env_ids: readonly number[]) =>
  db.selectFrom('api_secret').selectAll().where('uid', '=', uid).where('env_id', 'in', env_ids).execute()

/** Saves a user's value of a secret variable, replacing a former one. */
export const upsertSecret = (db: Db, row: Insertable<ApiSecretTable>) =>
  db
    .insertInto('api_secret')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['env_id', 'uid', 'name']).doUpdateSet({ value: row.value, origin: row.origin }),
    )
    .execute()

/** Deletes a user's value of a secret variable. */
export const removeSecret = (db: Db, { env_id, uid, name }: Pick<ApiSecretTable, 'env_id' | 'uid' | 'name'>) =>
  db.deleteFrom('api_secret').where('env_id', '=', env_id).where('uid', '=', uid).where('name', '=', name).execute()

/** Deletes all users' values of an environment for variables that are not in `names`. */
export const removeOtherSecrets = (tx: Tx, env_id: number, names: readonly string[]) =>
  tx
    .deleteFrom('api_secret')
    .where('env_id', '=', env_id)
    .$if(names.length > 0, (others) => others.where('name', 'not in', names))
    .execute()

/** Whose cookies: a user's, in an item, for an environment; 0 for none. */
export interface JarPlace {
  uid: number
  item_id: number
  env_id: number
}

/** Returns the cookies of a user's requests as JSON; undefined when no response has set any. */
export async function findCookies(db: Db, { uid, item_id, env_id }: JarPlace): Promise<string | undefined> {
  const jar = await db
    .selectFrom('api_cookie_jar')
    .select('cookies')
    .where('uid', '=', uid)
    .where('item_id', '=', item_id)
    .where('env_id', env_id === 0 ? 'is' : '=', env_id === 0 ? null : env_id)
    .executeTakeFirst()
  return jar?.cookies
}

/** Replaces the cookies of a user's requests. */
export async function replaceCookies(tx: Tx, { uid, item_id, env_id }: JarPlace, cookies: string): Promise<void> {
  const stored_env_id = env_id === 0 ? null : env_id
  await tx
    .deleteFrom('api_cookie_jar')
    .where('uid', '=', uid)
    .where('item_id', '=', item_id)
    .where('env_id', env_id === 0 ? 'is' : '=', stored_env_id)
    .execute()
  if (cookies !== '[]')
    await tx.insertInto('api_cookie_jar').values({ uid, item_id, env_id: stored_env_id, cookies }).execute()
}

/** Inserts a sent request and returns its id. */
export async function insertCall(tx: Tx, row: Insertable<ApiCallTable>): Promise<number> {
  const { id } = await tx.insertInto('api_call').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

// Each request is up to 200 KB; this limits how much one user stores.
const mostOfPerson = 500

/** Deletes a user's oldest requests beyond the limits for a page and for all pages. */
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

/** Returns the requests that a user has sent from a page, newest first, without their content. */
export const listCalls = (db: Db, uid: number, page_id: number) =>
  db
    .selectFrom('api_call')
    .select(['id', 'addtime', 'method', 'url', 'status', 'time_ms', 'is_browser'])
    .where('uid', '=', uid)
    .where('page_id', '=', page_id)
    .orderBy('id', 'desc')
    .limit(storedCallsMax)
    .execute()

/** Returns one of these requests, or undefined. */
export const findCall = (db: Db, { uid, page_id, id }: { uid: number; page_id: number; id: number }) =>
  db
    .selectFrom('api_call')
    .selectAll()
    .where('id', '=', id)
    .where('uid', '=', uid)
    .where('page_id', '=', page_id)
    .executeTakeFirst()

/** Deletes one of these requests, or all (id 0). */
export const removeCalls = (db: Db, { uid, page_id, id }: { uid: number; page_id: number; id: number }) =>
  db
    .deleteFrom('api_call')
    .where('uid', '=', uid)
    .where('page_id', '=', page_id)
    .$if(id !== 0, (one) => one.where('id', '=', id))
    .execute()

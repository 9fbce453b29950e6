import type { Updateable } from 'kysely'
import type { Db, Tx } from '#src/db/database.ts'
import type { UserTable } from '#src/db/schema.ts'

/** Sets the name that a user has in another system, and marks an account without a password as coming from there. */
export async function updateSsoUser(tx: Tx, uid: number, name: string): Promise<void> {
  await tx.updateTable('user').set({ name }).where('uid', '=', uid).execute()
  await tx.updateTable('user').set({ is_sso: 1 }).where('uid', '=', uid).where('password', '=', '').execute()
}

/** Changes the fields of an account that the directory decides. */
export const updateDirectoryFields = (
  tx: Tx,
  uid: number,
  set: Pick<Updateable<UserTable>, 'name' | 'email' | 'groupid' | 'is_disabled'>,
) => tx.updateTable('user').set(set).where('uid', '=', uid).execute()

/** Returns what is stored under a name beside the settings; undefined when nothing is. */
export const findOption = async (db: Db, option_name: string): Promise<string | undefined> =>
  (await db.selectFrom('options').select('option_value').where('option_name', '=', option_name).executeTakeFirst())
    ?.option_value

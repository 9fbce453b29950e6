import type { Updateable } from 'kysely'
import type { Tx } from '#src/db/database.ts'
import type { UserTable } from '#src/db/schema.ts'

/** Marks a user as coming from another system, with their name there. */
export const updateSsoUser = (tx: Tx, uid: number, name: string) =>
  tx.updateTable('user').set({ is_sso: 1, name }).where('uid', '=', uid).execute()

/** Changes the fields of an account that the directory decides. */
export const updateDirectoryFields = (
  tx: Tx,
  uid: number,
  set: Pick<Updateable<UserTable>, 'name' | 'email' | 'groupid' | 'is_disabled'>,
) => tx.updateTable('user').set(set).where('uid', '=', uid).execute()

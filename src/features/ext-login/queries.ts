import type { Tx } from '#src/db/database.ts'

/** Marks a user as coming from another system, with their name there. */
export const updateSsoUser = (tx: Tx, uid: number, name: string) =>
  tx.updateTable('user').set({ is_sso: 1, name }).where('uid', '=', uid).execute()

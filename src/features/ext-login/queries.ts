import type { Tx } from '#src/db/open.ts'

/** Notes that a person comes from another system, and what they are called there. */
export const updateSsoUser = (tx: Tx, uid: number, name: string) =>
  tx.updateTable('user').set({ is_sso: 1, name }).where('uid', '=', uid).execute()

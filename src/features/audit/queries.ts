import type { Db } from '#src/db/open.ts'

/** One line of the record of sign-ins, accounts and administration. It holds no password, token or secret. */
export interface Deed {
  /** Who did it; 0 for somebody unknown. */
  uid: number
  username: string
  action:
    | 'login'
    | 'loginFailed'
    | 'register'
    | 'setup'
    | 'passwordChanged'
    | 'userAdded'
    | 'userChanged'
    | 'userDeleted'
    | 'passwordSet'
    | 'itemDeleted'
    | 'itemTransferred'
    | 'itemRecovered'
    | 'itemRemoved'
    | 'settingsChanged'
    | 'loginKeyReset'
  object_type?: 'user' | 'item' | 'setting'
  object_id?: number
  /** What more there is to say: a name, the settings that were changed. */
  detail?: string
  ip: string
}

/** Writes a line. */
export const insertAudit = (db: Db, deed: Deed, addtime: number) =>
  db
    .insertInto('audit_log')
    .values({ ...deed, addtime })
    .execute()

const keptSeconds = 180 * 86_400

/** Removes what is older than 180 days. */
export const removeOldAudits = (db: Db, now: number) =>
  db
    .deleteFrom('audit_log')
    .where('addtime', '<', now - keptSeconds)
    .execute()

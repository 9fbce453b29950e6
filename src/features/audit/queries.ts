import type { auditActions } from '#shared/contract/audit-actions.ts'
import type { Db } from '#src/db/database.ts'
import { containsText } from '#src/db/engine.ts'

/**
 * One entry of the audit log of sign-ins, accounts and administration. It never contains a password, token or secret.
 */
export interface AuditEntry {
  /** The user who did it; 0 for an unknown user. */
  uid: number
  username: string
  action: (typeof auditActions)[number]
  object_type?: 'user' | 'item' | 'setting'
  object_id?: number
  /** Further details: a name, or the settings that were changed. */
  detail?: string
  ip: string
}

/** Adds an entry to the audit log. */
export const insertAudit = (db: Db, entry: AuditEntry, addtime: number) =>
  db
    .insertInto('audit_log')
    .values({ ...entry, addtime })
    .execute()

const storedSeconds = 180 * 86_400

/** Deletes entries older than 180 days. */
export const removeOldAudits = (db: Db, now: number) =>
  db
    .deleteFrom('audit_log')
    .where('addtime', '<', now - storedSeconds)
    .execute()

/** The filter of the audit log; an empty text matches all entries. */
export interface AuditFilter {
  /** A part of the user name or name of the user who did it. */
  username: string
  action: AuditEntry['action'] | ''
  /** A part of the details or of the network address. */
  keyword: string
}

const linesLike = (db: Db, { username, action, keyword }: AuditFilter) =>
  db
    .selectFrom('audit_log')
    .leftJoin('user', 'user.uid', 'audit_log.uid')
    .$if(username !== '', (query) =>
      query.where((where) =>
        where.or([containsText('audit_log.username', username), containsText('user.name', username)]),
      ),
    )
    .$if(action !== '', (query) => query.where('action', '=', action))
    .$if(keyword !== '', (query) =>
      query.where((or) => or.or([containsText('detail', keyword), containsText('ip', keyword)])),
    )

/** Returns the number of entries that match a filter. */
export async function countAudits(db: Db, filter: AuditFilter): Promise<number> {
  const counting = linesLike(db, filter).select((select) => select.fn.countAll<number>().as('count'))
  return (await counting.executeTakeFirstOrThrow()).count
}

/** Returns the entries that match a filter, newest first. */
export const listAudits = (db: Db, filter: AuditFilter, { page, count }: { page: number; count: number }) =>
  linesLike(db, filter)
    .selectAll('audit_log')
    .select('user.name')
    .orderBy('id', 'desc')
    .limit(count)
    .offset((page - 1) * count)
    .execute()

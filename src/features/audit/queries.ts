import { createHash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { type AuditAction, type AuditObject, commandLineName } from '#shared/contract/audit-actions.ts'
import { type Db, type Tx, transact } from '#src/db/database.ts'
import { beginsWithText, containsText } from '#src/db/engine.ts'
import type { AuditLogTable } from '#src/db/schema.ts'

/**
 * One entry of the audit log of sign-ins, accounts, rights, exports and administration. It never contains a password,
 * token or secret.
 */
export interface AuditEntry {
  /** The user who did it; 0 for an unknown user, and for the command line. */
  uid: number
  username: string
  action: AuditAction
  object_type?: AuditObject
  object_id?: number
  /** Further details: a name, or the settings that were changed. */
  detail?: string
  ip: string
}

/** Who acts, with their network address. */
export type Actor = Pick<AuditEntry, 'uid' | 'username' | 'ip'>

/** Returns the actor of a request. */
export const actorOf = ({ uid, username }: { uid: number; username: string }, { ip }: { ip: string }): Actor => ({
  uid,
  username,
  ip,
})

/** The actor of what is done on the server itself, with the command line. */
export const commandLineActor: Actor = { uid: 0, username: commandLineName, ip: '' }

type AuditRow = Selectable<AuditLogTable>

/** Returns the hash of an entry: over that of the entry before it, and its own fields. */
const hashOf = (former: string, row: Omit<AuditRow, 'id' | 'hash'>): string => {
  const { addtime, uid, username, action, object_type, object_id, detail, ip } = row
  const text = JSON.stringify([former, addtime, uid, username, action, object_type, object_id, detail, ip])
  return createHash('sha256').update(text).digest('hex')
}

const newestHash = async (db: Db): Promise<string> =>
  (await db.selectFrom('audit_log').select('hash').orderBy('id', 'desc').limit(1).executeTakeFirst())?.hash ?? ''

/** Adds an entry to the audit log, in the transaction of what it is about. */
export const insertAudit = (tx: Tx, entry: AuditEntry, addtime: number): Promise<void> =>
  insertAudits(tx, [entry], addtime)

/** Adds entries to the audit log, in the transaction of what they are about; 1,000 at most. */
export async function insertAudits(tx: Tx, entries: readonly AuditEntry[], addtime: number): Promise<void> {
  if (entries.length === 0) return
  let hash = await newestHash(tx)
  const rows = entries.map((entry) => {
    const row = { object_type: '', object_id: 0, detail: '', ...entry, addtime }
    hash = hashOf(hash, row)
    return { ...row, hash }
  })
  await tx.insertInto('audit_log').values(rows).execute()
}

/** Adds an entry about something that writes nothing else: a failed sign-in, an export, a backup. */
export const recordAudit = (db: Db, entry: AuditEntry, addtime: number): Promise<void> =>
  transact(db, (tx) => insertAudit(tx, entry, addtime))

/** The result of comparing the entries with their hashes. */
interface AuditCheck {
  count: number
  /** The newest hash: anyone who writes it down can compare later. Empty when there is none. */
  newest: string
  /** The first entry that does not follow from the one before it. */
  broken: { id: number; addtime: number } | undefined
}

// Entries from before there were hashes have none; the first that has one follows from an empty hash.
const isAfter = (former: string, row: AuditRow): boolean =>
  row.hash === hashOf(former, row) || (former === '' && row.hash === '')

const verifiedAtOnce = 1_000

/**
 * Compares each entry with its hash and the entry before it. The oldest one is taken as it is, because those before it
 * are gone; so are those from before there were hashes.
 *
 * @param most how many entries, the newest ones
 */
export async function verifyAudits(db: Db, most = Number.MAX_SAFE_INTEGER): Promise<AuditCheck> {
  const newest = await db
    .selectFrom('audit_log')
    .select((select) => select.fn.max('id').as('id'))
    .executeTakeFirst()
  let at = Math.max(0, (newest?.id ?? 0) - most)
  let count = 0
  let former: string | undefined
  for (;;) {
    const rows = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('id', '>', at)
      .orderBy('id')
      .limit(verifiedAtOnce)
      .execute()
    for (const row of rows) {
      const follows = former === undefined || isAfter(former, row)
      if (!follows) return { count, newest: '', broken: { id: row.id, addtime: row.addtime } }
      former = row.hash
      at = row.id
      count++
    }
    if (rows.length < verifiedAtOnce) return { count, newest: former ?? '', broken: undefined }
  }
}

/** Deletes the entries from before `time`, Unix seconds. The database rejects it for entries that are to be stored. */
export const removeAuditsBefore = (db: Db, time: number) =>
  db
    .deleteFrom('audit_log')
    .where('addtime', '<', time)
    // Only the beginning of the chain: the clock was behind when an older entry in the middle was added.
    .where('id', '<', (select) =>
      select
        .selectFrom('audit_log')
        .select((entry) => entry.fn.coalesce(entry.fn.min('id'), sql.lit(Number.MAX_SAFE_INTEGER)).as('id'))
        .where('addtime', '>=', time),
    )
    .execute()

/** The filter of the audit log; an empty text and 0 match all entries. */
export interface AuditFilter {
  /** A part of the user name or name of the user who did it. */
  username: string
  action: AuditAction | ''
  object_type: AuditObject | ''
  object_id: number
  /** From and to, Unix seconds, both inclusive. */
  from: number
  to: number
  /** A part of the details or of the network address. */
  keyword: string
}

const linesLike = (db: Db, { username, action, object_type, object_id, from, to, keyword }: AuditFilter) =>
  db
    .selectFrom('audit_log')
    .leftJoin('user', 'user.uid', 'audit_log.uid')
    .$if(username !== '', (query) =>
      query.where((where) =>
        where.or([containsText('audit_log.username', username), containsText('user.name', username)]),
      ),
    )
    .$if(action !== '', (query) => query.where('action', '=', action))
    .$if(object_type !== '', (query) => query.where('object_type', '=', object_type))
    .$if(object_id !== 0, (query) => query.where('object_id', '=', object_id))
    .$if(from !== 0, (query) => query.where('addtime', '>=', from))
    .$if(to !== 0, (query) => query.where('addtime', '<=', to))
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

/** What the details of an entry about the login key begin with: `link` for a sign-in, `link: reason` for a failure. */
const linkDetail = 'link'

const linkUses = (db: Db) =>
  db
    .selectFrom('audit_log')
    .leftJoin('user', 'user.uid', 'audit_log.uid')
    .where((where) =>
      where.or([
        where.and([where('action', '=', 'login'), where('detail', '=', linkDetail)]),
        where.and([where('action', '=', 'loginFailed'), beginsWithText('detail', `${linkDetail}: `)]),
      ]),
    )

/** Returns the sign-ins by links that other systems signed with the login key, and those that failed, newest first. */
export async function listLinkUses(db: Db, { page, count }: { page: number; count: number }) {
  const counting = linkUses(db).select((select) => select.fn.countAll<number>().as('count'))
  const total = (await counting.executeTakeFirstOrThrow()).count
  const list = await linkUses(db)
    .selectAll('audit_log')
    .select('user.name')
    .orderBy('id', 'desc')
    .limit(count)
    .offset((page - 1) * count)
    .execute()
  return { total, list }
}

/** Returns at most `limit` entries that match a filter and have an id below `before`, newest first. */
export const listAuditsBefore = (db: Db, filter: AuditFilter, before: number, limit: number) =>
  linesLike(db, filter)
    .selectAll('audit_log')
    .select('user.name')
    .where('audit_log.id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

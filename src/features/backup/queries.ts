import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Insertable } from 'kysely'
import type { Db } from '#src/db/database.ts'
import type { BackupRunTable, DownloadTicketTable } from '#src/db/schema.ts'
import type { Counts } from './format.ts'

// More than a month of hourly backups.
const runsMost = 1000

/** Returns the stored names and sizes of all uploaded files and where they are, in the order of their names. */
export const listUploads = (db: Db) =>
  db.selectFrom('upload_file').select(['stored_name', 'file_size', 'storage']).orderBy('stored_name').execute()

/** Returns how much a database contains; pages and items without those in the recycle bin. */
export async function countContent(db: Db): Promise<Counts> {
  const row = await db
    .selectNoFrom((select) => [
      select
        .selectFrom('item')
        .select((item) => item.fn.countAll<number>().as('count'))
        .where('is_del', '=', 0)
        .as('items'),
      select
        .selectFrom('page')
        .select((page) => page.fn.countAll<number>().as('count'))
        .where('is_del', '=', 0)
        .as('pages'),
      select
        .selectFrom('user')
        .select((user) => user.fn.countAll<number>().as('count'))
        .as('users'),
      select
        .selectFrom('upload_file')
        .select((file) => file.fn.countAll<number>().as('count'))
        .as('uploads'),
    ])
    .executeTakeFirstOrThrow()
  const { items, pages, users, uploads } = row
  return { items: items ?? 0, pages: pages ?? 0, users: users ?? 0, uploads: uploads ?? 0 }
}

/** Returns live pages with their items, spread over all ids from the smallest to the largest. */
export async function samplePages(db: Db, count: number): Promise<{ page_id: number; item_id: number }[]> {
  const row = await db
    .selectFrom('page')
    .select((page) => [
      page.fn.min<number | null>('page_id').as('first'),
      page.fn.max<number | null>('page_id').as('last'),
    ])
    .where('is_del', '=', 0)
    .executeTakeFirst()
  if (row?.first == null || row.last == null) return []
  const step = Math.max(1, (row.last - row.first) / Math.max(1, count - 1))
  const pages = new Map<number, { page_id: number; item_id: number }>()
  for (let at = row.first; at <= row.last && pages.size < count; at += step) {
    await nextTurn()
    const page = await db
      .selectFrom('page')
      .select(['page_id', 'item_id'])
      .where('page_id', '>=', Math.floor(at))
      .where('is_del', '=', 0)
      .orderBy('page_id')
      .limit(1)
      .executeTakeFirst()
    if (page) pages.set(page.page_id, page)
  }
  return [...pages.values()]
}

/** Adds what became of a backup, and removes the oldest entries. */
export async function insertRun(db: Db, row: Insertable<BackupRunTable>): Promise<void> {
  const { run_id } = await db.insertInto('backup_run').values(row).returning('run_id').executeTakeFirstOrThrow()
  await db
    .deleteFrom('backup_run')
    .where('run_id', '<=', run_id - runsMost)
    .execute()
}

/** Returns the last backup, with `isGood` the last one that did not fail; undefined when there is none. */
export const findLastRun = (db: Db, isGood: boolean) =>
  db
    .selectFrom('backup_run')
    .selectAll()
    .$if(isGood, (query) => query.where('error', '=', ''))
    .orderBy('run_id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Returns when the first account was made, in Unix seconds; undefined before the setup. */
export async function findSetupTime(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('user')
    .select((user) => user.fn.min<number | null>('reg_time').as('first'))
    .executeTakeFirst()
  return row?.first ?? undefined
}

/** Returns what became of the last scheduled exports, as JSON; undefined before the first. */
export async function findExportRun(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('options')
    .select('option_value')
    .where('option_name', '=', 'export_run')
    .executeTakeFirst()
  return row?.option_value
}

/** Lists the items with these ids, or all; without deleted ones, in the order of their ids. */
export const listExportedItems = (db: Db, ids: readonly number[] | undefined) =>
  db
    .selectFrom('item')
    .select(['item_id', 'item_name', 'item_type'])
    .where('is_del', '=', 0)
    .$if(ids !== undefined, (query) => query.where('item_id', 'in', ids ?? []))
    .orderBy('item_id')
    .execute()

/** Inserts a ticket for a download; its path is the name of a backup. */
export const insertTicket = (db: Db, row: Insertable<DownloadTicketTable>) =>
  db.insertInto('download_ticket').values(row).execute()

/** Whether a ticket is for this account and backup, and has not expired. `now` in Unix seconds. */
export async function hasTicket(
  db: Db,
  { ticket_hash, uid, path }: Omit<DownloadTicketTable, 'expire_time'>,
  now: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('download_ticket')
    .select('path')
    .where('ticket_hash', '=', ticket_hash)
    .where('uid', '=', uid)
    .where('path', '=', path)
    .where('expire_time', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes tickets that expired before `now`, in Unix seconds. */
export const removeEndedTickets = (db: Db, now: number) =>
  db.deleteFrom('download_ticket').where('expire_time', '<=', now).execute()

const endedTables = [
  'visit_grant',
  'download_ticket',
  'captcha',
  'page_lock',
  'sign_in_attempt',
  'sign_in_ticket',
  'passkey_challenge',
] as const

/**
 * Ends what must not come to life again with a former state: sessions, links to sign in, access to projects by password,
 * downloads, captchas and locks on pages. Access tokens stay, because programs use them.
 */
export async function endSessions(db: Db): Promise<void> {
  await db.deleteFrom('user_token').where('kind', '<>', 'access').execute()
  for (const table of endedTables) await db.deleteFrom(table).execute()
}

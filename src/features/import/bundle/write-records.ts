import { readFile } from 'node:fs/promises'
import type { Tx } from '#src/db/database.ts'
import { hasPendingAddresses, withPageAddresses } from '../page-links.ts'
import type { PlanBundle } from '../plan-types.ts'
import type { Authors } from './people.ts'
import { insertComment, insertVersion } from './queries.ts'
import { type CommentRecord, linesIn, type VersionRecord } from './records.ts'

/** Where the versions and comments of an archive go. */
export interface RecordsAt {
  item_id: number
  /** The new pages and the catalogs of the item, by their numbers in the archive. */
  pages: ReadonlyMap<number, { page_id: number; cat_id: number }>
  catalogs: ReadonlyMap<number, number>
  authors: Authors
  /** The most versions that a page keeps. */
  versionLimit: number
  /** Unix seconds: nothing was written later. */
  now: number
  /** Returns the address of the page with a key; undefined when it did not come. */
  addressOf(key: string): string | undefined
  /** Yields to the event loop when a slice of work is over. */
  takeTurn(): Promise<void>
}

/** Returns a time of an archive: one that is missing or in the future is now. */
export const timeIn = (seconds: number, now: number): number => (seconds > 0 && seconds <= now ? seconds : now)

async function* recordsOf<T>(paths: readonly string[]): AsyncGenerator<T> {
  for (const path of paths) for (const line of linesIn(await readFile(path))) yield JSON.parse(line) as T
}

/** Writes the former versions of new pages, the oldest first. Of more than a page keeps, the newest come. */
export async function writeVersions(tx: Tx, { versions, versionFiles }: PlanBundle, at: RecordsAt): Promise<void> {
  const left = new Map(versions)
  for await (const record of recordsOf<VersionRecord>(versionFiles)) {
    await at.takeTurn()
    const page = at.pages.get(record.page)
    const count = left.get(record.page) ?? 0
    left.set(record.page, count - 1)
    if (!page || count > at.versionLimit) continue
    const { page: _, cat_id, author, saved_at, page_content, ...version } = record
    const { uid, username } = await at.authors.named(author)
    const text = hasPendingAddresses(page_content) ? withPageAddresses(page_content, at.addressOf) : page_content
    const row = {
      ...version,
      page_id: page.page_id,
      item_id: at.item_id,
      cat_id: cat_id === 0 ? 0 : (at.catalogs.get(cat_id) ?? page.cat_id),
      author_uid: uid,
      author_username: username,
      addtime: timeIn(saved_at, at.now),
    }
    await insertVersion(tx, row, text)
  }
}

/** Writes the comments on new pages. A reply to a comment that did not come becomes a comment. */
export async function writeComments(tx: Tx, { commentFiles }: PlanBundle, at: RecordsAt): Promise<void> {
  const written = new Map<number, { page: number; comment_id: number }>()
  for await (const record of recordsOf<CommentRecord>(commentFiles)) {
    await at.takeTurn()
    const page = at.pages.get(record.page)
    if (!page) continue
    const parent = written.get(record.parent_id)
    const isReply = parent?.page === record.page
    const { uid, username } = record.is_deleted ? { uid: 0, username: '' } : await at.authors.named(record.author)
    const comment_id = await insertComment(tx, {
      page_id: page.page_id,
      item_id: at.item_id,
      parent_id: isReply ? parent.comment_id : 0,
      uid,
      username,
      content: record.content,
      is_deleted: record.is_deleted ? 1 : 0,
      addtime: timeIn(record.created_at, at.now),
    })
    // replies are one level deep
    if (!isReply) written.set(record.comment_id, { page: record.page, comment_id })
    else written.set(record.comment_id, parent)
  }
}

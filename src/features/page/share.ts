import { randomBytes } from 'node:crypto'
import type { User } from '#src/access/caller.ts'
import type { ItemAccess } from '#src/access/item-access.ts'
import { requireWritable } from '#src/access/permissions.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { transact } from '#src/db/database.ts'
import { findPage, removeSinglePage, upsertSinglePage } from './queries.ts'

/** The public link of a page. */
interface PublicLink {
  unique_key: string
  page_id: number
  /** Unix seconds; 0 for never. */
  expire_time: number
}

/**
 * Creates a new public link of a page; the former one stops working.
 *
 * @param expire_days 0 for a link that never expires
 * @throws {AppError} pageGone, itemArchived
 */
export async function sharePage(
  app: App,
  item: ItemAccess<'edit'>,
  user: User,
  page_id: number,
  expire_days: number,
): Promise<PublicLink> {
  const now = nowSeconds(app)
  const link = {
    unique_key: randomBytes(16).toString('hex'),
    page_id,
    expire_time: expire_days === 0 ? 0 : now + expire_days * 86_400,
  }
  await transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    if (!(await findPage(tx, item, page_id))) fail('pageGone')
    await upsertSinglePage(tx, { ...link, uid: user.uid, addtime: now })
  })
  return link
}

/** Deletes the public link of a page. @throws {AppError} itemArchived */
export const unsharePage = (app: App, item: ItemAccess<'edit'>, page_id: number): Promise<void> =>
  transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    await removeSinglePage(tx, page_id)
  })

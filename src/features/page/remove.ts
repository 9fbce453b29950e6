import { getItemType } from '#shared/item-types.ts'
import type { User } from '#src/access/caller.ts'
import { type ItemAccess, isInScope } from '#src/access/item-access.ts'
import { requireWritable } from '#src/access/permissions.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { type Tx, transact } from '#src/db/database.ts'
import { touchTree } from '#src/features/catalog/index.ts'
import { requireUnlocked } from './lock.ts'
import { countPages, findPage, isForeignDraft, type PageWithText, updatePage, upsertRecycle } from './queries.ts'
import { logChange } from './save.ts'

/** Moves a page to the recycle bin. @throws {AppError} pageGone, pageLocked, onlyPage, itemArchived */
export async function removePage(app: App, item: ItemAccess<'edit'>, user: User, page_id: number): Promise<void> {
  const now = nowSeconds(app)
  await transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    const page = (await findPage(tx, item, page_id)) ?? fail('pageGone')
    if (!isInScope(item, page.cat_id) || isForeignDraft(page, user)) fail('pageGone')
    await requireUnlocked(tx, page_id, user, now)
    if (getItemType(item.item_type).isOnePage && (await countPages(tx, item.item_id)) === 1) fail('onlyPage')
    await recyclePage(tx, item, user, page, now)
    await touchTree(tx, item.item_id, now)
  })
}

/** Moves a page to the recycle bin, after all checks. The caller records that the tree has changed. */
export async function recyclePage(
  tx: Tx,
  item: ItemAccess<'edit'>,
  user: User,
  page: PageWithText,
  now: number,
): Promise<void> {
  await updatePage(tx, page.page_id, { is_del: 1 })
  await upsertRecycle(tx, page, user, now)
  await logChange(tx, item, user, 'delete', page, now)
}

import type { User } from '#src/access/caller.ts'
import { type ItemAccess, isInScope } from '#src/access/item-access.ts'
import { requireWritable } from '#src/access/permissions.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { type Tx, transact } from '#src/db/open.ts'
import { copyPages, isOnePage, touchTree, updateItemOfPages } from '#src/features/catalog/index.ts'
import { requireUnlocked } from './lock.ts'
import { findPage, isForeignDraft, type PageWithText, updatePage } from './queries.ts'
import { logChange, requireCatalog } from './save.ts'

/** Which page goes where. */
interface CopyInput {
  page_id: number
  /** The catalog it comes into; 0 for the root. */
  to_cat_id: number
}

/** Where a page lies once it has been copied or moved. */
interface Copied {
  page_id: number
  item_id: number
  cat_id: number
}

/** The page as it lies now: since the caller's right was checked it may have gone where they may not read. @throws {AppError} pageGone */
async function requireStill(tx: Tx, from: ItemAccess<'edit'>, user: User, page_id: number): Promise<PageWithText> {
  const page = (await findPage(tx, from, page_id)) ?? fail('pageGone')
  if (!isInScope(from, page.cat_id) || isForeignDraft(page, user)) fail('pageGone')
  return page
}

// The number of a new page: it comes to the end. Source: specification 9.
const unsorted = 99

/**
 * Copies a page with its text and its files, by the caller and of today. Beside its source it keeps the place; anywhere
 * else it comes to the end.
 *
 * @throws {AppError} pageGone, catalogGone, itemOnePage, noRight, itemArchived
 */
export async function copyPage(
  app: App,
  from: ItemAccess<'edit'>,
  to: ItemAccess<'edit'>,
  author: User,
  { page_id, to_cat_id }: CopyInput,
): Promise<Copied> {
  const now = nowSeconds(app)
  return transact(app.db, async (tx) => {
    await requireWritable(tx, to)
    if (isOnePage(to)) fail('itemOnePage')
    const page = await requireStill(tx, from, author, page_id)
    await requireCatalog(tx, to, to_cat_id)
    const into = { item_id: to.item_id, author, now }
    const [copy = fail('pageGone')] = await copyPages(tx, [{ page_id, new_cat_id: to_cat_id }], into)
    if (page.item_id !== to.item_id || page.cat_id !== to_cat_id) await updatePage(tx, copy, { s_number: unsorted })
    await logChange(tx, to, author, 'create', { page_id: copy, page_title: page.page_title }, now)
    await touchTree(tx, to.item_id, now)
    return { page_id: copy, item_id: to.item_id, cat_id: to_cat_id }
  })
}

/**
 * Moves a page to the end of a catalog, also of another item. It stays the page it is: history, public link, files and
 * subscriptions come with it.
 *
 * @throws {AppError} pageGone, pageLocked, catalogGone, itemOnePage, noRight, itemArchived
 */
export async function movePage(
  app: App,
  from: ItemAccess<'edit'>,
  to: ItemAccess<'edit'>,
  user: User,
  { page_id, to_cat_id }: CopyInput,
): Promise<Copied> {
  const now = nowSeconds(app)
  return transact(app.db, async (tx) => {
    await requireWritable(tx, from)
    await requireWritable(tx, to)
    if (isOnePage(from) || isOnePage(to)) fail('itemOnePage')
    const page = await requireStill(tx, from, user, page_id)
    await requireCatalog(tx, to, to_cat_id)
    if (from.item_id !== to.item_id) {
      await requireUnlocked(tx, page_id, user, now)
      await updateItemOfPages(tx, [page_id], from.item_id, to.item_id)
      await logChange(tx, from, user, 'delete', page, now)
      await logChange(tx, to, user, 'create', page, now)
      await touchTree(tx, from.item_id, now)
    } else await logChange(tx, to, user, 'update', page, now)
    await updatePage(tx, page_id, { cat_id: to_cat_id, s_number: unsorted })
    await touchTree(tx, to.item_id, now)
    return { page_id, item_id: to.item_id, cat_id: to_cat_id }
  })
}

import { getItemType } from '#shared/item-types.ts'
import type { User } from '#src/access/caller.ts'
import { type ItemAccess, isInScope } from '#src/access/item-access.ts'
import { requireWritable } from '#src/access/permissions.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { type Tx, transact } from '#src/db/database.ts'
import { copyPages, touchTree, updateItemOfPages } from '#src/features/catalog/index.ts'
import { requireUnlocked } from './lock.ts'
import { findPage, isForeignDraft, type PageWithText, updatePage } from './queries.ts'
import { logChange, requireCatalog } from './save.ts'

/** The page to copy or move, and its target catalog. */
interface CopyInput {
  page_id: number
  /** The target catalog; 0 for the root. */
  to_cat_id: number
}

/** The location of a page after it has been copied or moved. */
interface Copied {
  page_id: number
  item_id: number
  cat_id: number
}

/**
 * Reads the page again inside the transaction: it may have moved out of the caller's scope since their permission was
 * checked.
 *
 * @throws {AppError} pageGone
 */
async function requireStill(tx: Tx, from: ItemAccess<'edit'>, user: User, page_id: number): Promise<PageWithText> {
  const page = (await findPage(tx, from, page_id)) ?? fail('pageGone')
  if (!isInScope(from, page.cat_id) || isForeignDraft(page, user)) fail('pageGone')
  return page
}

// The `s_number` of a new page, which sorts it last. Source: specification 9.
const unsorted = 99

/**
 * Copies a page with its text and files. The caller becomes the author and the copy is dated now. In the same catalog
 * it keeps the position of its source; anywhere else it goes to the end.
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
    if (getItemType(to.item_type).isOnePage) fail('itemOnePage')
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
 * Moves a page to the end of a catalog, which may belong to another item. The page keeps its id, history, public link,
 * files and subscriptions.
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
    if (getItemType(from.item_type).isOnePage || getItemType(to.item_type).isOnePage) fail('itemOnePage')
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

import { setImmediate as nextTurn } from 'node:timers/promises'
import { getItemType } from '#shared/item-types.ts'
import type { User } from '#src/access/caller.ts'
import { type ItemAccess, isInScope } from '#src/access/item-access.ts'
import { requireWritable } from '#src/access/permissions.ts'
import type { CatalogRow } from '#src/access/queries.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { type Tx, transact } from '#src/db/database.ts'
import {
  type CopyInto,
  copyContents,
  copyFirstRow,
  copyRows,
  listPagesIn,
  type PageCopy,
  updateItemOfPages,
} from './page-queries.ts'
import { findCatalog, insertCatalog, listCatalogs, touchTree, updateCatalogs } from './queries.ts'
import { levelIn, logCatalog, requireCatalogQuota, requireInScope, requireNoLocks } from './service.ts'
import { type CatalogBranch, catalogTree, findBranch, flattenBranch, getHeight, rebaseBranch } from './tree.ts'

/** The catalog to copy or move, and its target catalog. */
interface CopyInput {
  cat_id: number
  /** The target catalog; 0 for the root. */
  new_p_cat_id: number
}

// Readers get a turn after each statement over this many pages, because texts may be long.
const rowsAtOnce = 500
const textsAtOnce = 25

const slices = function* <T>(all: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size)
}

/**
 * Finds and checks the source and the target of a copy or move.
 *
 * @throws {AppError} catalogGone, catalogCycle, catalogTooDeep, itemOnePage, noRight
 */
async function findEnds(tx: Tx, from: ItemAccess<'edit'>, to: ItemAccess<'edit'>, input: CopyInput) {
  if (getItemType(to.item_type).isOnePage) fail('itemOnePage')
  const tree = catalogTree(await listCatalogs(tx, from.item_id))
  const { branch } = findBranch(tree, input.cat_id) ?? fail('catalogGone')
  if (!isInScope(from, branch.cat_id)) fail('catalogGone')
  if (flattenBranch(branch).some((one) => one.cat_id === input.new_p_cat_id)) fail('catalogCycle')
  const target = from.item_id === to.item_id ? tree : catalogTree(await listCatalogs(tx, to.item_id))
  requireInScope(to, input.new_p_cat_id)
  const level = levelIn(target, input.new_p_cat_id, getHeight(branch))
  return { branch, level }
}

/**
 * Copies a catalog with everything in it: catalogs and pages with their order, comments and files. The caller becomes
 * the author and the copies are dated now. Other users' drafts, history, locks, mocks and public links are not copied.
 *
 * @returns the new catalog
 * @throws {AppError} catalogGone, catalogCycle, catalogTooDeep, catalogTooMany, itemOnePage, noRight, itemArchived
 */
export async function copyCatalog(
  app: App,
  from: ItemAccess<'edit'>,
  to: ItemAccess<'edit'>,
  author: User,
  input: CopyInput,
): Promise<CatalogRow> {
  const now = nowSeconds(app)
  return transact(app.db, async (tx) => {
    await requireWritable(tx, to)
    const { branch, level } = await findEnds(tx, from, to, input)
    await requireCatalogQuota(tx, to.item_id, flattenBranch(branch).length)
    const ids = new Map<number, number>()
    const add = async (one: CatalogBranch, parent_cat_id: number, at: number) => {
      const { cat_name, s_number } = one
      const row = { item_id: to.item_id, parent_cat_id, cat_name, s_number, level: at, addtime: now }
      const cat_id = await insertCatalog(tx, row)
      ids.set(one.cat_id, cat_id)
      for (const below of one.sub) await add(below, cat_id, at + 1)
      return cat_id
    }
    const cat_id = await add(branch, input.new_p_cat_id, level)
    const pages = await listPagesIn(tx, from.item_id, [...ids.keys()], author.uid)
    const placed = pages.map((page) => ({ page_id: page.page_id, new_cat_id: ids.get(page.cat_id) ?? cat_id }))
    await copyPages(tx, placed, { item_id: to.item_id, author, now })
    await logCatalog(tx, to, author, 'create', { cat_id, cat_name: branch.cat_name }, now)
    await touchTree(tx, to.item_id, now)
    return (await findCatalog(tx, to, cat_id)) ?? fail('catalogGone')
  })
}

/**
 * Copies pages with their texts and files, each into the catalog that it names. Returns the ids of the copies in the
 * same order.
 */
export async function copyPages(
  tx: Tx,
  pages: readonly { page_id: number; new_cat_id: number }[],
  into: CopyInto,
): Promise<number[]> {
  const [first] = pages
  if (!first) return []
  // The database assigns an unused id to the first copy. This transaction is the only writer, so the following ids are
  // free.
  const first_id = await copyFirstRow(tx, first, into)
  const copies: PageCopy[] = pages.map((page, at) => ({ ...page, new_page_id: first_id + at }))
  for (const some of slices(copies.slice(1), rowsAtOnce)) {
    await copyRows(tx, some, into)
    await nextTurn()
  }
  for (const some of slices(copies, textsAtOnce)) {
    await copyContents(tx, some, into)
    await nextTurn()
  }
  return copies.map((copy) => copy.new_page_id)
}

/**
 * Moves a catalog with everything in it, possibly to another item. The pages keep their id, history, public link, files
 * and subscriptions. Deleted pages in the recycle bin stay in the item they were deleted from.
 *
 * @returns the catalog at its new position
 * @throws {AppError} catalogGone, catalogCycle, catalogTooDeep, catalogTooMany, catalogLocked when another user is
 *   editing a page that moves to another item, itemOnePage, noRight, itemArchived
 */
export async function moveCatalog(
  app: App,
  from: ItemAccess<'edit'>,
  to: ItemAccess<'edit'>,
  user: User,
  input: CopyInput,
): Promise<CatalogRow> {
  const now = nowSeconds(app)
  return transact(app.db, async (tx) => {
    await requireWritable(tx, from)
    await requireWritable(tx, to)
    const { branch, level } = await findEnds(tx, from, to, input)
    if (!isInScope(from, branch.parent_cat_id)) fail('noRight')
    if (from.item_id !== to.item_id) await moveContent(tx, from, to, branch, { user, now })
    const places = rebaseBranch(branch, input.new_p_cat_id, level)
    await updateCatalogs(
      tx,
      places.map((row) => ({ ...row, item_id: to.item_id })),
    )
    if (from.item_id === to.item_id) await logCatalog(tx, to, user, 'update', branch, now)
    else {
      await logCatalog(tx, from, user, 'delete', branch, now)
      await logCatalog(tx, to, user, 'create', branch, now)
      await touchTree(tx, from.item_id, now)
    }
    await touchTree(tx, to.item_id, now)
    return (await findCatalog(tx, to, branch.cat_id)) ?? fail('catalogGone')
  })
}

async function moveContent(
  tx: Tx,
  from: ItemAccess<'edit'>,
  to: ItemAccess<'edit'>,
  branch: CatalogBranch,
  { user, now }: { user: User; now: number },
): Promise<void> {
  const cat_ids = flattenBranch(branch).map((one) => one.cat_id)
  await requireCatalogQuota(tx, to.item_id, cat_ids.length)
  await requireNoLocks(tx, from.item_id, cat_ids, { uid: user.uid, now })
  const pages = await listPagesIn(tx, from.item_id, cat_ids)
  for (const some of slices(pages, rowsAtOnce)) {
    const page_ids = some.map((page) => page.page_id)
    await updateItemOfPages(tx, page_ids, from.item_id, to.item_id)
    await nextTurn()
  }
}

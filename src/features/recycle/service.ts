import type { User } from '#src/access/caller.ts'
import { type ItemAccess, isInside } from '#src/access/item-access.ts'
import { requireLive } from '#src/access/rights.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { transact } from '#src/db/open.ts'
import {
  type CatalogBranch,
  catalogTree,
  findBranch,
  isOnePage,
  pathTo,
  placeFor,
  placesOf,
  requireRoom,
  touchTree,
  updateCatalogs,
  withAllBelow,
} from '#src/features/catalog/index.ts'
import { countPages, updatePage } from '#src/features/page/index.ts'
import {
  countRecycled,
  findRecycled,
  type KeptCatalog,
  listKeptCatalogs,
  listRecycled,
  removeRecycled,
  restoreTogether,
} from './queries.ts'

/** Whether a caller may know of what lay in `cat_id`: it, or one above it, is inside their limit, deleted or not. */
function isReachable(item: ItemAccess, rows: readonly KeptCatalog[], cat_id: number): boolean {
  return isInside(item, cat_id) || pathTo(rows, cat_id).some((row) => isInside(item, row.cat_id))
}

const pathName = (item: ItemAccess, rows: readonly KeptCatalog[], cat_id: number): string =>
  pathTo(rows, cat_id)
    .filter((row) => isReachable(item, rows, row.cat_id))
    .map((row) => row.cat_name)
    .join('/')

/** The deleted pages of an item that the caller may restore, newest first, with the catalog that each lay in. */
export async function recycledPages(app: App, item: ItemAccess<'edit'>, user: User) {
  const rows = await listKeptCatalogs(app.db, item.item_id)
  const live = new Set(rows.filter((row) => row.is_del === 0).map((row) => row.cat_id))
  return (await listRecycled(app.db, item.item_id, user.uid))
    .filter((page) => isReachable(item, rows, page.cat_id))
    .map((page) => ({
      ...page,
      cat_name: pathName(item, rows, page.cat_id),
      is_cat_del: page.cat_id === 0 || live.has(page.cat_id) ? 0 : 1,
    }))
}

/** The catalogs that were deleted in the same deed as `row`, as trees. */
const deletedWith = (rows: readonly KeptCatalog[], row: KeptCatalog): CatalogBranch[] =>
  catalogTree(rows.filter((one) => one.is_del === 1 && one.del_time === row.del_time))

/** The deleted catalogs of an item that the caller may restore, newest first; those that went with another are part of it. */
export async function recycledCatalogs(app: App, item: ItemAccess<'edit'>, user: User) {
  const rows = await listKeptCatalogs(app.db, item.item_id)
  const byId = new Map(rows.map((row) => [row.cat_id, row]))
  const counts = new Map(
    (await countRecycled(app.db, item.item_id, user.uid)).map((one) => [`${one.cat_id} ${one.del_time}`, one.count]),
  )
  const isTop = (row: KeptCatalog) => {
    const parent = byId.get(row.parent_cat_id)
    return row.is_del === 1 && !(parent?.is_del === 1 && parent.del_time === row.del_time)
  }
  return rows
    .filter((row) => isTop(row) && isReachable(item, rows, row.parent_cat_id))
    .toSorted((one, other) => other.del_time - one.del_time || other.cat_id - one.cat_id)
    .map((row) => {
      const found = findBranch(deletedWith(rows, row), row.cat_id)
      const below = found ? withAllBelow(found.branch) : []
      return {
        cat_id: row.cat_id,
        item_id: row.item_id,
        cat_name: pathName(item, rows, row.cat_id),
        page_count: below.reduce((sum, one) => sum + (counts.get(`${one.cat_id} ${row.del_time}`) ?? 0), 0),
        del_time: row.del_time,
      }
    })
}

/**
 * Restores a deleted page: to its catalog when that lives, else to the root of the item.
 *
 * @throws {AppError} recycleGone; recycleCatalogGone when it would come to the root, which the caller may not reach;
 *   itemOnePage; itemArchived
 */
export async function recoverPage(app: App, item: ItemAccess<'edit'>, user: User, page_id: number): Promise<void> {
  const now = nowSeconds(app)
  await transact(app.db, async (tx) => {
    await requireLive(tx, item)
    const page = (await findRecycled(tx, item.item_id, user.uid, page_id)) ?? fail('recycleGone')
    const rows = await listKeptCatalogs(tx, item.item_id)
    if (!isReachable(item, rows, page.cat_id)) fail('recycleGone')
    const isThere = rows.some((row) => row.cat_id === page.cat_id && row.is_del === 0)
    const cat_id = isThere ? page.cat_id : 0
    if (!isInside(item, cat_id)) fail('recycleCatalogGone')
    if (isOnePage(item) && (await countPages(tx, item.item_id)) > 0) fail('itemOnePage')
    await updatePage(tx, page_id, { is_del: 0, cat_id })
    await removeRecycled(tx, page_id)
    await touchTree(tx, item.item_id, now)
  })
}

/**
 * Restores a deleted catalog with the catalogs and pages that were deleted with it: to the catalog that it lay in when that
 * lives, else to the root.
 *
 * @throws {AppError} recycleGone, catalogTooMany, itemArchived
 */
export async function recoverCatalog(app: App, item: ItemAccess<'edit'>, cat_id: number): Promise<void> {
  const now = nowSeconds(app)
  await transact(app.db, async (tx) => {
    await requireLive(tx, item)
    const rows = await listKeptCatalogs(tx, item.item_id)
    const row = rows.find((one) => one.cat_id === cat_id && one.is_del === 1) ?? fail('recycleGone')
    if (!isReachable(item, rows, row.parent_cat_id)) fail('recycleGone')
    const { branch } = findBranch(deletedWith(rows, row), cat_id) ?? fail('recycleGone')
    const place = placeFor(catalogTree(rows.filter((one) => one.is_del === 0)), branch)
    if (!isInside(item, place.parent_cat_id)) fail('recycleCatalogGone')
    const places = placesOf(branch, place.parent_cat_id, place.level)
    await requireRoom(tx, item.item_id, places.length)
    await updateCatalogs(tx, places)
    const cat_ids = places.map((one) => one.cat_id)
    await restoreTogether(tx, { item_id: item.item_id, cat_ids, del_time: row.del_time })
    await touchTree(tx, item.item_id, now)
  })
}

import { getItemType } from '#shared/item-types.ts'
import type { User } from '#src/access/caller.ts'
import { type ItemAccess, isInScope } from '#src/access/item-access.ts'
import { requireWritable } from '#src/access/permissions.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { transact } from '#src/db/database.ts'
import {
  type CatalogBranch,
  catalogTree,
  findRestorePosition,
  flattenBranch,
  logCatalog,
  pathIn,
  rebaseBranch,
  requireCatalogQuota,
  touchTree,
  updateCatalogs,
} from '#src/features/catalog/index.ts'
import { countPages, logChange, updatePage } from '#src/features/page/index.ts'
import { daysLeft } from './purge.ts'
import {
  type CatalogWithDeletion,
  countRecycled,
  findRecycled,
  findRecycledText,
  listAllCatalogs,
  listRecycled,
  removeRecycled,
  restoreTogether,
} from './queries.ts'

// Very many catalogs may have been deleted in 30 days: each is looked up by id, never searched for.
type Stored = ReadonlyMap<number, CatalogWithDeletion>

const byId = (rows: readonly CatalogWithDeletion[]): Stored => new Map(rows.map((row) => [row.cat_id, row]))

/**
 * Returns whether a caller may know of what was in `cat_id`: it or one of its ancestors, deleted or not, is inside
 * their limit.
 */
function isReachable(item: ItemAccess, stored: Stored, cat_id: number): boolean {
  return isInScope(item, cat_id) || pathIn(stored, cat_id).some((row) => isInScope(item, row.cat_id))
}

const pathName = (item: ItemAccess, saved: Stored, cat_id: number): string =>
  pathIn(saved, cat_id)
    .filter((row) => isReachable(item, saved, row.cat_id))
    .map((row) => row.cat_name)
    .join('/')

/** Returns the deleted pages of an item that the caller may restore, newest first, with the former catalog of each. */
export async function recycledPages(app: App, item: ItemAccess<'edit'>, user: User) {
  const now = nowSeconds(app)
  const existing = byId(await listAllCatalogs(app.db, item.item_id))
  return (await listRecycled(app.db, item.item_id, user.uid))
    .filter((page) => isReachable(item, existing, page.cat_id))
    .map((page) => ({
      ...page,
      del_by_name: page.del_by_name ?? '',
      days_left: daysLeft(page.del_time, now),
      cat_name: pathName(item, existing, page.cat_id),
      is_cat_del: page.cat_id === 0 || existing.get(page.cat_id)?.is_del === 0 ? 0 : 1,
    }))
}

/** Returns a deleted page that the caller may restore, with its text. @throws {AppError} recycleGone */
export async function recycledPage(app: App, item: ItemAccess<'edit'>, user: User, page_id: number) {
  const page = (await findRecycled(app.db, item.item_id, user.uid, page_id)) ?? fail('recycleGone')
  const kept = byId(await listAllCatalogs(app.db, item.item_id))
  if (!isReachable(item, kept, page.cat_id)) fail('recycleGone')
  return (await findRecycledText(app.db, page_id)) ?? fail('recycleGone')
}

/** Groups each deleted catalog with the catalogs inside it that were deleted in the same operation. */
function deletedBranches(rows: readonly CatalogWithDeletion[]): Map<number, CatalogBranch> {
  const groups = Map.groupBy(
    rows.filter((row) => row.is_del === 1),
    (row) => row.del_time,
  )
  const branches = [...groups.values()].flatMap((group) => catalogTree(group).flatMap(flattenBranch))
  return new Map(branches.map((branch) => [branch.cat_id, branch]))
}

/**
 * Returns the deleted catalogs of an item that the caller may restore, newest first; those that were deleted with
 * another are part of it.
 */
export async function recycledCatalogs(app: App, item: ItemAccess<'edit'>, user: User) {
  const now = nowSeconds(app)
  const rows = await listAllCatalogs(app.db, item.item_id)
  const kept = byId(rows)
  const branches = deletedBranches(rows)
  const counts = new Map(
    (await countRecycled(app.db, item.item_id, user.uid)).map((one) => [`${one.cat_id} ${one.del_time}`, one]),
  )
  const isTop = (row: CatalogWithDeletion) => {
    const parent = kept.get(row.parent_cat_id)
    return row.is_del === 1 && !(parent?.is_del === 1 && parent.del_time === row.del_time)
  }
  return rows
    .filter((row) => isTop(row) && isReachable(item, kept, row.parent_cat_id))
    .toSorted((one, other) => other.del_time - one.del_time || other.cat_id - one.cat_id)
    .map((row) => {
      const branch = branches.get(row.cat_id)
      const below = branch ? flattenBranch(branch) : []
      const went = below.map((one) => counts.get(`${one.cat_id} ${row.del_time}`)).filter((one) => one !== undefined)
      return {
        cat_id: row.cat_id,
        item_id: row.item_id,
        cat_name: pathName(item, kept, row.cat_id),
        page_count: went.reduce((sum, one) => sum + one.count, 0),
        del_by_username: row.del_by_username,
        del_by_name: row.del_by_name ?? '',
        del_time: row.del_time,
        days_left: daysLeft(row.del_time, now),
      }
    })
}

/**
 * Restores a deleted page: to its catalog if that still exists, else to the one that `to.cat_id` names, 0 for the root.
 *
 * @throws {AppError} recycleGone; recycleCatalogGone when it would go to the root, which the caller may not reach;
 *   catalogGone for another catalog that does not exist, or is out of reach; itemOnePage; itemArchived
 */
export async function restorePage(
  app: App,
  item: ItemAccess<'edit'>,
  user: User,
  to: { page_id: number; cat_id: number },
): Promise<void> {
  const { page_id } = to
  const now = nowSeconds(app)
  await transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    const page = (await findRecycled(tx, item.item_id, user.uid, page_id)) ?? fail('recycleGone')
    const kept = byId(await listAllCatalogs(tx, item.item_id))
    if (!isReachable(item, kept, page.cat_id)) fail('recycleGone')
    const cat_id = kept.get(page.cat_id)?.is_del === 0 ? page.cat_id : to.cat_id
    if (cat_id !== 0 && !(kept.get(cat_id)?.is_del === 0 && isInScope(item, cat_id))) fail('catalogGone')
    if (!isInScope(item, cat_id)) fail('recycleCatalogGone')
    if (getItemType(item.item_type).isOnePage && (await countPages(tx, item.item_id)) > 0) fail('itemOnePage')
    await updatePage(tx, page_id, { is_del: 0, cat_id })
    await removeRecycled(tx, page_id)
    await logChange(tx, item, user, 'recover', page, now)
    await touchTree(tx, item.item_id, now)
  })
}

/**
 * Restores a deleted catalog with the catalogs and pages that were deleted with it: to its former parent if that still
 * exists, else to the root.
 *
 * @throws {AppError} recycleGone, catalogTooMany, itemArchived
 */
export async function restoreCatalog(app: App, item: ItemAccess<'edit'>, user: User, cat_id: number): Promise<void> {
  const now = nowSeconds(app)
  await transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    const rows = await listAllCatalogs(tx, item.item_id)
    const row = rows.find((one) => one.cat_id === cat_id && one.is_del === 1) ?? fail('recycleGone')
    if (!isReachable(item, byId(rows), row.parent_cat_id)) fail('recycleGone')
    const branch = deletedBranches(rows).get(cat_id) ?? fail('recycleGone')
    const place = findRestorePosition(catalogTree(rows.filter((one) => one.is_del === 0)), branch)
    if (!isInScope(item, place.parent_cat_id)) fail('recycleCatalogGone')
    const places = rebaseBranch(branch, place.parent_cat_id, place.level)
    await requireCatalogQuota(tx, item.item_id, places.length)
    await updateCatalogs(tx, places)
    const cat_ids = places.map((one) => one.cat_id)
    await restoreTogether(tx, { item_id: item.item_id, cat_ids, del_time: row.del_time })
    await logCatalog(tx, item, user, 'recover', row, now)
    await touchTree(tx, item.item_id, now)
  })
}

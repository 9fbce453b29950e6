import { getItemType } from '#shared/item-types.ts'
import type { User } from '#src/access/caller.ts'
import { type ItemAccess, isInScope } from '#src/access/item-access.ts'
import { requireItem, requirePage, requireWritable, type Visitor } from '#src/access/permissions.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { type Tx, transact } from '#src/db/database.ts'
import { insertChange } from '#src/features/change-log/index.ts'
import { findForeignLock, findLastCatalog, findVersionLocation, recyclePagesIn } from './page-queries.ts'
import { countCatalogs, insertCatalog, listCatalogs, markDeleted, touchTree, updateCatalogs } from './queries.ts'
import {
  type CatalogBranch,
  catalogTree,
  depthMost,
  findBranch,
  flattenBranch,
  getHeight,
  rebaseBranch,
  topLevel,
} from './tree.ts'

/** The ids that the editor is opened with; 0 for none. */
interface EditorStart {
  item_id: number
  page_id: number
  copy_page_id: number
  page_history_id: number
}

/**
 * Returns the catalog that an editor preselects: that of the page, of the history version, or of the page that the user
 * saved last in the item. It never returns a catalog that is deleted or out of scope.
 *
 * @returns its id; 0 for the root
 * @throws {AppError} pageGone, noRight, itemPasswordNeeded
 */
export async function defaultCatalog(app: App, visitor: Visitor, user: User, at: EditorStart): Promise<number> {
  if (at.page_history_id !== 0) {
    const version = (await findVersionLocation(app.db, at.page_history_id)) ?? fail('pageGone')
    const { item } = await requirePage(app, visitor, version.page_id, 'edit')
    return reachable(app, item, version.cat_id)
  }
  const page_id = at.page_id || at.copy_page_id
  if (page_id !== 0) {
    const { item, page } = await requirePage(app, visitor, page_id, 'edit')
    return reachable(app, item, page.cat_id)
  }
  if (at.item_id === 0) return 0
  const item = await requireItem(app, visitor, at.item_id, 'edit')
  return reachable(app, item, (await findLastCatalog(app.db, item.item_id, user.uid)) ?? 0)
}

/**
 * Returns `cat_id` if the caller can reach it; else the root, or the first catalog of a caller who may not reach the
 * root.
 */
async function reachable(app: App, item: ItemAccess, cat_id: number): Promise<number> {
  const rows = (await listCatalogs(app.db, item.item_id)).filter((row) => isInScope(item, row.cat_id))
  if (rows.some((row) => row.cat_id === cat_id)) return cat_id
  return item.catalogs ? (rows[0]?.cat_id ?? 0) : 0
}

/** The maximum number of catalogs in an item. Source: reference, api-facts 8.3. */
export const catalogsMost = 1500

/** The fields that a catalog is saved with. */
interface CatalogInput {
  cat_id: number
  /** Without a name the catalog keeps its own. */
  cat_name?: string | undefined
  /** Without a parent an existing catalog stays where it is, and a new one goes to the root. */
  parent_cat_id?: number | undefined
  s_number?: number | undefined
}

type NamedCatalog = CatalogInput & { cat_name: string }

/**
 * Throws when a catalog is outside the caller's scope: noRight for the root, catalogGone for any other catalog.
 *
 * @throws {AppError} noRight, catalogGone
 */
export function requireInScope(item: Pick<ItemAccess, 'catalogs'>, cat_id: number): void {
  if (!isInScope(item, cat_id)) fail(cat_id === 0 ? 'noRight' : 'catalogGone')
}

/** Throws when an item would have too many catalogs. @throws {AppError} catalogTooMany */
export async function requireCatalogQuota(tx: Tx, item_id: number, more: number): Promise<void> {
  if ((await countCatalogs(tx, item_id)) + more > catalogsMost) fail('catalogTooMany', { most: catalogsMost })
}

/**
 * Returns the level of a catalog in `parent_cat_id`.
 *
 * @param height the number of levels that move with it, including its own
 * @throws {AppError} catalogGone, catalogTooDeep
 */
export function levelIn(tree: readonly CatalogBranch[], parent_cat_id: number, height: number): number {
  const parent = parent_cat_id === 0 ? undefined : (findBranch(tree, parent_cat_id) ?? fail('catalogGone'))
  const depth = (parent?.depth ?? 0) + 1
  if (depth + height - 1 > depthMost) fail('catalogTooDeep')
  return depth + topLevel - 1
}

/** Throws when another user is editing a page in the catalogs. @throws {AppError} catalogLocked */
export async function requireNoLocks(
  tx: Tx,
  item_id: number,
  cat_ids: readonly number[],
  at: { uid: number; now: number },
): Promise<void> {
  const lock = await findForeignLock(tx, item_id, cat_ids, at)
  if (lock) fail('catalogLocked', { name: lock.lock_username, title: lock.page_title })
}

/**
 * Creates a catalog, or renames and moves one with everything in it.
 *
 * @returns its id
 * @throws {AppError} catalogGone, catalogTooDeep, catalogCycle, catalogTooMany, itemOnePage, noRight, itemArchived
 */
export async function saveCatalog(
  app: App,
  item: ItemAccess<'edit'>,
  author: User,
  input: CatalogInput,
): Promise<number> {
  const now = nowSeconds(app)
  return transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    const tree = catalogTree(await listCatalogs(tx, item.item_id))
    if (input.cat_id !== 0) requireInScope(item, input.cat_id)
    const known = input.cat_id === 0 ? undefined : (findBranch(tree, input.cat_id)?.branch ?? fail('catalogGone'))
    const named = { ...input, cat_name: input.cat_name ?? known?.cat_name ?? '' }
    const cat_id = known ? await update(tx, item, known, tree, named) : await create(tx, item, tree, { ...named, now })
    await logCatalog(tx, item, author, known ? 'update' : 'create', { cat_id, cat_name: named.cat_name }, now)
    await touchTree(tx, item.item_id, now)
    return cat_id
  })
}

async function create(
  tx: Tx,
  item: ItemAccess<'edit'>,
  tree: readonly CatalogBranch[],
  input: NamedCatalog & { now: number },
): Promise<number> {
  if (getItemType(item.item_type).isOnePage) fail('itemOnePage')
  const { parent_cat_id = 0, cat_name, s_number = 99 } = input
  requireInScope(item, parent_cat_id)
  const level = levelIn(tree, parent_cat_id, 1)
  await requireCatalogQuota(tx, item.item_id, 1)
  return insertCatalog(tx, { item_id: item.item_id, parent_cat_id, cat_name, s_number, level, addtime: input.now })
}

async function update(
  tx: Tx,
  item: ItemAccess<'edit'>,
  branch: CatalogBranch,
  tree: readonly CatalogBranch[],
  input: NamedCatalog,
): Promise<number> {
  const { cat_name, s_number = branch.s_number, parent_cat_id = branch.parent_cat_id } = input
  requireInScope(item, parent_cat_id)
  requireInScope(item, branch.parent_cat_id)
  if (flattenBranch(branch).some((one) => one.cat_id === parent_cat_id)) fail('catalogCycle')
  const level = parent_cat_id === branch.parent_cat_id ? branch.level : levelIn(tree, parent_cat_id, getHeight(branch))
  await updateCatalogs(tx, rebaseBranch({ ...branch, cat_name, s_number }, parent_cat_id, level))
  return branch.cat_id
}

/** Records an operation on a catalog in the change log. */
export const logCatalog = (
  tx: Tx,
  item: { item_id: number },
  author: User,
  op_action_type: 'create' | 'update' | 'delete' | 'recover',
  catalog: { cat_id: number; cat_name: string },
  now: number,
) => {
  const object = { op_object_type: 'catalog', op_object_id: catalog.cat_id, op_object_name: catalog.cat_name } as const
  return insertChange(tx, { item_id: item.item_id, uid: author.uid, op_action_type, ...object }, now)
}

/**
 * Deletes a catalog with its subcatalogs. Their pages go to the recycle bin one by one; the catalogs can be restored
 * from there as well.
 *
 * @throws {AppError} catalogGone, catalogLocked, noRight, itemArchived
 */
export async function removeCatalog(app: App, item: ItemAccess<'edit'>, user: User, cat_id: number): Promise<void> {
  const now = nowSeconds(app)
  await transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    const tree = catalogTree(await listCatalogs(tx, item.item_id))
    const { branch } = findBranch(tree, cat_id) ?? fail('catalogGone')
    if (!isInScope(item, branch.parent_cat_id)) fail('noRight')
    const cat_ids = flattenBranch(branch).map((one) => one.cat_id)
    await requireNoLocks(tx, item.item_id, cat_ids, { uid: user.uid, now })
    await recyclePagesIn(tx, item.item_id, cat_ids, { uid: user.uid, username: user.username, del_time: now })
    await markDeleted(tx, cat_ids, { del_time: now, del_by_uid: user.uid, del_by_username: user.username })
    await logCatalog(tx, item, user, 'delete', branch, now)
    await touchTree(tx, item.item_id, now)
  })
}

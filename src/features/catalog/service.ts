import type { User } from '#src/access/caller.ts'
import { type ItemAccess, isInside } from '#src/access/item-access.ts'
import { requireLive } from '#src/access/rights.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { type Tx, transact } from '#src/db/open.ts'
import { insertChange } from '#src/features/change-log/index.ts'
import { countCatalogs, insertCatalog, listCatalogs, updateCatalog } from './queries.ts'
import { catalogTree, depthMost, findBranch, heightOf, topLevel, withAllBelow } from './tree.ts'

/** How many catalogs an item may hold. Source: reference, api-facts 8.3. */
export const catalogsMost = 1500

/** What a catalog is saved with. */
export interface CatalogInput {
  cat_id: number
  cat_name: string
  parent_cat_id: number
  s_number?: number | undefined
}

/** Marks the tree of an item as changed, so that nobody is shown a remembered one. */
export const touchTree = (tx: Tx, item_id: number, last_update_time: number) =>
  tx
    .updateTable('item')
    .set((row) => ({ tree_revision: row('tree_revision', '+', 1), last_update_time }))
    .where('item_id', '=', item_id)
    .execute()

/**
 * Creates a catalog, or renames and moves one with all that is in it.
 *
 * @returns its id
 * @throws {AppError} catalogGone, catalogTooDeep, catalogCycle, catalogTooMany, itemArchived
 */
export async function saveCatalog(
  app: App,
  item: ItemAccess<'edit'>,
  author: User,
  input: CatalogInput,
): Promise<number> {
  const now = nowSeconds(app)
  return transact(app.db, async (tx) => {
    await requireLive(tx, item)
    const tree = catalogTree(await listCatalogs(tx, item.item_id))
    const { parent_cat_id } = input
    const parent = parent_cat_id === 0 ? undefined : (findBranch(tree, parent_cat_id) ?? fail('catalogGone'))
    const moved = input.cat_id === 0 ? undefined : (findBranch(tree, input.cat_id)?.branch ?? fail('catalogGone'))
    if (item.catalogs && (!isInside(item, parent_cat_id) || (moved && !isInside(item, moved.parent_cat_id))))
      fail('noRight')
    const depth = (parent?.depth ?? 0) + 1
    if (depth + (moved ? heightOf(moved) : 1) - 1 > depthMost) fail('catalogTooDeep')
    const level = depth + topLevel - 1
    const change = {
      item_id: item.item_id,
      uid: author.uid,
      op_object_type: 'catalog',
      op_object_name: input.cat_name,
    } as const

    if (!moved) {
      if ((await countCatalogs(tx, item.item_id)) >= catalogsMost) fail('catalogTooMany', { most: catalogsMost })
      const row = {
        item_id: item.item_id,
        parent_cat_id,
        cat_name: input.cat_name,
        s_number: input.s_number ?? 99,
        level,
        addtime: now,
      }
      const cat_id = await insertCatalog(tx, row)
      await insertChange(tx, { ...change, op_action_type: 'create', op_object_id: cat_id }, now)
      await touchTree(tx, item.item_id, now)
      return cat_id
    }
    const branch = withAllBelow(moved)
    if (branch.some((one) => one.cat_id === parent_cat_id)) fail('catalogCycle')
    await updateCatalog(tx, moved.cat_id, {
      cat_name: input.cat_name,
      parent_cat_id,
      level,
      s_number: input.s_number ?? moved.s_number,
    })
    for (const below of branch.slice(1))
      await updateCatalog(tx, below.cat_id, { level: below.level + level - moved.level })
    await insertChange(tx, { ...change, op_action_type: 'update', op_object_id: moved.cat_id }, now)
    await touchTree(tx, item.item_id, now)
    return moved.cat_id
  })
}

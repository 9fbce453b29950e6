import type { ItemAccess } from '#src/access/item-access.ts'
import type { CatalogRow } from '#src/access/queries.ts'
import type { Db, Tx } from '#src/db/database.ts'
import { tableOf } from '#src/db/engine.ts'
import { prepared } from '#src/db/prepared.ts'

const columns = ['cat_id', 'cat_name', 'item_id', 'parent_cat_id', 's_number', 'level', 'addtime'] as const

/** Returns the live catalogs of an item in their order, including those outside a member's limit. */
export const listCatalogs = (db: Db, item_id: number): Promise<CatalogRow[]> =>
  db
    .selectFrom('catalog')
    .select(columns)
    .where('item_id', '=', item_id)
    .where('is_del', '=', 0)
    .orderBy('s_number')
    .orderBy('cat_id')
    .execute()

/** Returns the live catalog of `item`, or undefined. */
export const findCatalog = (
  db: Db,
  item: Pick<ItemAccess, 'item_id'>,
  cat_id: number,
): Promise<CatalogRow | undefined> =>
  db
    .selectFrom('catalog')
    .select(columns)
    .where('cat_id', '=', cat_id)
    .where('item_id', '=', item.item_id)
    .where('is_del', '=', 0)
    .executeTakeFirst()

/** Returns the number of live catalogs of an item. */
export async function countCatalogs(db: Db, item_id: number): Promise<number> {
  const row = await db
    .selectFrom('catalog')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('item_id', '=', item_id)
    .where('is_del', '=', 0)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Inserts a catalog and returns its id. */
export async function insertCatalog(tx: Tx, row: Omit<CatalogRow, 'cat_id'>): Promise<number> {
  const { cat_id } = await tx.insertInto('catalog').values(row).returning('cat_id').executeTakeFirstOrThrow()
  return cat_id
}

/** Updates the name, item, position and order of catalogs in one statement. */
export async function updateCatalogs(tx: Tx, rows: readonly CatalogRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .updateTable('catalog')
    .from(tableOf(rows, ['cat_id', 'item_id', 'cat_name', 'parent_cat_id', 's_number', 'level']))
    .set((line) => ({
      item_id: line.ref('line.item_id'),
      cat_name: line.ref('line.cat_name'),
      parent_cat_id: line.ref('line.parent_cat_id'),
      s_number: line.ref('line.s_number'),
      level: line.ref('line.level'),
    }))
    .whereRef('catalog.cat_id', '=', 'line.cat_id')
    .execute()
}

/** The time of a deletion and the user who made it. */
interface Deletion {
  del_time: number
  del_by_uid: number
  del_by_username: string
}

/** Marks catalogs as deleted. */
export const markDeleted = (tx: Tx, cat_ids: readonly number[], deletion: Deletion) =>
  tx
    .updateTable('catalog')
    .set({ is_del: 1, ...deletion })
    .where('cat_id', 'in', cat_ids)
    .execute()

const nextRevision = prepared<{ item_id: number; last_update_time: number }>()((db, at) =>
  db
    .updateTable('item')
    .set((row) => ({ tree_revision: row('tree_revision', '+', 1), last_update_time: at('last_update_time') }))
    .where('item_id', '=', at('item_id')),
)

/** Marks the tree of an item as changed, so that no cached tree is returned. */
export const touchTree = (tx: Tx, item_id: number, last_update_time: number) =>
  nextRevision.all(tx, { item_id, last_update_time })

import type { ItemAccess } from '#src/access/item-access.ts'
import type { CatalogRow } from '#src/access/queries.ts'
import type { Db, Tx } from '#src/db/open.ts'

const columns = ['cat_id', 'cat_name', 'item_id', 'parent_cat_id', 's_number', 'level', 'addtime'] as const

/** The live catalogs of an item in their order, those outside a limit included. */
export const listCatalogs = (db: Db, item_id: number): Promise<CatalogRow[]> =>
  db
    .selectFrom('catalog')
    .select(columns)
    .where('item_id', '=', item_id)
    .where('is_del', '=', 0)
    .orderBy('s_number')
    .orderBy('cat_id')
    .execute()

/** The live catalog of `item`, or undefined. */
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

/** How many live catalogs an item has. */
export async function countCatalogs(db: Db, item_id: number): Promise<number> {
  const row = await db
    .selectFrom('catalog')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('item_id', '=', item_id)
    .where('is_del', '=', 0)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Adds a catalog and gives its id. */
export async function insertCatalog(tx: Tx, row: Omit<CatalogRow, 'cat_id'>): Promise<number> {
  const { insertId } = await tx.insertInto('catalog').values(row).executeTakeFirstOrThrow()
  return Number(insertId)
}

/** Changes a catalog. */
export const updateCatalog = (
  tx: Tx,
  cat_id: number,
  set: Partial<Pick<CatalogRow, 'cat_name' | 'parent_cat_id' | 's_number' | 'level'>>,
) => tx.updateTable('catalog').set(set).where('cat_id', '=', cat_id).execute()

import type { Db } from '#src/db/database.ts'

/** Lists the imported descriptions of an item that still have pages. */
export const listDescriptions = (db: Db, item_id: number) =>
  db
    .selectFrom('api_description')
    .select('description')
    .where('item_id', '=', item_id)
    .where((where) =>
      where.exists(
        where
          .selectFrom('page_import')
          .innerJoin('page', 'page.page_id', 'page_import.page_id')
          .select('page_import.page_id')
          .whereRef('page_import.item_id', '=', 'api_description.item_id')
          .whereRef('page_import.description', '=', 'api_description.description')
          .whereRef('page.item_id', '=', 'api_description.item_id')
          .where('page.is_del', '=', 0),
      ),
    )
    .orderBy('description')
    .execute()

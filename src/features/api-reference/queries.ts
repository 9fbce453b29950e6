import type { Db } from '#src/db/database.ts'

/** Returns what an import has left of a page, with what its description says beside it; undefined for other pages. */
export const findPageSource = (db: Db, page: { page_id: number; item_id: number }) =>
  db
    .selectFrom('page_import')
    .innerJoin('api_description', (join) =>
      join
        .onRef('api_description.item_id', '=', 'page_import.item_id')
        .onRef('api_description.description', '=', 'page_import.description'),
    )
    .select([
      'page_import.description',
      'page_import.page_title',
      'page_import.packed',
      'page_import.source',
      'api_description.item_name',
      'api_description.item_description',
      'api_description.head',
    ])
    .where('page_import.page_id', '=', page.page_id)
    // a page that was moved to another item begins again there
    .where('page_import.item_id', '=', page.item_id)
    .executeTakeFirst()

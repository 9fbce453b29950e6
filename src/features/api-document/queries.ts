import type { Db } from '#src/db/database.ts'

/** Returns a page with what its import has left, for comparing responses with it. */
export const findPageDescription = (db: Db, page_id: number) =>
  db
    .selectFrom('page')
    .innerJoin('page_content', 'page_content.page_id', 'page.page_id')
    // a page that was moved to another item begins again there
    .leftJoin('page_import', (join) =>
      join.onRef('page_import.page_id', '=', 'page.page_id').onRef('page_import.item_id', '=', 'page.item_id'),
    )
    .leftJoin('api_description', (join) =>
      join
        .onRef('api_description.item_id', '=', 'page_import.item_id')
        .onRef('api_description.description', '=', 'page_import.description'),
    )
    .select([
      'page.page_title',
      'page_content.page_content',
      'page_import.page_title as imported_title',
      'page_import.description',
      'page_import.packed',
      'page_import.source',
      'api_description.head',
    ])
    .where('page.page_id', '=', page_id)
    .executeTakeFirst()

import type { Db } from '#src/db/database.ts'
import { containsText } from '#src/db/engine.ts'
import { prepared } from '#src/db/prepared.ts'

const pages = prepared<{ item_id: number }>({ remember: 500 })((db, at) =>
  db
    .selectFrom('page')
    .leftJoin('page_import', (join) =>
      join
        .onRef('page_import.page_id', '=', 'page.page_id')
        // a page that was moved to another item begins again there
        .onRef('page_import.item_id', '=', 'page.item_id'),
    )
    .select(['page.page_id', 'page.page_title', 'page.cat_id', 'page.page_version'])
    .select(['page_import.hash as import_hash', 'page_import.page_version as import_version'])
    .where('page.item_id', '=', at('item_id'))
    .where('page.is_del', '=', 0)
    .where('page.is_draft', '=', 0)
    .where(containsText('page.ext_info', 'page_type'))
    .orderBy('page.page_id'),
)

/** Lists the live API pages of an item, the oldest first, without drafts. The same rows while nothing is written. */
export const listApiPages = (db: Db, item_id: number) => pages.all(db, { item_id })

/** A page in the list. */
export type ApiPageRow = Awaited<ReturnType<typeof listApiPages>>[number]

/** Returns the texts of pages. */
export const readPageTexts = (db: Db, page_ids: readonly number[]) =>
  db
    .selectFrom('page_content')
    .select(['page_id', 'page_content'])
    .where('page_id', 'in', [...page_ids])
    .execute()

/** Returns what imports have left of the operations of pages, without their texts. */
export const readSources = (db: Db, item_id: number, page_ids: readonly number[]) =>
  db
    .selectFrom('page_import')
    .select(['page_id', 'description', 'source'])
    .where('page_id', 'in', [...page_ids])
    .where('item_id', '=', item_id)
    .execute()

/** Returns pages with what their imports have left, when there is any. */
export const readPagesWithSource = (db: Db, item_id: number, page_ids: readonly number[]) =>
  db
    .selectFrom('page')
    .innerJoin('page_content', 'page_content.page_id', 'page.page_id')
    .leftJoin('page_import', (join) =>
      join.onRef('page_import.page_id', '=', 'page.page_id').onRef('page_import.item_id', '=', 'page.item_id'),
    )
    .select(['page.page_id', 'page.page_title', 'page.page_version', 'page_content.page_content'])
    .select(['page_import.page_title as import_title', 'page_import.description'])
    .select(['page_import.packed', 'page_import.source'])
    .where('page.page_id', 'in', [...page_ids])
    .where('page.item_id', '=', item_id)
    .execute()

const head = prepared<{ item_id: number; description: string }>({ remember: 50 })((db, at) =>
  db
    .selectFrom('api_description')
    .select('head')
    .where('item_id', '=', at('item_id'))
    .where('description', '=', at('description')),
)

const described = prepared<{ item_id: number }>({ remember: 500 })((db, at) =>
  db
    .selectFrom('api_description')
    .select('description')
    .where('item_id', '=', at('item_id'))
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
    .orderBy('description'),
)

/** Lists the imported descriptions of an item that still have pages. The same rows while nothing is written. */
export const listDescriptions = (db: Db, item_id: number) => described.all(db, { item_id })

/** Returns what an imported description says beside its operations. The same row while nothing is written. */
export const findHead = (db: Db, item_id: number, description: string) => head.first(db, { item_id, description })

import type { Insertable } from 'kysely'
import type { Db, Tx } from '#src/db/database.ts'
import { beginsWithText, containsText } from '#src/db/engine.ts'
import { prepared } from '#src/db/prepared.ts'
import type { MockTable } from '#src/db/schema.ts'

/** Returns the mock of a page, or undefined. */
export const findMockOfPage = (db: Db, page_id: number) =>
  db.selectFrom('mock').selectAll().where('page_id', '=', page_id).executeTakeFirst()

/** Returns a page if it is still in its item and not in the recycle bin. */
export const findLivePage = (tx: Tx, item_id: number, page_id: number) =>
  tx
    .selectFrom('page')
    .select('page_id')
    .where('page_id', '=', page_id)
    .where('item_id', '=', item_id)
    .where('is_del', '=', 0)
    .executeTakeFirst()

/** Inserts or updates the mock of a page. An existing mock keeps its key, its creator and its hits. */
export const upsertMock = (tx: Tx, row: Insertable<MockTable>) =>
  tx
    .insertInto('mock')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('page_id').doUpdateSet({
        template: row.template,
        path: row.path ?? '/',
        last_update_time: row.last_update_time,
      }),
    )
    .returning(['page_id', 'path', 'unique_key'])
    .executeTakeFirstOrThrow()

const exact = prepared<{ item_id: number; path: string }>()((db, at) =>
  db
    .selectFrom('mock')
    .innerJoin('page', 'page.page_id', 'mock.page_id')
    .innerJoin('item', 'item.item_id', 'mock.item_id')
    .select(['mock.id', 'mock.template'])
    .where('mock.item_id', '=', at('item_id'))
    .where('mock.path', '=', at('path'))
    .where('page.is_del', '=', 0)
    .where('item.is_del', '=', 0)
    .orderBy('mock.id')
    .limit(1),
)

/** Returns the oldest mock of an item at exactly this path, if its page and item are not deleted. */
export const findMockByPath = (db: Db, item_id: number, path: string) => exact.first(db, { item_id, path })

const open = prepared<{ item_id: number }>({ remember: 500 })((db, at) =>
  db
    .selectFrom('mock')
    .innerJoin('page', 'page.page_id', 'mock.page_id')
    .innerJoin('item', 'item.item_id', 'mock.item_id')
    .select(['mock.id', 'mock.path'])
    .where('mock.item_id', '=', at('item_id'))
    .where((where) =>
      where.or([beginsWithText('mock.path', '~'), containsText('mock.path', '*'), containsText('mock.path', '{')]),
    )
    .where('page.is_del', '=', 0)
    .where('item.is_del', '=', 0)
    .orderBy('mock.id'),
)

/** Lists the mocks of an item whose path has wildcards or a pattern, the oldest first. */
export const listOpenPaths = (db: Db, item_id: number) => open.all(db, { item_id })

const byId = prepared<{ id: number }>()((db, at) =>
  db.selectFrom('mock').select(['id', 'template']).where('id', '=', at('id')),
)

/** Returns a mock by its id. */
export const findMock = (db: Db, id: number) => byId.first(db, { id })

const byKey = prepared<{ unique_key: string }>()((db, at) =>
  db
    .selectFrom('mock')
    .innerJoin('page', 'page.page_id', 'mock.page_id')
    .innerJoin('item', 'item.item_id', 'mock.item_id')
    .select(['mock.id', 'mock.template'])
    .where('mock.unique_key', '=', at('unique_key'))
    .where('page.is_del', '=', 0)
    .where('item.is_del', '=', 0),
)

/** Returns the mock with this key, if its page and item are not deleted. */
export const findMockByKey = (db: Db, unique_key: string) => byKey.first(db, { unique_key })

/** Adds hits to a mock. */
export const addViews = (tx: Tx, id: number, views: number) =>
  tx
    .updateTable('mock')
    .set((mock) => ({ view_times: mock('view_times', '+', views) }))
    .where('id', '=', id)
    .execute()

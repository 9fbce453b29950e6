import type { Insertable } from 'kysely'
import type { Db, Tx } from '#src/db/open.ts'
import { prepared } from '#src/db/prepared.ts'
import type { MockTable } from '#src/db/schema.ts'

/** The mock of a page, or undefined. */
export const findMockOfPage = (db: Db, page_id: number) =>
  db.selectFrom('mock').selectAll().where('page_id', '=', page_id).executeTakeFirst()

/** Whether a page still lies in its item, outside the recycle bin. */
export const findLivePage = (tx: Tx, item_id: number, page_id: number) =>
  tx
    .selectFrom('page')
    .select('page_id')
    .where('page_id', '=', page_id)
    .where('item_id', '=', item_id)
    .where('is_del', '=', 0)
    .executeTakeFirst()

/** Gives a page its mock. One that it has keeps its key, its maker and its visits. */
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

/** The oldest mock of an item at exactly this path, its page and item not deleted. */
export const findMockByPath = (db: Db, item_id: number, path: string) => exact.first(db, { item_id, path })

const open = prepared<{ item_id: number }>({ remember: 500 })((db, at) =>
  db
    .selectFrom('mock')
    .innerJoin('page', 'page.page_id', 'mock.page_id')
    .innerJoin('item', 'item.item_id', 'mock.item_id')
    .select(['mock.id', 'mock.path'])
    .where('mock.item_id', '=', at('item_id'))
    .where((where) =>
      where.or([
        where('mock.path', 'like', '~%'),
        where('mock.path', 'like', '%*%'),
        where('mock.path', 'like', '%{%'),
      ]),
    )
    .where('page.is_del', '=', 0)
    .where('item.is_del', '=', 0)
    .orderBy('mock.id'),
)

/** The mocks of an item whose path may stand for others, the oldest first. */
export const listOpenPaths = (db: Db, item_id: number) => open.all(db, { item_id })

const byId = prepared<{ id: number }>()((db, at) =>
  db.selectFrom('mock').select(['id', 'template']).where('id', '=', at('id')),
)

/** A mock by its id. */
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

/** The mock with this key, its page and item not deleted. */
export const findMockByKey = (db: Db, unique_key: string) => byKey.first(db, { unique_key })

/** Adds visits to a mock. */
export const addViews = (tx: Tx, id: number, views: number) =>
  tx
    .updateTable('mock')
    .set((mock) => ({ view_times: mock('view_times', '+', views) }))
    .where('id', '=', id)
    .execute()

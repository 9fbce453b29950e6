import { beforeAll, expect, test } from 'vitest'
import { hasOwnAddress } from '#src/access/queries.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ shared: true })
})

/** Returns SQLite's plan of a query, without the values of its parameters. */
const planOf = (query: { compile(): { sql: string } }): string =>
  app.rows.sqlite
    .prepare(`EXPLAIN QUERY PLAN ${query.compile().sql.replaceAll('?', 'NULL')}`)
    .all()
    .map((step) => (step as { detail: string }).detail)
    .join('\n')

test('the plan of a query does not depend on its values, which would compile it again at each execution', () => {
  const { db } = app.app
  const { sql, parameters } = db
    .selectFrom('page')
    .innerJoin('item', 'item.item_id', 'page.item_id')
    .select('page_title')
    .where('page.page_id', '=', 7)
    .where('item.item_id', 'in', [1, 2])
    .limit(3)
    .compile()
  expect(parameters).toEqual([7, 1, 2, 3])
  expect(sql.match(/\+\?/g)).toHaveLength(4)
  expect(sql).not.toMatch(/[^+]\?/)
})

test('parameters keep their type and their value', async () => {
  const { db } = app.app
  const values = ['x', '', '1', Buffer.from('b'), 1.5, -3, null]
  const sent = values.map((value) => db.selectNoFrom((select) => select.val(value).as('value')).executeTakeFirst())
  expect((await Promise.all(sent)).map((row) => row?.value)).toEqual(values)
})

test('an item is found by its own address in the partial index', () => {
  const query = app.app.db
    .selectFrom('item')
    .select('item_id')
    .where((where) => where.fn<string>('lower', ['item_domain']), '=', 'docs')
    .where(hasOwnAddress)
  expect(planOf(query)).toMatch(/SEARCH item USING (COVERING )?INDEX item_domain/)
})

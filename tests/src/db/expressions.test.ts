import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { transact } from '#src/db/database.ts'
import {
  beginsWithText,
  bytesOf,
  containsText,
  equalsIgnoringCase,
  isFull,
  isUniqueViolation,
  numbersIn,
  positionOf,
  tableOf,
} from '#src/db/engine.ts'
import { createTestApp } from '#tests/support/app.ts'

const names = ['100%', '100 pages', 'Ann_Lee', 'AnnXLee', 'Ä', '中文']

async function appWithNames() {
  const { app, rows } = await createTestApp()
  for (const option_name of names) rows.insert('options', { option_name, option_value: '' })
  const matching = async (condition: ReturnType<typeof containsText>) =>
    (await app.db.selectFrom('options').select('option_name').where(condition).orderBy('option_name').execute()).map(
      (row) => row.option_name,
    )
  return { app, matching }
}

test('texts are compared without the case of A-Z, and wildcards are ordinary characters', async () => {
  const { matching } = await appWithNames()
  expect(await matching(containsText('option_name', '0%'))).toEqual(['100%'])
  expect(await matching(containsText('option_name', 'N_l'))).toEqual(['Ann_Lee'])
  expect(await matching(beginsWithText('option_name', 'ann'))).toEqual(['AnnXLee', 'Ann_Lee'])
  expect(await matching(beginsWithText('option_name', 'lee'))).toEqual([])
  expect(await matching(equalsIgnoringCase('option_name', 'ann_lee'))).toEqual(['Ann_Lee'])
  expect(await matching(equalsIgnoringCase('option_name', 'ä'))).toEqual([])
})

test('reads positions, bytes and lists', async () => {
  const { app } = await appWithNames()
  const read = (option_name: string) =>
    app.db
      .selectFrom('options')
      .select([
        positionOf('文', sql`option_name`).as('at'),
        positionOf('x', sql`option_name`).as('none'),
        bytesOf('option_name').as('bytes'),
      ])
      .where('option_name', '=', option_name)
      .executeTakeFirstOrThrow()
  expect(await read('中文')).toEqual({ at: 2, none: 0, bytes: Buffer.from('中文') })
  const count = app.db
    .selectFrom('options')
    .select((select) => select.fn.countAll().as('count'))
    .where(sql<number>`length(option_name)`, 'in', numbersIn('[1, 2]'))
  expect(await count.executeTakeFirst()).toEqual({ count: 2 })
})

test('a table of rows has the named columns only', async () => {
  const { app } = await appWithNames()
  const rows = [
    { id: 1, name: "a'b", more: true },
    { id: 2, name: '中', more: false },
  ]
  const read = app.db.selectFrom(tableOf(rows, ['name', 'id'])).selectAll()
  expect(await read.execute()).toEqual([
    { name: "a'b", id: 1 },
    { name: '中', id: 2 },
  ])
})

test('names the unique index that a row violates', async () => {
  const { app } = await appWithNames()
  const again = transact(app.db, (tx) =>
    tx.insertInto('options').values({ option_name: '100%', option_value: '' }).execute(),
  )
  const error = await again.catch((thrown: unknown) => thrown)
  expect(isUniqueViolation(error, 'options.option_name')).toBe(true)
  expect(isUniqueViolation(error, 'user.username_key')).toBe(false)
  expect(isUniqueViolation(new Error('options.option_name'), 'options.option_name')).toBe(false)
  expect(isFull(error)).toBe(false)
})

import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { migrations } from '#migrations/index.ts'
import { transact } from '#src/db/database.ts'
import { openDatabase } from '#src/db/engine.ts'
import { migrations as steps } from '../../../../migrations/index.ts'

/** A row without what each database chooses by itself: its secrets, and where its numbers begin in their ranges. */
const withoutChance = (row: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      Buffer.isBuffer(value) ? value.length : name === 'seq' ? Math.floor(Number(value) / 100_000_000) : value,
    ]),
  )

/** What migrations create: the statements of all objects, and the rows of all tables. */
async function contentAfter(list: readonly ((db: Kysely<unknown>) => Promise<void>)[]) {
  const open = openDatabase(':memory:')
  try {
    await transact(open.db, async (tx) => {
      for (const up of list) await up(tx as unknown as Kysely<unknown>)
    })
    const objects = open.sqlite.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name').all() as {
      type: string
      name: string
    }[]
    const rowsOf = (name: string) => open.sqlite.prepare(`SELECT * FROM "${name}"`).all() as Record<string, unknown>[]
    const tables = objects.filter(({ type }) => type === 'table').map(({ name }) => name)
    return {
      objects,
      rows: Object.fromEntries(tables.map((name) => [name, rowsOf(name).map(withoutChance)])),
      numbers: rowsOf('sqlite_sequence'),
      secrets: rowsOf('mock_secret'),
    }
  } finally {
    await open.close()
  }
}

test('what tests of the server create at once is what the migrations create step by step', async () => {
  const stepwise = await contentAfter(steps)
  expect(stepwise.objects.length).toBeGreaterThan(100)
  await contentAfter(migrations.slice(0, steps.length))
  const list = migrations.slice(0, steps.length)
  expect(list).toHaveLength(1)
  const [one, other] = [await contentAfter(list), await contentAfter(list)]
  expect({ objects: one.objects, rows: one.rows }).toEqual({ objects: stepwise.objects, rows: stepwise.rows })
  expect(one.numbers).not.toEqual(other.numbers)
  expect(one.secrets).not.toEqual(other.secrets)
})

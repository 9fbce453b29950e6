import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'

const source = readFileSync(new URL('../../../src/db/schema.ts', import.meta.url), 'utf8')

/** The tables described by schema.ts: column to SQL type, and whether a new row may omit it. */
function describedTables(): Map<string, Record<string, { type: string; hasDefault: boolean }>> {
  const shapes = new Map(
    [...source.matchAll(/^(?:export )?interface (\w+)Table \{\n(.*?)\n\}/gms)].map(([, name = '', body = '']) => {
      const columns = [...body.matchAll(/^ {2}(\w+): (Generated<)?(\w+)>?(?: \| null)?$/gm)].map(
        ([, column, generated, type]) => [
          column,
          { type: type === 'number' ? 'INTEGER' : type === 'Buffer' ? 'BLOB' : 'TEXT', hasDefault: Boolean(generated) },
        ],
      )
      return [name, Object.fromEntries(columns)]
    }),
  )
  const schema = /export interface Schema \{\n(.*?)\n\}/s.exec(source)?.[1] ?? ''
  return new Map(
    [...schema.matchAll(/^ {2}(\w+): (\w+)Table$/gm)].map(([, table = '', shape = '']) => [
      table,
      shapes.get(shape) ?? {},
    ]),
  )
}

test('schema.ts matches the migrated database', async () => {
  const { rows } = await createTestApp()
  const names = Object.keys(rows.counts())
  const migrated = new Map(
    names.map((table) => {
      const info = rows.sqlite.pragma(`table_info(${table})`) as {
        name: string
        type: string
        dflt_value: string | null
        pk: number
      }[]
      const keys = info.filter((column) => column.pk > 0)
      const isNumbered = (column: { type: string; pk: number }) =>
        column.pk > 0 && keys.length === 1 && column.type === 'INTEGER' && isAutomatic(table)
      const isAutomatic = (name: string) =>
        String(rows.sqlite.prepare('SELECT sql FROM sqlite_master WHERE name = ?').pluck().get(name)).includes(
          'AUTOINCREMENT',
        )
      return [
        table,
        Object.fromEntries(
          info.map((column) => [
            column.name,
            { type: column.type, hasDefault: column.dflt_value !== null || isNumbered(column) },
          ]),
        ),
      ]
    }),
  )
  const described = describedTables()
  expect([...described.keys()].toSorted()).toEqual(names)
  for (const name of names) expect([name, described.get(name)]).toEqual([name, migrated.get(name)])
})

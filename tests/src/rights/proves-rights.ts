import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { Matrix } from '#tests/support/rights/matrix.ts'
import { rows } from './rows/index.ts'

/**
 * The tests of every `of`-th call from `first` on: each as every role, in items of every state, by its effect in the
 * database.
 */
export function provesRights(first: number, of: number): void {
  const paths = Object.keys(rows).filter((_, at) => at % of === first)
  let app: TestApp
  let matrix: Matrix
  beforeAll(async () => {
    app = await createTestApp({ shared: true })
    matrix = await Matrix.on(app)
  })
  afterAll(() => {
    expect(app.errors).toEqual([])
    expect(app.rows.sqlite.pragma('foreign_key_check')).toEqual([])
  })

  test.each(paths)(
    '%s',
    async (path) => {
      expect(await matrix.faultsOf(path, rows)).toEqual([])
    },
    60_000,
  )
}

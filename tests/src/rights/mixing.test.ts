import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { Matrix } from '#tests/support/rights/matrix.ts'
import { rows } from './rows/index.ts'

let app: TestApp
let matrix: Matrix
beforeAll(async () => {
  app = await createTestApp({ shared: true })
  matrix = await Matrix.on(app)
})
afterAll(() => expect(app.errors).toEqual([]))

test.each(Object.keys(rows))('%s leaves the data of other users unchanged', async (path) => {
  expect(await matrix.mixingFaultsOf(path, rows)).toEqual([])
})

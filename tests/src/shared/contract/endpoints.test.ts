import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Endpoint, needsUser } from '#shared/contract/endpoint.ts'
import { errorCodes } from '#shared/contract/errors.ts'
import { handlers } from '#src/api.ts'
import { rows } from '#tests/src/rights/rows/index.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { endpoints as byPath, Matrix } from '#tests/support/rights/matrix.ts'
import { type Case, casesOf } from '#tests/support/rights/row.ts'

const endpoints = [...byPath]
const paths = [...byPath.keys()]

let app: TestApp
let matrix: Matrix
beforeAll(async () => {
  app = await createTestApp({ shared: true })
  matrix = await Matrix.on(app)
})
afterAll(() => expect(app.errors).toEqual([]))

test('every call has a handler and every handler a call', () => {
  const handled = Object.entries(handlers).flatMap(([controller, actions]) =>
    Object.keys(actions).map((action) => `${controller}/${action}`),
  )
  expect(handled.toSorted()).toEqual(paths.toSorted())
})

test('no two calls differ only in case', () => {
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length)
})

test.each(endpoints)('%s has a description and lists existing errors, once each', (_, { summary, errors }) => {
  for (const line of summary) expect(line).toMatch(/\S/)
  expect(errors.filter((name) => !(name in errorCodes))).toEqual([])
  expect(new Set(errors).size).toBe(errors.length)
})

/** The first case of a call's row. */
const firstCase = (path: string): Case => casesOf(rows[path] ?? [])[0] ?? { allow: [], fields: () => ({}) }

const forUsers = endpoints.filter(([, { access }]) => needsUser(access))

test.each(forUsers)('%s rejects a visitor', async (path) => {
  const { answer } = await matrix.call(path, firstCase(path), 'visitor')
  expect(answer.json).toMatchObject({ error_code: 10102 })
})

const forAdmins = endpoints.filter(([, { access }]) => access === 'admin')

test.each(forAdmins)('%s is for administrators only', async (path) => {
  const { answer } = await matrix.call(path, firstCase(path), 'owner')
  expect(answer.json).toMatchObject({ error_code: 10103 })
})

const isOn = ({ access }: Endpoint, ...kinds: string[]) =>
  typeof access === 'object' && kinds.some((kind) => kind in access)

const byKey = endpoints.filter(([, endpoint]) => isOn(endpoint, 'key'))

test.each(byKey)('%s requires the key of an item, also from its owner', async (path, { responseType: answers }) => {
  const change = (fields: object) => ({ ...fields, api_token: 'x' })
  for (const role of ['visitor', 'owner'] as const) {
    const { answer } = await matrix.call(path, firstCase(path), role, { change })
    if (answers === 'text') expect(answer.isDone).toBe(false)
    else expect(answer.json).toMatchObject({ error_code: 10306 })
  }
})

/** Who gets an error about the item; a visitor whom the call sends to the login does not. */
const toldBy = (path: string): readonly ('visitor' | 'stranger')[] =>
  forUsers.some(([name]) => name === path) ? ['stranger'] : ['visitor', 'stranger']

const onItems = endpoints.filter(([, endpoint]) => isOn(endpoint, 'item', 'page'))

test.each(onItems)('%s requires the visit password of a private item', async (path) => {
  for (const role of toldBy(path)) {
    const { answer } = await matrix.call(path, firstCase(path), role)
    expect(answer.json).toMatchObject({ error_code: 10303 })
  }
})

const onCatalogs = endpoints.filter(([, endpoint]) => isOn(endpoint, 'catalog'))

test.each(onCatalogs)('%s hides catalogs of a private item', async (path) => {
  for (const role of toldBy(path)) {
    const { answer } = await matrix.call(path, firstCase(path), role)
    expect(answer.json).toMatchObject({ error_name: 'catalogGone' })
  }
})

const onTeams = endpoints.filter(([, endpoint]) => isOn(endpoint, 'team'))

test.each(onTeams)('%s shows the team to its members only', async (path) => {
  const codes = []
  for (const role of ['visitor', 'stranger'] as const) {
    const { answer } = await matrix.call(path, firstCase(path), role)
    codes.push(answer.json?.error_code)
  }
  expect(codes).toEqual([10102, 10103])
})

const toChange = onItems.filter(([, { access }]) => /edit|manage/.test(JSON.stringify(access)))

test.each(toChange)('%s rejects readers of an open item', async (path) => {
  const answerTo = async (role: 'visitor' | 'stranger') =>
    (await matrix.call(path, firstCase(path), role, { state: 'open' })).answer.json
  expect(await answerTo('visitor')).toMatchObject({ error_code: 10102 })
  expect(await answerTo('stranger')).toMatchObject({ error_code: 10103 })
})

import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const refusal = (errorName: string, code = 10101) => ({ errorName, code })

async function withPage(
  given: Record<string, unknown> = {},
): Promise<{ app: TestApp; item_id: number; page_id: number }> {
  const app = await createTestApp()
  const item_id = await app.rows.newItem(given)
  return { app, item_id, page_id: app.rows.newPage(item_id, 'T') }
}

test('adds a mock to a page, and saving again keeps its key, its creator and its visits', async () => {
  const { app, item_id, page_id } = await withPage()
  app.rows.newMember(item_id, 'editor', 'edit')
  const owner = app.as('owner')
  expect(await owner.mock.infoByPageId({ page_id })).toEqual([])
  const template = '{\n  "a|2": "x"  \n}'
  const added = await owner.mock.add({ page_id, template, path: 'v1/x' })
  expect(added).toEqual({ page_id, path: '/v1/x', unique_key: expect.stringMatching(/^[0-9a-f]{32}$/) })
  app.rows.sqlite.prepare('UPDATE mock SET view_times = 7, addtime = 1, last_update_time = 1').run()
  expect(await app.as('editor').mock.add({ page_id, template: '{"b":1}' })).toEqual({ ...added, path: '/' })
  expect(app.rows.all('mock')).toMatchObject([
    { page_id, item_id, uid: app.uid('owner'), template: '{"b":1}', path: '/', view_times: 7, addtime: 1 },
  ])
  expect(await owner.mock.infoByPageId({ page_id })).toEqual({
    id: expect.stringMatching(/^\d+$/),
    unique_key: added.unique_key,
    uid: String(app.uid('owner')),
    page_id: String(page_id),
    item_id: String(item_id),
    view_times: '7',
    template: '{"b":1}',
    path: '/',
    addtime: expect.stringMatching(/^1970-/),
    last_update_time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  })
})

test('keeps the text of a template as typed', async () => {
  const { app, page_id } = await withPage()
  const template = ' [ "&amp;<b>", "é e\u0301 中文 \u{1f642}",\t1.0 ]\n'
  await app.as('owner').mock.add({ page_id, template })
  expect(app.rows.all('mock')).toMatchObject([{ template }])
})

test.each([
  '',
  'text',
  '{a:1}',
  "{'a':1}",
  '{"a":1,}',
  '[]',
  '0',
  '""',
  'null',
  'false',
  '['.repeat(100_000),
  `${'['.repeat(40)}${']'.repeat(40)}`,
])('rejects the template %.20s', async (template) => {
  const { app, page_id } = await withPage()
  await expect(app.as('owner').mock.add({ page_id, template })).rejects.toMatchObject(refusal('mockTemplateBad'))
  expect(app.rows.all('mock')).toEqual([])
})

test('limits templates in values and in bytes', async () => {
  const { app, page_id } = await withPage()
  const owner = app.as('owner')
  const many = JSON.stringify(Array.from({ length: 20_001 }, () => 1))
  await expect(owner.mock.add({ page_id, template: many })).rejects.toMatchObject(refusal('mockTemplateBad'))
  const large = JSON.stringify('中'.repeat(66_700))
  await expect(owner.mock.add({ page_id, template: large })).rejects.toMatchObject(refusal('mockTemplateTooLarge'))
  await owner.mock.add({ page_id, template: JSON.stringify('x'.repeat(199_998)) })
})

test.each([
  ['~(', 'mockPathBad'],
  ['~^/(?=a)', 'mockPathBad'],
  ['~(a{50}){50}', 'mockPathTooLarge'],
  [`~${'a'.repeat(501)}`, 'mockPathTooLong'],
  ['中'.repeat(683), 'mockPathTooLong'],
])('rejects the path %.20s', async (path, errorName) => {
  const { app, page_id } = await withPage()
  await expect(app.as('owner').mock.add({ page_id, template: '{}', path })).rejects.toMatchObject(refusal(errorName))
  expect(app.rows.all('mock')).toEqual([])
})

test.each([
  ['/', '/'],
  ['', '/'],
  ['x', '/x'],
  ['/x/', '/x/'],
  ['~^/users/\\d+$', '~^/users/\\d+$'],
  ['/users/{id}/*', '/users/{id}/*'],
])('stores the path %s as %s', async (path, kept) => {
  const { app, page_id } = await withPage()
  expect(await app.as('owner').mock.add({ page_id, template: '{}', path })).toMatchObject({ path: kept })
})

test('rejects changes without the right to edit, and a deleted page has no mock', async () => {
  const { app, item_id, page_id } = await withPage()
  app.rows.newMember(item_id, 'reader', 'read')
  const template = '{}'
  await expect(app.as('reader').mock.add({ page_id, template })).rejects.toMatchObject(refusal('noRight', 10103))
  await expect(app.visitor.mock.add({ page_id, template })).rejects.toMatchObject(refusal('notLoggedIn', 10102))
  const deleted = app.rows.newPage(item_id, 'D', { is_del: 1 })
  for (const gone of [deleted, 999]) {
    await expect(app.as('owner').mock.add({ page_id: gone, template })).rejects.toMatchObject(refusal('pageGone'))
    await expect(app.as('owner').mock.infoByPageId({ page_id: gone })).rejects.toMatchObject(refusal('pageGone'))
  }
  expect((await app.call('mock/add', { page_id: '0', template }, { as: 'owner' })).json).toMatchObject({
    error_code: 10101,
  })
  expect(app.rows.all('mock')).toEqual([])
})

test('keeps the mocks of an archived item unchanged', async () => {
  const { app, page_id } = await withPage({ is_archived: 1 })
  await expect(app.as('owner').mock.add({ page_id, template: '{}' })).rejects.toMatchObject(
    refusal('itemArchived', 10303),
  )
  expect(await app.as('owner').mock.infoByPageId({ page_id })).toEqual([])
})

test('a member limited to a catalog can access the mocks in it only', async () => {
  const { app, item_id, page_id: atRoot } = await withPage()
  const own = app.rows.newCatalog(item_id, 'Own')
  const other = app.rows.newCatalog(item_id, 'Other')
  app.rows.newMember(item_id, 'limited', 'edit', [own])
  const limited = app.as('limited')
  const inside = app.rows.newPage(item_id, 'I', { cat_id: own })
  const outside = app.rows.newPage(item_id, 'O', { cat_id: other })
  await limited.mock.add({ page_id: inside, template: '{"in":1}' })
  expect(await limited.mock.infoByPageId({ page_id: inside })).toMatchObject({ template: '{"in":1}' })
  for (const page_id of [atRoot, outside]) {
    await expect(limited.mock.add({ page_id, template: '{}' })).rejects.toMatchObject(refusal('pageGone'))
    await expect(limited.mock.infoByPageId({ page_id })).rejects.toMatchObject(refusal('pageGone'))
  }
  expect(app.rows.all('mock')).toHaveLength(1)
})

test('a visitor can see a mock of an open item, but not of a private one', async () => {
  const { app, item_id, page_id } = await withPage()
  await app.as('owner').mock.add({ page_id, template: '{}' })
  expect(await app.visitor.mock.infoByPageId({ page_id })).toMatchObject({ template: '{}' })
  app.rows.sqlite.prepare("UPDATE item SET password = 'x' WHERE item_id = ?").run(item_id)
  await expect(app.visitor.mock.infoByPageId({ page_id })).rejects.toMatchObject(refusal('itemPasswordNeeded', 10303))
})

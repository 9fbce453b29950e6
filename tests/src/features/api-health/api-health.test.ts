import { beforeAll, expect, test } from 'vitest'
import { newApiJson } from '#shared/api-doc/api-page-json.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp({ shared: true })
})

const schema = { type: 'object', required: ['id'], properties: { id: { type: 'integer', minimum: 5 } } }
const description = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/orders/{id}': {
      put: {
        summary: 'Change an order',
        requestBody: { content: { 'application/json': { schema } } },
        responses: { 200: { description: 'It', content: { 'application/json': { schema, example: { id: 'five' } } } } },
      },
    },
  },
  components: { schemas: { Spare: schema } },
}

async function importInto(item_id: number): Promise<void> {
  const form = new FormData()
  form.append('item_id', String(item_id))
  form.append('file', new Blob([JSON.stringify(description)]), 'api.json')
  expect((await app.call('import/auto', form, { as: 'owner' })).json.error_code).toBe(0)
}

function pageText(url: string, change: (page: ReturnType<typeof newApiJson>) => void = () => {}): string {
  const page = newApiJson('', 'get', url)
  change(page)
  return JSON.stringify(page, null, 4)
}

const addPage = async (item_id: number, title: string, page_content: string, cat_id = 0): Promise<number> =>
  Number((await app.as('owner').page.save({ item_id, page_id: 0, cat_id, page_title: title, page_content })).page_id)

const infoOf = (item_id: number, who = 'owner') => app.as(who).apiHealth.info({ item_id })

test('an item without API pages has nothing to check', async () => {
  const item_id = await app.rows.newItem()
  app.rows.newPage(item_id, 'Text')
  expect(await infoOf(item_id)).toMatchObject({ score: 100, operations: 0, pages: [], general: [] })
})

test('lists findings by page, with a score, in the language of the caller', async () => {
  const item_id = await app.rows.newItem()
  await importInto(item_id)
  const info = await infoOf(item_id)
  expect(info).toMatchObject({ operations: 1, errors: 2, is_cut: false })
  const [page] = info.pages
  expect(page).toMatchObject({ page_title: 'Change an order', method: 'put', path: '/orders/{id}' })
  expect(page?.findings.map(({ rule }) => rule)).toEqual(
    expect.arrayContaining([
      'example-valid',
      'path-parameter-declared',
      'operation-error-response',
      'operation-description',
    ]),
  )
  expect(info.general.map(({ rule }) => rule)).toEqual(['model-unused'])
  // 2 errors, 1 warning, 1 hint; and a hint for the model
  expect(info.score).toBe(100 - 40 - 8 - 2 - 2)
  const chinese = await app.call(
    'apiHealth/info',
    { item_id: String(item_id) },
    { as: 'owner', headers: { 'accept-language': 'zh-CN' } },
  )
  expect(JSON.stringify(chinese.json)).toContain('没有描述 4xx 响应')
})

test('a team chooses its levels', async () => {
  const item_id = await app.rows.newItem()
  await importInto(item_id)
  app.rows.newMember(item_id, 'editor', 'edit')
  const rules = JSON.stringify({ 'example-valid': 'off', 'model-unused': 'error', 'no-such-rule': 'error' })
  await expect(app.as('editor').apiHealth.saveRules({ item_id, rules })).rejects.toMatchObject({ errorName: 'noRight' })
  await app.as('owner').apiHealth.saveRules({ item_id, rules })
  const info = await infoOf(item_id, 'editor')
  expect(info.pages[0]?.findings.map(({ rule }) => rule)).not.toContain('example-valid')
  expect(info.general).toMatchObject([{ rule: 'model-unused', level: 'error' }])
  expect(info.rules.find(({ rule }) => rule === 'model-unused')).toMatchObject({
    level: 'error',
    default_level: 'hint',
  })
  for (const wrong of ['{"example-valid":"loud"}', 'no json', '[1]'])
    expect(
      (await app.call('apiHealth/saveRules', { item_id: String(item_id), rules: wrong }, { as: 'owner' })).json
        .error_code,
    ).not.toBe(0)
})

test('a fix is a new version of the page with an example from its schema, and can be undone', async () => {
  const item_id = await app.rows.newItem()
  const text = pageText('/users/{id}', (page) => {
    page.response.responseParamsDesc = [{ name: 'age', type: 'integer', value: '', require: '1', remark: '' }]
  })
  const page_id = await addPage(item_id, 'User', text)
  const before = await infoOf(item_id)
  expect(before.pages[0]?.findings.filter(({ fix }) => fix !== '').map(({ rule, fix }) => [rule, fix])).toEqual([
    ['response-example', 'responseExample'],
  ])
  expect(await app.as('owner').apiHealth.fix({ page_id })).toEqual({ page_id, fixed: 1 })
  const { page_content, page_version } = await app.as('owner').page.info({ page_id })
  expect(JSON.parse(page_content)).toMatchObject({ response: { responseExample: '{\n  "age": 0\n}' } })
  // nothing else has changed, not even a space
  expect(page_content).toBe(text.replace('"responseExample": ""', '"responseExample": "{\\n  \\"age\\": 0\\n}"'))
  expect(Number(page_version)).toBe(2)
  const after = await infoOf(item_id)
  expect(after.score).toBeGreaterThan(before.score)
  expect(after.pages[0]?.findings.map(({ rule }) => rule)).not.toContain('response-example')
  expect(await app.as('owner').apiHealth.fix({ page_id })).toEqual({ page_id, fixed: 0 })
  const history = app.rows.all('page_history').filter((row) => row['page_id'] === page_id)
  expect(history).toHaveLength(1)
})

test('fixes an imported page: its example counts in the export', async () => {
  const item_id = await app.rows.newItem()
  await importInto(item_id)
  const [page] = (await infoOf(item_id)).pages
  const page_id = page?.page_id ?? 0
  expect((await app.as('owner').apiHealth.fix({ page_id })).fixed).toBeGreaterThan(0)
  const { pages } = await infoOf(item_id)
  expect(pages[0]?.findings.map(({ rule }) => rule)).not.toContain('request-example')
  expect(pages[0]?.findings.map(({ rule, text }) => `${rule} ${text}`).join()).not.toContain('path-parameter-declared')
})

test('says that somebody is editing the page, and changes nothing for others', async () => {
  const item_id = await app.rows.newItem()
  app.rows.newMember(item_id, 'editor', 'edit')
  app.rows.newMember(item_id, 'reader', 'read')
  const page_id = await addPage(
    item_id,
    'U',
    pageText('/u', (page) => {
      page.response.responseParamsDesc = [{ name: 'age', type: 'integer', value: '', require: '1', remark: '' }]
    }),
  )
  await app.as('editor').page.setLock({ page_id, item_id })
  await expect(app.as('owner').apiHealth.fix({ page_id })).rejects.toMatchObject({ errorName: 'pageLocked' })
  await expect(app.as('reader').apiHealth.fix({ page_id })).rejects.toMatchObject({ errorName: 'noRight' })
  await expect(infoOf(item_id, 'reader')).rejects.toMatchObject({ errorName: 'noRight' })
  const text = app.rows.newPage(item_id, 'Text')
  await expect(app.as('owner').apiHealth.fix({ page_id: text })).rejects.toMatchObject({ errorName: 'pageGone' })
})

test('a member limited to a catalog sees its pages only, and no models', async () => {
  const item_id = await app.rows.newItem()
  await importInto(item_id)
  const cat_id = app.rows.newCatalog(item_id, 'Own')
  app.rows.newMember(item_id, 'limited', 'edit', [cat_id])
  await addPage(item_id, 'Inside', pageText('/inside'), cat_id)
  const info = await infoOf(item_id, 'limited')
  expect(info).toMatchObject({ operations: 1, general: [] })
  expect(info.pages.map(({ page_title }) => page_title)).toEqual(['Inside'])
})

test('logs no failures', () => expect(app.errors).toEqual([]))

import { beforeAll, expect, test } from 'vitest'
import { newApiJson } from '#shared/api-doc/api-page-json.ts'
import { readLintSettings } from '#src/features/api-health/index.ts'
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

/** Operations of all kinds that lack what a fix can add. */
const variants: Record<string, object> = {
  'a list of models': {
    responses: {
      200: {
        description: 'Pets',
        content: { 'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Pet' } } } },
      },
    },
  },
  'several responses': {
    responses: {
      200: { description: 'A pet', content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
      201: {
        description: 'Another',
        content: { 'application/vnd.pet+json': { schema: { $ref: '#/components/schemas/Pet' } } },
      },
      404: {
        description: 'None',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['code'],
              properties: { code: { type: 'integer', minimum: 400, maximum: 499 } },
            },
          },
        },
      },
      default: {
        description: 'Failed',
        content: { 'application/json': { schema: { type: 'string', format: 'uuid' } } },
      },
    },
  },
  'a choice': {
    requestBody: {
      content: {
        'application/json': {
          schema: { oneOf: [{ $ref: '#/components/schemas/Pet' }, { $ref: '#/components/schemas/Tree' }] },
        },
      },
    },
    responses: { 204: { description: 'Done' } },
  },
  'a circle': {
    requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Tree' } } } },
    responses: {
      200: {
        description: 'A tree',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Tree' } } },
      },
    },
  },
  'limits and patterns': {
    requestBody: {
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['code', 'at', 'n', 'tags', 'kind'],
            properties: {
              code: { type: 'string', pattern: '^[A-Z]{3}-[0-9]{4}$' },
              at: { type: 'string', format: 'date-time' },
              n: { type: 'number', exclusiveMinimum: 3, multipleOf: 0.5 },
              tags: { type: 'array', minItems: 2, uniqueItems: true, items: { enum: ['a', 'b', 'c'] } },
              kind: { const: 'x' },
              id: { type: 'integer', readOnly: true },
            },
          },
        },
      },
    },
    responses: { 200: { description: 'Nothing but text', content: { 'text/plain': { schema: { type: 'string' } } } } },
  },
  'a response for a range': {
    responses: {
      '2XX': {
        description: 'Pets',
        content: {
          'application/json': {
            schema: {
              allOf: [
                { $ref: '#/components/schemas/Pet' },
                { properties: { age: { type: 'integer' } }, required: ['age'] },
              ],
            },
          },
        },
      },
    },
  },
}
const components = {
  schemas: {
    Pet: {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string', minLength: 3 }, born: { type: 'string', format: 'date' } },
    },
    Tree: {
      type: 'object',
      required: ['id'],
      properties: {
        id: { type: 'string', format: 'email' },
        children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
      },
    },
  },
}

test.each(['3.0.3', '3.1.0'])(
  'every fix that is offered is done, and makes no example that breaks its schema (%s)',
  async (openapi) => {
    const item_id = await app.rows.newItem()
    const paths = Object.fromEntries(
      Object.entries(variants).map(([summary, operation], at) => [
        `/v${at}/{first}/{second}`,
        { post: { summary, ...operation } },
      ]),
    )
    const form = new FormData()
    form.append('item_id', String(item_id))
    form.append(
      'file',
      new Blob([JSON.stringify({ openapi, info: { title: 'Pets', version: '1' }, paths, components })]),
      'api.json',
    )
    expect((await app.call('import/auto', form, { as: 'owner' })).json.error_code).toBe(0)
    // and a page that a person has written
    await addPage(
      item_id,
      'By hand',
      pageText('/hand/{id}/{other}', (page) => {
        page.response.responseParamsDesc = [
          { name: 'list[].age', type: 'integer', value: '', require: '1', remark: '' },
        ]
      }),
    )
    const fixesOf = ({ pages }: Awaited<ReturnType<typeof infoOf>>) =>
      pages.flatMap((page) =>
        page.findings.filter(({ fix }) => fix !== '').map(({ text }) => `${page.page_title}: ${text}`),
      )
    const before = await infoOf(item_id)
    expect(fixesOf(before).length).toBeGreaterThan(10)
    let fixed = 0
    for (const { page_id } of before.pages) fixed += (await app.as('owner').apiHealth.fix({ page_id })).fixed
    const after = await infoOf(item_id)
    expect(fixesOf(after)).toEqual([])
    expect(fixed).toBe(fixesOf(before).length)
    const rulesOf = ({ pages }: typeof after) => pages.flatMap(({ findings }) => findings.map(({ rule }) => rule))
    expect(rulesOf(after)).not.toContain('example-valid')
    // nothing is found that was not there before
    expect(new Set(rulesOf(before))).toEqual(new Set([...rulesOf(before), ...rulesOf(after)]))
  },
)

test('a rule that is switched off stays off: after imports, saves and fixes, for everybody, and on the command line', async () => {
  const item_id = await app.rows.newItem()
  await importInto(item_id)
  app.rows.newMember(item_id, 'editor', 'edit')
  const off = { 'response-example': 'off', 'request-example': 'off', 'path-parameter-declared': 'off' }
  await app.as('owner').apiHealth.saveRules({ item_id, rules: JSON.stringify(off) })
  const found = async (who = 'owner') => {
    const { pages, rules } = await infoOf(item_id, who)
    for (const name of Object.keys(off)) expect(rules.find(({ rule }) => rule === name)?.level).toBe('off')
    return pages.flatMap(({ findings }) => findings.map(({ rule }) => rule)).filter((rule) => Object.hasOwn(off, rule))
  }
  expect(await found()).toEqual([])
  await importInto(item_id)
  const page_id = await addPage(item_id, 'By hand', pageText('/hand/{id}'))
  expect(await found()).toEqual([])
  expect(await found('editor')).toEqual([])
  // what nobody looks for is not fixed
  const { page_content } = await app.as('owner').page.info({ page_id })
  expect(await app.as('owner').apiHealth.fix({ page_id })).toEqual({ page_id, fixed: 0 })
  expect((await app.as('owner').page.info({ page_id })).page_content).toBe(page_content)
  expect(await readLintSettings(app.app.db, item_id)).toMatchObject(off)
  // another choice is a choice of all levels, as the screen sends it
  const { rules } = await infoOf(item_id)
  const all = { ...Object.fromEntries(rules.map(({ rule, level }) => [rule, level])), 'model-unused': 'error' }
  await app.as('owner').apiHealth.saveRules({ item_id, rules: JSON.stringify(all) })
  expect(await found()).toEqual([])
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

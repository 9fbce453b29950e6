import { expect, test } from 'vitest'
import { checkResponse, type DocumentedResponses } from '#shared/api-doc/response-check.ts'
import { createTestApp } from '#tests/support/app.ts'

const received = (status: number, body: unknown) => ({
  status,
  headers: [{ name: 'content-type', value: 'application/json' }],
  content: JSON.stringify(body),
  is_base64: false,
  is_truncated: false,
})

const field = (name: string, type: string, require = '1') => ({ name, type, value: '', require, remark: '' })

/** Returns how a page compares responses with its document. */
async function checkerOf(response: object) {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const text = JSON.stringify({
    info: { type: 'api', method: 'get', url: 'http://a.test/pets' },
    request: {},
    response,
  })
  const page_id = app.rows.newPage(item_id, 'Pets', { page_content: text })
  const { documented } = await app.as('owner').apiCall.documented({ page_id })
  const parsed = JSON.parse(documented) as DocumentedResponses
  return (status: number, body: unknown) => {
    const { outcome, problems } = checkResponse(received(status, body), parsed, 'GET')
    return [outcome, ...problems.map(({ path, text }) => `${path} ${text}`)]
  }
}

test('compares with the tables of a page that a person has written', async () => {
  const check = await checkerOf({
    responseExample: '{"code":0,"data":{"list":[{"id":1,"next":null,"day":"2024-01-31 08:00"}]}}',
    responseParamsDesc: [
      field('code', 'int'),
      field('data.list[].id', 'int'),
      field('data.list[].day', 'datetime'),
      field('data.list[].kind', 'my kind', '0'),
      field('data.list[].any', '', '0'),
    ],
    responseFailExample: '{"code":5,"message":"no"}',
    responseFailParamsDesc: [field('code', 'int'), field('message', 'string')],
  })
  const entry = { id: 1, day: '2024-01-31 08:00', next: { id: 2 }, kind: 7, any: true }
  expect(check(200, { code: 0, data: { list: [entry] } })).toEqual(['agrees'])
  // success without a status, and a failure that comes with 200
  expect(check(201, { code: 0, data: { list: [] } })).toEqual(['agrees'])
  expect(check(200, { code: 5, message: 'no' })).toEqual(['agrees'])
  expect(check(200, { code: '0', data: { list: [{ ...entry, id: 'x' }] } })).toEqual([
    'differs',
    '/code type',
    '/data/list/0/id type',
  ])
})

test('says nothing for a page without documented responses', async () => {
  const check = await checkerOf({ responseExample: '' })
  expect(check(200, {})).toEqual(['undocumented'])
})

const description = {
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets': {
      get: {
        responses: {
          200: { $ref: '#/components/responses/Pets' },
          404: { description: 'none', content: { 'application/json': { schema: { type: 'string' } } } },
        },
      },
    },
  },
  components: {
    responses: {
      Pets: {
        description: 'ok',
        content: { 'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Pet' } } } },
      },
    },
    schemas: {
      Pet: {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'integer' },
          nick: { type: 'string', nullable: true },
          friend: { $ref: '#/components/schemas/Pet' },
        },
      },
      Unused: { type: 'string' },
    },
  },
}

test('compares with the description that a page was imported from, and with later edits', async () => {
  const app = await createTestApp()
  const owner = app.as('owner')
  const item_id = await app.rows.newItem()
  await owner.import.auto({ item_id, file: new File([JSON.stringify(description)], 'pets.json') })
  const { menu } = await owner.item.info({ item_id })
  const [page] = [...menu.pages, ...menu.catalogs.flatMap(({ pages }) => pages)].filter((one) =>
    one.page_title.includes('pets'),
  )
  const page_id = page?.page_id ?? ''
  const documentedOf = async () =>
    JSON.parse((await owner.apiCall.documented({ page_id })).documented) as DocumentedResponses
  const found = await documentedOf()
  expect(JSON.stringify(found.root)).not.toContain('Unused')
  const problems = (body: unknown, by = found) =>
    checkResponse(received(200, body), by, 'GET').problems.map(({ path, text }) => `${path} ${text}`)
  expect(problems([{ id: 1, nick: null, friend: { id: 2 } }])).toEqual([])
  expect(problems([{ nick: 5, friend: { id: 'x' } }])).toEqual(['/0 required', '/0/nick type', '/0/friend/id type'])
  expect(checkResponse(received(500, []), found, 'GET').problems).toMatchObject([{ text: 'status' }])

  const { page_content, page_title } = await owner.page.info({ page_id })
  const edited = JSON.parse(page_content) as { response: { responseParamsDesc: { name: string; type: string }[] } }
  for (const one of edited.response.responseParamsDesc) if (one.name.endsWith('nick')) one.type = 'integer'
  await owner.page.save({ page_id, item_id, page_title, page_content: JSON.stringify(edited) })
  expect(problems([{ id: 1, nick: 5 }], await documentedOf())).toEqual([])
})

import { describe, expect, test } from 'vitest'
import type { ApiJson } from '#shared/api-doc/api-page-json.ts'
import { mergePage, mergeText } from '#src/features/import/merge-page.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { makeZip } from './zip-writer.ts'

interface Operation {
  summary: string
  description?: string
  operationId?: string
  tags?: string[]
  parameters?: object[]
  responses?: object
}

const field = (description: string) => ({ type: 'string', description })
const shop = (paths: Record<string, Record<string, Operation>>, title = 'Shop', about = 'about the shop') =>
  new File(
    [JSON.stringify({ openapi: '3.0.3', info: { title, version: '1', description: about }, paths })],
    'shop.json',
  )

const list: Operation = {
  summary: 'List orders',
  description: 'Lists orders.',
  operationId: 'listOrders',
  tags: ['Orders'],
  parameters: [
    { name: 'page', in: 'query', description: 'page number', schema: { type: 'integer' } },
    { name: 'size', in: 'query', description: 'page size', schema: { type: 'integer' } },
  ],
  responses: {
    200: {
      description: 'fine',
      content: {
        'application/json': { schema: { type: 'object', properties: { id: field('id'), total: field('sum') } } },
      },
    },
  },
}
const read: Operation = { summary: 'Read an order', operationId: 'readOrder', tags: ['Orders'] }
const remove: Operation = { summary: 'Remove an order', operationId: 'removeOrder', tags: ['Orders'] }
const first = { '/orders': { get: list }, '/orders/{id}': { get: read, delete: remove } }

/** The live API pages of an item: title, folder, document. */
async function pagesOf({ as }: TestApp, item_id: number) {
  const owner = as('owner')
  const { menu } = await owner.item.info({ item_id })
  const all = [
    ...menu.pages.map((page) => ({ ...page, folder: '' })),
    ...menu.catalogs.flatMap((catalog) => catalog.pages.map((page) => ({ ...page, folder: catalog.cat_name }))),
  ]
  return Promise.all(
    all.map(async ({ page_id, page_title, folder }) => {
      const { page_content, cat_id } = await owner.page.info({ page_id })
      return { page_id, page_title, folder, cat_id, page_content }
    }),
  )
}
type Page = Awaited<ReturnType<typeof pagesOf>>[number]

const docOf = (page: Page | undefined) => JSON.parse(page?.page_content ?? '{}') as ApiJson

async function begin() {
  const app = await createTestApp()
  const owner = app.as('owner')
  const { item_id } = await owner.import.auto({ file: shop(first) })
  const pageNamed = async (title: string) => (await pagesOf(app, item_id)).find((one) => one.page_title === title)
  const edit = async (title: string, change: (doc: ApiJson) => void, more: object = {}) => {
    const page = await pageNamed(title)
    const doc = docOf(page)
    change(doc)
    const { page_id = '', page_title = '', cat_id = '0' } = page ?? {}
    await owner.page.save({ page_id, item_id, page_title, cat_id, page_content: JSON.stringify(doc), ...more })
  }
  return { app, owner, item_id, pageNamed, edit }
}

describe('importing a description again', () => {
  test('changes nothing when nothing has changed, and keeps every edit', async () => {
    const { app, owner, item_id, edit } = await begin()
    await edit('List orders', (doc) => (doc.info.description = 'written by hand'))
    const before = await pagesOf(app, item_id)
    const rows = app.rows.counts()
    const { job_id, report } = await owner.import.check({ file: shop(first), item_id })
    expect(report).toMatchObject({ new_pages: 0, replaced: [], unchanged: 4, kept: 0, missing: [] })
    await owner.job.cancel({ job_id })
    await owner.import.auto({ file: shop(first), item_id })
    expect(await pagesOf(app, item_id)).toEqual(before)
    expect(app.rows.counts()).toMatchObject({ page: rows['page'], page_history: rows['page_history'] })
  })

  test('updates what the description changes, and keeps what people wrote', async () => {
    const { owner, item_id, pageNamed, edit } = await begin()
    await edit('List orders', (doc) => {
      doc.info.description = 'written by hand'
      const [page] = doc.request.query
      if (page) page.remark = 'page, by hand'
      doc.request.query.push({ name: 'mine', type: 'string', value: '', require: '0', remark: 'added by hand' })
      doc.response.responseExample = '{"id":"by hand"}'
    })
    const changed: Operation = {
      ...list,
      description: 'Lists orders of a shop.',
      parameters: [
        { name: 'page', in: 'query', required: true, description: 'page, from 1', schema: { type: 'string' } },
        { name: 'sort', in: 'query', description: 'order', schema: { type: 'string' } },
      ],
      responses: {
        200: {
          description: 'fine',
          content: {
            'application/json': {
              schema: { type: 'object', properties: { id: field('the id'), total: field('sum') } },
            },
          },
        },
        404: { description: 'no such shop' },
      },
    }
    const file = shop({ ...first, '/orders': { get: changed } })
    const { report } = await owner.import.check({ file, item_id })
    expect(report).toMatchObject({
      new_pages: 0,
      unchanged: 3,
      kept: 1,
      replaced: [{ path: 'Orders', page_title: 'List orders' }],
    })
    await owner.import.auto({ file, item_id })
    const doc = docOf(await pageNamed('List orders'))
    expect(doc.info.description).toBe('written by hand')
    expect(doc.request.query.map(({ name, type, require, remark }) => [name, type, require, remark])).toEqual([
      ['page', 'string', '1', 'page, by hand'],
      ['sort', 'string', '0', 'order'],
      ['mine', 'string', '0', 'added by hand'],
    ])
    expect(doc.response.responseExample).toBe('{"id":"by hand"}')
    expect(doc.response.responseFailExampleStatus).toBe('404')
    expect(doc.response.responseParamsDesc.map(({ remark }) => remark)).toEqual(['the id', 'sum'])
  })

  test('finds pages that were renamed or moved here, and operations whose path has changed', async () => {
    const { app, owner, item_id, pageNamed, edit } = await begin()
    const { cat_id } = await owner.catalog.save({ item_id, cat_name: 'Mine' }).then((id) => ({ cat_id: String(id) }))
    await edit('Read an order', () => {}, { page_title: 'Order by id', cat_id })
    const moved = {
      '/orders': { get: { ...list, tags: ['Sales'] } },
      '/v2/orders/{id}': { get: { ...read, summary: 'Read one order' }, delete: remove },
    }
    const { report } = await owner.import.check({ file: shop(moved), item_id })
    expect(report).toMatchObject({ new_pages: 0, missing: [] })
    await owner.import.auto({ file: shop(moved), item_id })
    expect((await pagesOf(app, item_id)).map(({ folder, page_title }) => `${folder}/${page_title}`).toSorted()).toEqual(
      ['/Shop', 'Mine/Order by id', 'Orders/Remove an order', 'Sales/List orders'],
    )
    expect(docOf(await pageNamed('Order by id')).info.url).toBe('/v2/orders/{id}')
  })

  test('lists what is gone, and removes it only when asked to', async () => {
    const { app, owner, item_id, pageNamed } = await begin()
    const less = { '/orders': { get: list } }
    const { job_id, report } = await owner.import.check({ file: shop(less), item_id })
    expect(report.missing).toEqual([
      { path: 'Orders', page_title: 'Read an order', call: 'GET /orders/{id}' },
      { path: 'Orders', page_title: 'Remove an order', call: 'DELETE /orders/{id}' },
    ])
    await owner.job.cancel({ job_id })
    await owner.import.auto({ file: shop(less), item_id })
    expect(await pageNamed('Read an order')).toBeDefined()
    await owner.import.auto({ file: shop(less), item_id, remove_missing: '1' })
    expect(await pageNamed('Read an order')).toBeUndefined()
    expect(await pageNamed('List orders')).toBeDefined()
    expect((await owner.recycle.getList({ item_id })).map(({ page_title }) => page_title).toSorted()).toEqual([
      'Read an order',
      'Remove an order',
    ])
    // what comes back is a new page: the one in the recycle bin stays there
    await owner.import.auto({ file: shop(first), item_id })
    expect(await pageNamed('Read an order')).toBeDefined()
    expect(app.rows.all('recycle')).toHaveLength(2)
  })

  test('never counts pages of another description, or those that people made, as gone', async () => {
    const { owner, item_id } = await begin()
    await owner.page.save({ page_id: '0', item_id, page_title: 'Notes', page_content: '# Notes', cat_id: '0' })
    const { report } = await owner.import.check({ file: shop({ '/users': { get: read } }, 'Users API'), item_id })
    expect(report).toMatchObject({ missing: [], new_pages: 2, replaced: [] })
  })

  test('documents in the same folder neither count API pages as gone nor are they taken for a description', async () => {
    const { owner, item_id } = await begin()
    const zip = (pages: Record<string, string>) =>
      new File([makeZip(Object.entries(pages).map(([name, data]) => ({ name, data })))], 'notes.zip')
    const pages = { 'Orders/Notes.md': '# Notes', 'Orders/Old.html': '<p>old</p>', 'Orders/search.json': '{"a":' }
    await owner.import.auto({ file: zip(pages), item_id })
    const { report } = await owner.import.check({ file: zip({ 'Orders/Notes.md': '# Notes' }), item_id })
    expect(report).toMatchObject({
      source: 'markdown',
      unchanged: 1,
      kept: 0,
      replaced: [],
      missing: [{ path: 'Orders', page_title: 'Old' }],
    })
    // and the description does not count the documents
    const again = await owner.import.check({ file: shop(first), item_id })
    expect(again.report).toMatchObject({ unchanged: 4, missing: [] })
  })

  test('the format that a person chose is the only one that is read', async () => {
    const { owner, item_id } = await begin()
    const { report } = await owner.import.check({ file: shop(first), item_id, format: 'openapi' })
    expect(report.source).toBe('openapi')
    await expect(owner.import.check({ file: shop(first), item_id, format: 'postman' })).rejects.toMatchObject({
      errorName: 'importOtherFormat',
    })
    const zip = () => new File([makeZip([{ name: 'api.json', data: '{"openapi":"3.0.3"}' }])], 'api.zip')
    await expect(owner.import.check({ file: zip(), item_id, format: 'markdown' })).rejects.toMatchObject({
      errorName: 'importOtherFormat',
    })
  })

  test('combines the overview with what people added to it', async () => {
    const { owner, item_id, pageNamed } = await begin()
    const page = await pageNamed('Shop')
    await owner.page.save({
      page_id: page?.page_id ?? '',
      item_id,
      page_title: 'Shop',
      cat_id: '0',
      page_content: `${page?.page_content}\n\nOur own note.`,
    })
    await owner.import.auto({ file: shop(first, 'Shop', 'another text about the shop'), item_id })
    const { page_content = '' } = (await pageNamed('Shop')) ?? {}
    expect(page_content).toContain('another text about the shop')
    expect(page_content).toContain('Our own note.')
  })

  test('fails as a whole while somebody else edits a page that would change', async () => {
    const { app, owner, item_id, pageNamed } = await begin()
    await app.as('member').user.info()
    await owner.member.save({ item_id, username: 'member', member_group_id: '1' })
    const page = await pageNamed('List orders')
    await app.as('member').page.setLock({ page_id: page?.page_id ?? '', item_id })
    await expect(
      owner.import.auto({ file: shop({ '/orders': { get: { ...list, description: 'x' } } }), item_id }),
    ).rejects.toMatchObject({ errorName: 'pageLocked' })
    // unchanged pages do not need their lock
    await owner.import.auto({ file: shop(first), item_id })
  })

  test('pages of earlier versions, without a record, are found by their title', async () => {
    const { app, owner, item_id } = await begin()
    app.rows.sqlite.exec('DELETE FROM page_import')
    const { report } = await owner.import.check({ file: shop(first), item_id })
    expect(report).toMatchObject({ new_pages: 0, unchanged: 0, missing: [] })
    expect(report.replaced).toHaveLength(4)
    await owner.import.auto({ file: shop(first), item_id })
    expect(await owner.import.check({ file: shop(first), item_id }).then((one) => one.report.unchanged)).toBe(4)
  })
})

test('environments of a collection become those of the item, once', async () => {
  const app = await createTestApp()
  const owner = app.as('owner')
  const collection = JSON.stringify({
    info: { name: 'C' },
    item: [{ name: 'A', request: { method: 'GET', url: '{{host}}/a' } }],
  })
  const environment = JSON.stringify({
    name: 'Dev',
    values: [{ key: 'host', value: 'https://dev.test', enabled: true }],
    _postman_variable_scope: 'environment',
  })
  const zip = () =>
    new File(
      [
        makeZip([
          { name: 'c.json', data: collection },
          { name: 'dev.json', data: environment },
        ]),
      ],
      'c.zip',
    )
  const { item_id } = await owner.import.auto({ file: zip() })
  await owner.import.auto({ file: zip(), item_id })
  expect(await owner.apiCall.environments({ item_id })).toMatchObject([
    { env_name: 'Dev', variables: [{ name: 'host', value: 'https://dev.test' }] },
  ])
})

describe('mergePage', () => {
  const page = (doc: object) => JSON.stringify(doc)

  test('a row that was removed by hand stays away until the description changes it', () => {
    const base = {
      query: [
        { name: 'a', remark: '1' },
        { name: 'b', remark: '1' },
      ],
    }
    const mine = page({ query: [{ name: 'b', remark: '1' }] })
    const same = {
      query: [
        { name: 'a', remark: '1' },
        { name: 'b', remark: '2' },
      ],
    }
    expect(JSON.parse(mergePage({ base: page(base), mine, theirs: page(same) }))).toEqual({
      query: [{ name: 'b', remark: '2' }],
    })
    const other = {
      query: [
        { name: 'a', remark: '3' },
        { name: 'b', remark: '1' },
      ],
    }
    expect(JSON.parse(mergePage({ base: page(base), mine, theirs: page(other) })).query).toHaveLength(2)
  })

  test('members that only a client knows stay', () => {
    const base = page({ info: { url: '/a' } })
    const mine = page({ info: { url: '/a', folder: 'x' }, foreign: { kept: 1 } })
    expect(JSON.parse(mergePage({ base, mine, theirs: page({ info: { url: '/b' } }) }))).toEqual({
      info: { url: '/b', folder: 'x' },
      foreign: { kept: 1 },
    })
  })

  test('a page that somebody made into Markdown stays Markdown', () => {
    expect(mergePage({ base: page({ a: 1 }), mine: '# Mine', theirs: page({ a: 2 }) })).toBe('# Mine')
  })

  test('prose is combined; where both changed the same words, ours stay', () => {
    expect(mergeText({ base: 'one two three', mine: 'one two three four', theirs: 'zero one two three' })).toBe(
      'zero one two three four',
    )
    const texts = {
      base: 'The order of a customer.',
      mine: 'Everything by hand, nothing else is left of it at all!',
      theirs: 'The orders of many customers.',
    }
    expect(mergeText(texts)).toBe(texts.mine)
  })

  test('keys that are special in JavaScript stay keys', () => {
    const mine = '{"a":"1","__proto__":{"polluted":"x"}}'
    const merged = mergePage({ base: '{"a":"1"}', mine, theirs: '{"a":"2"}' })
    expect(merged).toContain('"__proto__"')
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})

import { beforeAll, expect, test } from 'vitest'
import comments from '#tests/fixtures/showdoc/comments-to-page.json' with { type: 'json' }
import dictionary from '#tests/fixtures/showdoc/database-dictionary.json' with { type: 'json' }
import recorded from '#tests/fixtures/showdoc/open-api.json' with { type: 'json' }
import { createTestApp, type TestApp } from '#tests/support/app.ts'

/**
 * Replays the recorded requests of existing scripts in order on ShowDoc's addresses. Ids differ between runs and are
 * matched; everything else is equal, except for these intended differences:
 *
 * - `page_addtime` is the time of creation, which the recorded product never sets.
 * - `page_version` is ours.
 * - Titles and catalog names are sent unescaped; escaped once more, every reader would see the entities.
 * - A title with special characters finds its page again; in the recorded responses each call creates another page.
 * - `updateCatalog` keeps the order when it is not sent; the recorded one resets it to 0.
 * - Drafts are visible to their author only and not in the tree.
 * - The address of an uploaded file contains the site only if the configuration sets the site.
 * - Plain text errors have our message, between line breaks.
 * - Pages from comments have the author `API` like all others; the recorded name is empty.
 */
const different: Record<string, { page_id?: string; data?: Record<string, unknown>; why: string }> = {
  'title with special characters, first': { data: { page_title: 'A & B <c>' }, why: 'titles go out as they are' },
  'title with special characters, second call makes a second page': {
    page_id: 'title with special characters, first',
    data: { page_title: 'A & B <c>' },
    why: 'the title finds its page again',
  },
  createCatalog: { data: { cat_name: 'New & one' }, why: 'names go out as they are' },
  'updateCatalog name only (s_number falls to 0)': { data: { s_number: '3' }, why: 'what is not sent stays' },
}

interface Case {
  name: string
  method: string
  url: string
  form?: Record<string, string | number>
  json?: Record<string, unknown>
  raw_body?: string
  files?: Record<string, string[]>
  response: {
    status: number
    content_type: string
    json?: { error_code: number; data?: Record<string, unknown> }
    text?: string
  }
}

const cases = recorded as unknown as Case[]
const { api_key = '', api_token = '' } = (cases[0]?.form ?? {}) as Record<string, string>

let app: TestApp
let item_id: number
let foreignPage: number
/** Our ids by the recorded ones, and by the name of the case that returned them. */
const ids = new Map<string, string>()

beforeAll(async () => {
  app = await createTestApp({ shared: true })
  item_id = await app.rows.newItem()
  app.rows.insert('item_token', { item_id, api_key, api_token, addtime: 1 })
  app.rows.newPage(item_id, 'Draft page', { is_draft: 1 })
  foreignPage = app.rows.newPage(await app.rows.newItem(), 'elsewhere')
  ids.set('227666845', String(foreignPage))
})

const idFields = ['page_id', 'cat_id', 'parent_cat_id', 'file_id']

function bodyOf({ form, json, raw_body, files }: Case): { body?: RequestInit['body']; type?: string } {
  const mapped = Object.entries(form ?? {}).map(([name, value]): [string, string] => [
    name,
    idFields.includes(name) ? (ids.get(String(value)) ?? String(value)) : String(value),
  ])
  if (files) {
    const body = new FormData()
    for (const [name, value] of mapped) body.append(name, value)
    for (const [name, [file = '', base64 = '', type = '']] of Object.entries(files))
      body.append(name, new Blob([Buffer.from(base64, 'base64')], { type }), file)
    return { body }
  }
  if (json) return { body: JSON.stringify(json), type: 'application/json' }
  if (raw_body !== undefined) return { body: raw_body, type: 'application/x-www-form-urlencoded' }
  return form ? { body: new URLSearchParams(mapped) } : {}
}

async function send(one: Case): Promise<Response> {
  const { body, type } = bodyOf(one)
  return fetch(`${app.url}${one.url}`, {
    method: one.method,
    headers: { 'Accept-Language': 'zh', ...(type === undefined ? {} : { 'Content-Type': type }) },
    ...(body === undefined ? {} : { body }),
  })
}

/** A recorded row with our ids and our differences, without what changes between runs. */
function expectedData(one: Case, data: Record<string, unknown>): Record<string, unknown> {
  const expected: Record<string, unknown> = { ...data, ...different[one.name]?.data }
  for (const name of idFields) {
    const id = expected[name]
    if (id === undefined || id === '0') continue
    const ours = ids.get(different[one.name]?.page_id ?? String(id))
    expected[name] = typeof id === 'number' ? Number(ours) : ours
  }
  if ('item_id' in expected) expected['item_id'] = String(item_id)
  if ('addtime' in expected)
    expected['addtime'] = /^\d+$/.test(String(expected['addtime']))
      ? expect.stringMatching(/^\d{10}$/)
      : expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  if ('sign' in expected) {
    expected['sign'] = expect.stringMatching(/^[0-9a-f]{32}$/)
    expected['url'] = expect.stringMatching(
      /^http:\/\/[\d.:]+\/server\/\?s=\/api\/attachment\/visitFile&sign=[0-9a-f]{32}$/,
    )
  }
  if ('page_addtime' in expected) {
    expected['page_addtime'] = expect.stringMatching(/^\d{10}$/)
    expected['page_version'] = expect.stringMatching(/^\d+$/)
  }
  return expected
}

const special = ['getCatalogTree', 'fromComments, wrong key', 'updateDbItem, wrong key']

test.each(cases.filter((one) => !special.includes(one.name)))('replays $name', async (one) => {
  const answer = await send(one)
  expect(answer.status).toBe(one.response.status)
  if (one.response.text !== undefined) {
    expect(answer.headers.get('content-type')).toBe(one.response.content_type)
    expect(await answer.text()).toBe(one.response.text)
    return
  }
  const json = (await answer.json()) as { error_code: number; data?: Record<string, unknown> }
  expect(json.error_code).toBe(one.response.json?.error_code)
  const data = one.response.json?.data
  if (!data) return
  for (const name of idFields) {
    const [theirs, ours] = [data[name], json.data?.[name]]
    if (theirs === undefined || different[one.name]?.page_id) continue
    if (!ids.has(String(theirs))) ids.set(String(theirs), String(ours))
    if (name === 'page_id') ids.set(one.name, String(ours))
  }
  expect(json.data).toEqual(expectedData(one, data))
  if (one.name.startsWith('deletePage')) expect(app.rows.all('recycle')).toHaveLength(1)
})

test('deleteAttachment accepts the address that the upload returned', async () => {
  const page_id = app.rows.newPage(item_id, 'with a file')
  const one = cases.find((each) => each.name === 'uploadAttachment')
  if (!one) throw new Error('no case')
  const answer = await send({ ...one, form: { ...one.form, page_id } })
  const { data } = (await answer.json()) as { data: { url: string; file_id: number } }
  expect(app.rows.all('upload_file')).toMatchObject([{ uid: app.uid('owner'), item_id }])
  const form = { api_key, api_token, file_url: data.url.replace(/^http:\/\/[^/]+/, 'https://old.example') }
  const removed = await send({ ...one, url: '/server/?s=/api/open/deleteAttachment', form, files: {} })
  expect(await removed.json()).toEqual({ error_code: 0, data: { file_id: data.file_id } })
  expect(app.rows.all('upload_file')).toEqual([])
})

test.each(['fromComments, wrong key', 'updateDbItem, wrong key'])('reports an error for %s', async (name) => {
  const one = cases.find((each) => each.name === name)
  if (!one) throw new Error('no case')
  const answer = await send(one)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(await answer.text()).toBe('\napi_key 与 api_token 不匹配，请从项目的开放 API 页面重新复制。\n')
})

interface Node {
  cat_name?: string
  level?: string
  s_number: string
  page_title?: string
  page_content?: string
  pages: Node[]
  catalogs: Node[]
}

test('getCatalogTree has the recorded format', async () => {
  const one = cases.find((each) => each.name === 'getCatalogTree')
  if (!one) throw new Error('no case')
  const item = await app.rows.newItem()
  app.rows.insert('item_token', { item_id: item, api_key: 'k', api_token: 't', addtime: 1 })
  const tree = one.response.json?.data as unknown as Node
  const isNoDraft = (page: Node) => page.page_title !== 'Draft page'
  const unescaped = (text = '') =>
    text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#039;', "'")
      .replaceAll('&amp;', '&')
  const grow = (node: Node, cat_id: number) => {
    for (const page of node.pages) {
      const rest = { cat_id, s_number: Number(page.s_number), is_draft: isNoDraft(page) ? 0 : 1, page_comments: 'r' }
      app.rows.newPage(item, page.page_title ?? '', { page_content: unescaped(page.page_content), ...rest })
    }
    for (const { cat_name = '', ...below } of node.catalogs) {
      const rest = { parent_cat_id: cat_id, level: Number(below.level), s_number: Number(below.s_number) }
      grow({ ...below }, app.rows.newCatalog(item, cat_name, rest))
    }
  }
  grow(tree, 0)
  const answer = await send({ ...one, form: { api_key: 'k', api_token: 't' } })
  const { data } = (await answer.json()) as { data: Node }
  // The recorded page that another writer stored unescaped is escaped like all others.
  const escapedOnce = (text = '') =>
    unescaped(text)
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#039;')
  const pageShape = (page: Node) => ({
    ...page,
    page_id: expect.stringMatching(/^\d+$/),
    cat_id: expect.stringMatching(/^\d+$/),
    page_content: escapedOnce(page.page_content),
    page_comments: 'r',
  })
  const shape = (node: Node): object => ({
    ...node,
    ...('cat_id' in node ? { cat_id: expect.any(String), parent_cat_id: expect.stringMatching(/^\d+$/) } : {}),
    pages: node.pages.filter(isNoDraft).map(pageShape),
    catalogs: node.catalogs.map(shape),
  })
  expect(data).toEqual(shape(tree))
})

const contentOf = (page_id: unknown): string =>
  String(app.rows.all('page_content').find((row) => row['page_id'] === page_id)?.['page_content'])

const pathOf = (cat_id: unknown): string => {
  const catalog = app.rows.all('catalog').find((row) => row['cat_id'] === cat_id)
  return catalog ? [pathOf(catalog['parent_cat_id']), catalog['cat_name']].filter(Boolean).join('/') : ''
}

async function newKeyedItem(item_type: number): Promise<{ item: number; key: string }> {
  const item = await app.rows.newItem({ item_type })
  app.rows.insert('item_token', { item_id: item, api_key: `key${item}`, api_token: 'secret', addtime: 1 })
  return { item, key: `key${item}` }
}

test.each(comments)('comment: $name, item type $item_type', async ({ item_type, comment, response, pages }) => {
  const { item, key } = await newKeyedItem(item_type)
  for (const path of ['?s=/api/open/fromComments', 'index.php?s=/api/fromComments/generate']) {
    const body = new URLSearchParams({ api_key: key, api_token: 'secret', content: comment })
    const answer = await fetch(`${app.url}/server/${path}`, { method: 'POST', body })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([response.status, response.content_type])
    expect(await answer.text()).toBe(response.text)
  }
  // The second call finds the same text everywhere: no page is new, and no version is stored.
  const made = app.rows.all('page').filter((row) => row['item_id'] === item)
  expect(
    made.map((row) => ({
      page_title: row['page_title'],
      cat_path: pathOf(row['cat_id']),
      s_number: row['s_number'],
      author_uid: row['author_uid'],
      author_username: row['author_username'],
      page_version: row['page_version'],
      content: item_type === 3 ? JSON.parse(contentOf(row['page_id'])) : contentOf(row['page_id']),
    })),
  ).toEqual(pages.map((page) => ({ ...page, author_username: 'API', page_version: 1 })))
  expect(
    app.rows.all('item_change_log').filter((row) => row['item_id'] === item && row['op_object_type'] === 'page'),
  ).toHaveLength(pages.length)
})

test.each(dictionary)('dictionary: $name', async ({ raw_body, response, pages }) => {
  const { item, key } = await newKeyedItem(1)
  const body = raw_body.replace(/api_key=\w+/, `api_key=${key}`).replace(/api_token=\w+/, 'api_token=secret')
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const answer = await fetch(`${app.url}/server/index.php?s=/api/open/updateDbItem`, { method: 'POST', headers, body })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([response.status, response.content_type])
  expect(await answer.text()).toBe(response.text)
  const made = app.rows.all('page').filter((row) => row['item_id'] === item)
  expect(
    made.map((row) => ({
      page_title: row['page_title'],
      content: contentOf(row['page_id']),
      s_number: row['s_number'],
      cat_name: pathOf(row['cat_id']),
    })),
  ).toEqual(pages.map((page) => ({ ...page, content: page.content.replace('code | pipe', 'code \\| pipe') })))
})

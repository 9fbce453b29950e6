import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const refused = (error_name: string) => expect.objectContaining({ errorName: error_name })

async function setUp(given: { item_type?: number; item_name?: string; is_archived?: number } = {}) {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ item_name: 'Orders', ...given })
  app.rows.insert('item_token', { item_id, api_key: 'k', api_token: 't', addtime: 1 })
  return { app, item_id, keys: { api_key: 'k', api_token: 't' } }
}

const textOf = async (app: TestApp, page_id: number) => (await app.as('owner').page.info({ page_id })).page_content

const source = `# docstead
# @title One
# @catalog B
# @url /one
# @method post
# @param a required int the whole remark of it

"""
docstead
@title Two
@url /two
"""
`

test('comments: each page is reported as created, updated or unchanged', async () => {
  const { app, keys } = await setUp()
  const send = (content: string) =>
    app.visitor.open.writeComments({ ...keys, content, file_name: 'a.py', cat_name: 'A' })
  const first = await send(source)
  expect(first).toMatchObject({
    created: 2,
    updated: 0,
    unchanged: 0,
    pages: [
      { page_title: 'One', catalog: 'A/B', change: 'created', line: 1 },
      { page_title: 'Two', catalog: 'A', change: 'created', line: 8 },
    ],
    problems: [],
  })
  const page_id = first.pages[0]?.page_id ?? 0
  expect(await textOf(app, page_id)).toContain('the whole remark of it')
  expect(await send(source)).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
  expect(await send(source.replace('/one', '/uno'))).toMatchObject({
    updated: 1,
    unchanged: 1,
    pages: [{ page_id, change: 'updated' }, { change: 'unchanged' }],
  })
  expect(app.rows.all('page_history')).toHaveLength(1)
})

test('comments without @number leave a page where people have put it', async () => {
  const { app, item_id, keys } = await setUp()
  const { pages } = await app.visitor.open.writeComments({ ...keys, content: source, file_name: 'a.py' })
  const page_id = pages[1]?.page_id ?? 0
  await app.as('owner').page.save({ page_id, item_id, page_title: 'Two', page_content: 'by hand', s_number: 5 })
  await app.visitor.open.writeComments({ ...keys, content: source, file_name: 'a.py' })
  expect(app.rows.all('page').find((row) => row['page_id'] === page_id)).toMatchObject({ s_number: 5 })
})

test('a trial reports all of it and changes nothing', async () => {
  const { app, keys } = await setUp()
  const before = [app.rows.all('page'), app.rows.all('catalog'), app.rows.all('item_change_log')]
  expect(
    await app.visitor.open.writeComments({ ...keys, content: source, file_name: 'a.py', cat_name: 'A', dry_run: true }),
  ).toMatchObject({ created: 2, pages: [{ page_id: 0, change: 'created' }, { page_id: 0 }] })
  expect(
    await app.visitor.open.writeDictionary({ ...keys, sql: 'CREATE TABLE a (b int)', dry_run: '1' }),
  ).toMatchObject({ created: 1 })
  expect([app.rows.all('page'), app.rows.all('catalog'), app.rows.all('item_change_log')]).toEqual(before)
})

test('what can be no page is reported in the language of the caller, and the rest is written', async () => {
  const { app, keys } = await setUp()
  const content = `${source}\n# docstead\n# @url /x\n\n# docstead\n# @title Two\n`
  const zh = await app.call(
    'open/writeComments',
    { ...keys, content, file_name: 'a.py' },
    { headers: { 'Accept-Language': 'zh' } },
  )
  expect(zh.json.data).toMatchObject({
    created: 2,
    problems: [
      { line: 14, error_name: 'commentUntitled', message: expect.stringContaining('第 14 行') },
      { line: 17, error_name: 'commentRepeated', message: expect.stringContaining('@title') },
    ],
  })
})

test('an item of API documents gets documents, and says which comment has no address', async () => {
  const { app, keys } = await setUp({ item_type: 3 })
  const content = `${source}\n# docstead\n# @title No address\n`
  const { pages, problems } = await app.visitor.open.writeComments({ ...keys, content, file_name: 'a.py' })
  expect(JSON.parse(await textOf(app, pages[0]?.page_id ?? 0))).toMatchObject({ info: { url: '/one' } })
  expect(problems).toMatchObject([{ error_name: 'commentWithoutUrl' }])
})

test('a dictionary: titles by a template, a page for each table, in the language of the item', async () => {
  const { app, keys } = await setUp({ item_name: '订单' })
  const sql = "CREATE TABLE public.member (id int PRIMARY KEY);COMMENT ON TABLE public.member IS 'people';"
  const written = await app.visitor.open.writeDictionary({
    ...keys,
    sql,
    cat_name: 'D',
    page_title: '{table}: {comment}',
  })
  expect(written).toMatchObject({
    created: 1,
    pages: [{ page_title: 'member: people', catalog: 'D', change: 'created' }],
  })
  const text = await textOf(app, written.pages[0]?.page_id ?? 0)
  expect(text).toContain('## 字段说明')
  expect(text).toContain('PRIMARY KEY')
  expect(
    await app.visitor.open.writeDictionary({ ...keys, sql, cat_name: 'D', page_title: '{table}: {comment}' }),
  ).toMatchObject({ unchanged: 1 })
})

test('broken SQL is rejected with its line, and nothing is written', async () => {
  const { app, keys } = await setUp()
  const send = (sql: string) => app.visitor.open.writeDictionary({ ...keys, sql })
  await expect(send('CREATE TABLE ok (a int);\nCREATE TABLE b (\n c int')).rejects.toMatchObject({
    errorName: 'sqlBroken',
    values: { line: 2 },
  })
  await expect(send(' ')).rejects.toEqual(refused('sqlEmpty'))
  await expect(send('SELECT 1')).rejects.toEqual(refused('sqlNoTable'))
  expect(app.rows.all('page')).toEqual([])
  expect(await send('CREATE TABLE a AS SELECT 1;\nCREATE TABLE ok (a int);')).toMatchObject({
    created: 1,
    problems: [{ line: 1, error_name: 'sqlTableSkipped' }],
  })
})

test('a wrong key and an archived item are rejected', async () => {
  const { app, keys } = await setUp({ is_archived: 1 })
  await expect(app.visitor.open.writeComments({ ...keys, api_token: 'x', content: source })).rejects.toEqual(
    refused('keyWrong'),
  )
  await expect(app.visitor.open.writeComments({ ...keys, content: source })).rejects.toEqual(refused('itemArchived'))
})

test('long texts are read in a worker, with the same results and errors', async () => {
  const { app, keys } = await setUp()
  const tables = Array.from(
    { length: 300 },
    (_, at) => `CREATE TABLE t${at} (\n  id int COMMENT '${'about '.repeat(30)}${at}'\n);`,
  )
  expect(await app.visitor.open.writeDictionary({ ...keys, sql: tables.join('\n') })).toMatchObject({ created: 300 })
  await expect(
    app.visitor.open.writeDictionary({ ...keys, sql: `${tables.join('\n')}\nCREATE TABLE broken (a int` }),
  ).rejects.toMatchObject({ errorName: 'sqlBroken', values: { line: 901 } })
  const comments = Array.from(
    { length: 300 },
    (_, at) => `/**\n * docstead\n * @title C${at}\n * @remark ${'x '.repeat(60)}\n */\n`,
  )
  const content = `${comments.join('')}/** docstead\n * @url /x\n */`
  expect(await app.visitor.open.writeComments({ ...keys, content, file_name: 'a.ts' })).toMatchObject({
    created: 300,
    problems: [{ line: 1501, error_name: 'commentUntitled' }],
  })
})

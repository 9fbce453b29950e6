import { expect, test } from 'vitest'
import { commentMarkdown, parseCommentPages } from '#src/features/open-api/comments.ts'
import { createTestApp } from '#tests/support/app.ts'

const refused = (error_name: string) => expect.objectContaining({ errorName: error_name })
const block = (lines: string) => `/**\n * showdoc\n${lines.replaceAll(/^/gm, ' * ')}\n */\n`

async function setUp(item_type = 1) {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ item_type })
  return { app, item_id, owner: app.as('owner') }
}

test('previews the pages from comments and those they replace, without writing anything', async () => {
  const { app, item_id, owner } = await setUp()
  const content =
    block('@catalog A/B\n@title One\n@method get\n@url /one') + block('@title Two\n@method post\n@url /two')
  await owner.page.save({ item_id, page_title: 'Two', page_content: 'by hand' })
  const before = app.rows.all('page').length
  const shown = await owner.FromComments.show({ item_id, content })
  expect(shown).toMatchObject([
    { page_title: 'One', catalog: 'A/B', is_there: false },
    { page_title: 'Two', catalog: '', is_there: true },
  ])
  expect(shown[0]?.page_content).toContain('`/one`')
  expect(app.rows.all('page')).toHaveLength(before)
  expect(await owner.FromComments.show({ item_id, content: 'no comment' })).toEqual([])
})

test('writes each page as the person who wrote it, in catalogs that are created for it', async () => {
  const { app, item_id, owner } = await setUp()
  const content = block('@catalog A\n@title One\n@method get\n@url /one')
  const first = await owner.FromComments.write({ item_id, content })
  expect(first.page_ids).toHaveLength(1)
  const again = await owner.FromComments.write({ item_id, content: content.replace('/one', '/uno') })
  expect(again).toEqual(first)
  const page = await owner.page.info({ page_id: first.page_ids[0] ?? 0 })
  expect(page.page_content).toContain('`/uno`')
  expect(app.rows.all('page_history')).toHaveLength(1)
  expect(await owner.FromComments.show({ item_id, content })).toMatchObject([{ is_there: true }])
})

test('stores the document itself in an item of API documents and shows its Markdown', async () => {
  const { app, item_id, owner } = await setUp(3)
  const content = block('@title One\n@method get\n@url /one')
  expect((await owner.FromComments.show({ item_id, content }))[0]?.page_content).toContain('`/one`')
  await owner.FromComments.write({ item_id, content })
  expect(app.rows.all('page_content')[0]?.['page_content']).toContain('"url":"/one"')
})

test('rejects people without the right to edit, and limits members to their catalogs', async () => {
  const { app, item_id } = await setUp()
  const content = (catalog: string) => block(`@catalog ${catalog}\n@title One\n@method get\n@url /one`)
  await expect(app.as('stranger').FromComments.show({ item_id, content: content('B') })).rejects.toEqual(
    refused('noRight'),
  )
  await app.newUser('limited')
  app.rows.newMember(item_id, 'limited', 'edit', [app.rows.newCatalog(item_id, 'Mine')])
  const limited = app.as('limited')
  await expect(limited.FromComments.write({ item_id, content: content('B') })).rejects.toEqual(refused('noRight'))
  await expect(limited.FromComments.write({ item_id, content: content('') })).rejects.toEqual(refused('noRight'))
  expect(app.rows.all('catalog')).toHaveLength(1)
  expect((await limited.FromComments.write({ item_id, content: content('Mine/New') })).page_ids).toHaveLength(1)
})

test('uses labels in the language of the reader and keeps the texts of the source', () => {
  const source = block(
    '@title T\n@url /x\n@method post\n@param 是 必选 string 否|x\n@param b 可选 int 说明\n@return {"备注":1}',
  )
  const [page] = parseCommentPages(source)
  const markdown = page ? commentMarkdown(page, 'en') : ''
  expect(markdown).toContain('##### Body parameters')
  expect(markdown).toContain('|Name|Example|Required|Type|Description|')
  expect(markdown).toContain('|是|   |  Yes |  string |  否\\|x | ')
  expect(markdown).toContain('|b|   |  No |  int |  说明 | ')
  expect(markdown).toContain('"备注": 1')
  expect(markdown.replaceAll(/是|否|x|说明|备注/g, '')).not.toMatch(/\p{Script=Han}/u)
})

test('writes in the language a script names, and in Chinese for Chinese texts or by default', async () => {
  const { app } = await setUp()
  const written = async (item_name: string, content: string, headers: Record<string, string> = {}) => {
    const item_id = await app.rows.newItem({ item_name })
    app.rows.insert('item_token', { item_id, api_key: `k${item_id}`, api_token: 't', addtime: 1 })
    const secret = { api_key: `k${item_id}`, api_token: 't' }
    await app.call('open/fromComments', { ...secret, content }, { headers })
    await app.call('open/updateDbItem', { ...secret, table_info: 'h\nt\tabout\tInnoDB\n' }, { headers })
    const ids = app.rows.all('page').flatMap((row) => (row['item_id'] === item_id ? [row['page_id']] : []))
    return app.rows
      .all('page_content')
      .flatMap((row) => (ids.includes(row['page_id']) ? [String(row['page_content'])] : []))
      .join('\n')
  }
  const english = block('@title T\n@url /x\n@method post\n@param a required int b')
  const en = { 'Accept-Language': 'en' }
  expect(await written('Orders', english, en)).not.toMatch(/\p{Script=Han}/u)
  expect(await written('Orders', english, en)).toContain('##### Request URL')
  expect(await written('订单', english, en)).toContain('##### 请求URL')
  expect(await written('订单', english, en)).toContain('## 表基本信息')
  expect(await written('Orders', block('@title 订单\n@url /x'), en)).toContain('##### 请求URL')
  // the ShowDoc scripts name none, and search for Chinese labels
  expect(await written('Orders', english)).toContain('##### 请求URL')
})

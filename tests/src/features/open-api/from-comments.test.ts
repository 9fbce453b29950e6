import { expect, test } from 'vitest'
import { commentMarkdown, pagesOfSource } from '#src/features/open-api/comments.ts'
import { inEnglish } from '#src/features/open-api/in-english.ts'
import { createTestApp } from '#tests/support/app.ts'

const refused = (error_name: string) => expect.objectContaining({ errorName: error_name })
const block = (lines: string) => `/**\n * showdoc\n${lines.replaceAll(/^/gm, ' * ')}\n */\n`

async function setUp(item_type = 1) {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ item_type })
  return { app, item_id, owner: app.as('owner') }
}

test('what comments describe is shown first, with the pages that would be replaced, and nothing is written', async () => {
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

test('written, each is the page of whoever wrote it, in catalogs that are made for it', async () => {
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

test('in an item of API documents the document itself is written, and its Markdown shown', async () => {
  const { app, item_id, owner } = await setUp(3)
  const content = block('@title One\n@method get\n@url /one')
  expect((await owner.FromComments.show({ item_id, content }))[0]?.page_content).toContain('`/one`')
  await owner.FromComments.write({ item_id, content })
  expect(app.rows.all('page_content')[0]?.['page_content']).toContain('"url":"/one"')
})

test('who may not edit is refused; a limited member writes only into the catalogs of theirs', async () => {
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

test('its words are those of who reads it; what stands in it stays', () => {
  const source = block(
    '@title T\n@url /x\n@method post\n@param 是 必选 string 否|x\n@param b 可选 int 说明\n@return {"备注":1}',
  )
  const [page] = pagesOfSource(source)
  const markdown = inEnglish(page ? commentMarkdown(page) : '')
  expect(markdown).toContain('##### Body parameters')
  expect(markdown).toContain('|Name|Example|Required|Type|Explanation|')
  expect(markdown).toContain('|是|   |  yes |  string |  否\\|x | ')
  expect(markdown).toContain('|b|   |  no |  int |  说明 | ')
  expect(markdown).toContain('"备注": 1')
})

test('a heading of dollar signs stays what it is', () => {
  const line = `##### ${"$'$`$&".repeat(200)} end`
  expect(inEnglish(line)).toBe(line)
})

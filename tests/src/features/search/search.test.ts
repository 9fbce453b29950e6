import { readFileSync } from 'node:fs'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { up as apiPageTerms } from '#migrations/0008-api-page-terms.ts'
import { pathsIn } from '#src/core/data-folder.ts'
import { transact } from '#src/db/database.ts'
import { openDatabase } from '#src/db/engine.ts'
import { insertPage } from '#src/features/page/index.ts'
import { reindex } from '#src/features/search/index.ts'
import { mergeParts } from '#src/features/search/sqlite-index.ts'
import { createTestApp, type TestApp, waitUntilIndexed } from '#tests/support/app.ts'

const refusal = (errorName: string) => ({ errorName })

/** Saves a page through the API and returns its id. */
async function save(app: TestApp, who: string, item_id: number, page_title: string, page_content: string, more = {}) {
  const saved = await app.as(who).page.save({ item_id, page_id: 0, page_title, page_content, ...more })
  return Number(saved.page_id)
}

const titlesOf = (pages: { page_title: string }[]) => pages.map((page) => page.page_title)

/** The titles that `who` finds anywhere. */
const find = async (app: TestApp, who: string, keyword: string, more = {}) =>
  titlesOf((await app.as(who).search.query({ keyword, ...more })).list)

/** The titles that `who` finds in an item, as existing clients request them. */
const findIn = async (app: TestApp, who: string, item_id: number, keyword: string) =>
  titlesOf((await app.as(who).item.search({ item_id, keyword })).pages)

const indexed = (app: TestApp, page_id: number) =>
  app.rows.sqlite.prepare('SELECT count(*) FROM page_search WHERE rowid = ?').pluck().get(page_id)

function requireWhole(app: TestApp) {
  expect(app.rows.sqlite.pragma('integrity_check', { simple: true })).toBe('ok')
  app.rows.sqlite.exec("INSERT INTO page_search (page_search) VALUES ('integrity-check')")
}

test('item/search returns the format that existing clients expect', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ owner: 'ann', item_name: 'Shop' })
  const text = `${'前'.repeat(150)}The Order<b> & 订单 ${'后'.repeat(300)}`
  const page_id = await save(app, 'ann', item_id, 'One', text, { s_number: 7, page_comments: 'why' })
  const answer = await app.call('item/search', { item_id: String(item_id), keyword: ' order<B> ' }, { as: 'ann' })
  expect(answer.json.data).toEqual({
    item_id,
    item_name: 'Shop',
    pages: [
      {
        page_id: String(page_id),
        author_uid: String(app.uid('ann')),
        author_username: 'ann',
        item_id,
        cat_id: '0',
        page_title: 'One',
        s_number: '7',
        addtime: expect.stringMatching(/^\d+$/),
        page_comments: 'why',
        is_del: '0',
        page_addtime: expect.stringMatching(/^\d+$/),
        ext_info: expect.any(String),
        is_draft: '0',
        search_content: `...${text.slice(54, 54 + 208)}...`,
        item_name: 'Shop',
      },
    ],
  })
  expect((await app.as('ann').item.search({ item_id, keyword: 'One' })).pages[0]?.search_content).toBe(
    `...${text.slice(0, 203)}...`,
  )
  await expect(app.as('ann').item.search({ item_id, keyword: ' ' })).rejects.toMatchObject(refusal('keywordNeeded'))
  await expect(app.as('ann').item.search({ item_id, keyword: 'x'.repeat(201) })).rejects.toMatchObject({ code: 10101 })
})

test('returns pages with their location, a snippet and the ranges to mark in it', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ owner: 'ann', item_name: 'Shop', item_domain: 'shop' })
  const top = app.rows.newCatalog(item_id, 'Users')
  const below = app.rows.newCatalog(item_id, 'Login', { parent_cat_id: top, level: 3 })
  const text = '# 登录 Login\n\n## 用户 *Token* `x`\n\nHow to get a ＴＯＫＥＮ\nnow.\n'
  const page_id = await save(app, 'ann', item_id, 'A token', text, { cat_id: below })
  expect(await app.as('ann').search.query({ keyword: 'get token' })).toEqual({
    list: [
      {
        item_id: String(item_id),
        item_name: 'Shop',
        item_domain: 'shop',
        page_id: String(page_id),
        page_title: 'A token',
        title_marks: [[2, 5]],
        path: [
          { cat_id: String(top), cat_name: 'Users' },
          { cat_id: String(below), cat_name: 'Login' },
        ],
        kind: 'text',
        snippet: '登录 Login 用户 Token x How to get a ＴＯＫＥＮ now.',
        snippet_marks: [
          [12, 5],
          [27, 3],
          [33, 5],
        ],
        heading: '用户 Token x',
        anchor: encodeURIComponent('用户-token-x'),
        author_uid: String(app.uid('ann')),
        author_username: 'ann',
        author_name: 'ann',
        addtime: expect.stringMatching(/^\d+$/),
      },
    ],
    more: false,
    items: [],
  })
  await expect(app.as('ann').search.query({ keyword: '' })).rejects.toMatchObject(refusal('keywordNeeded'))
  await expect(app.visitor.search.query({ keyword: 'token' })).rejects.toMatchObject(refusal('notLoggedIn'))
})

test('reports by their current name who saved a page in the results', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ owner: 'ann' })
  app.rows.newMember(item_id, 'bob', 'edit')
  await save(app, 'ann', item_id, 'Needle one', 'x')
  await save(app, 'bob', item_id, 'Needle two', 'x')
  app.rows.sqlite.prepare("UPDATE user SET name = 'Ann Lee' WHERE username = 'ann'").run()
  app.rows.sqlite.prepare("UPDATE user SET name = '' WHERE username = 'bob'").run()
  const who = (found: { list: { author_username: string; author_name?: string | undefined }[] }) =>
    Object.fromEntries(found.list.map((hit) => [hit.author_username, hit.author_name]))
  const { search } = app.as('ann')
  expect(who(await search.query({ keyword: 'needle' }))).toEqual({ ann: 'Ann Lee', bob: '' })
  expect(who(await search.query({ keyword: 'needle', item_id }))).toEqual({ ann: 'Ann Lee', bob: '' })
})

test('ranks by location: title, heading, text, code; then the newer page', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ owner: 'ann' })
  await save(app, 'ann', item_id, 'in code', 'a\n```\nneedle\n```\n')
  await save(app, 'ann', item_id, 'in text', 'a needle\n```\nneedle\n```\n', { s_number: 2 })
  await save(app, 'ann', item_id, 'in heading', '## The needle\ntext', { s_number: 3 })
  await save(app, 'ann', item_id, 'the Needle', 'none', { s_number: 4 })
  await save(app, 'ann', item_id, 'in text too', 'a needle', { s_number: 1 })
  expect(await find(app, 'ann', 'needle')).toEqual(['the Needle', 'in heading', 'in text too', 'in text', 'in code'])
  expect(await findIn(app, 'ann', item_id, 'needle')).toEqual([
    'the Needle',
    'in heading',
    'in text too',
    'in text',
    'in code',
  ])
  const { list } = await app.as('ann').search.query({ keyword: 'needle' })
  expect(list.map((hit) => hit.kind)).toEqual(['title', 'heading', 'text', 'text', 'code'])
})

test('returns results in pages, each match once, and reports whether there are more', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ owner: 'ann' })
  for (let at = 0; at < 7; at++) await save(app, 'ann', item_id, `Page ${at}`, at % 2 ? '## apple' : 'an apple')
  const seen: string[] = []
  for (const [page, more] of [
    [1, true],
    [2, true],
    [3, false],
    [4, false],
  ] as const) {
    const answer = await app.as('ann').search.query({ keyword: 'apple', page, count: 3 })
    expect([page, answer.more]).toEqual([page, more])
    seen.push(...titlesOf(answer.list))
  }
  expect(seen).toEqual(['Page 5', 'Page 3', 'Page 1', 'Page 6', 'Page 4', 'Page 2', 'Page 0'])
  expect((await app.as('ann').search.query({ keyword: 'apple', page: 100_000, count: 100 })).list).toEqual([])
})

test('treats characters that are special in SQL and in the index literally', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ owner: 'ann' })
  const signs = [
    '%',
    '_',
    '"',
    "'",
    '*',
    '(',
    ')',
    '-',
    '^',
    ':',
    '\\',
    '++',
    '=>',
    'NEAR(',
    'AND',
    'a_b',
    '100%',
    '/*',
    '😀',
  ]
  for (const sign of signs) await save(app, 'ann', item_id, 'T', `before ${sign}${sign} after`)
  for (const sign of signs) {
    const { pages } = await app.as('ann').item.search({ item_id, keyword: sign })
    const expected = signs.filter((one) => `before ${one}${one} after`.toLowerCase().includes(sign.toLowerCase()))
    expect([sign, pages.length]).toEqual([sign, expected.length])
    expect([sign, (await find(app, 'ann', sign)).length]).toEqual([sign, expected.length])
  }
  for (const keyword of [
    '"',
    'a"b',
    'OR',
    '{a} : b',
    'x'.repeat(200),
    'ab '.repeat(66),
    '中a'.repeat(100),
    'aé'.repeat(99),
  ])
    expect((await app.as('ann').search.query({ keyword })).more).toBe(false)
  expect(app.errors).toEqual([])
})

test('finds only what the person can read', async () => {
  const app = await createTestApp()
  const mine = await app.rows.newItem({ owner: 'ann', item_name: 'Apple tree', is_archived: 0 })
  const foreign = await app.rows.newItem({ owner: 'bob', item_name: 'Apple cellar', password: 'secret' })
  const open = await app.rows.newItem({ owner: 'bob', item_name: 'Apple stall' })
  await save(app, 'ann', mine, 'mine', 'apple')
  await save(app, 'bob', foreign, 'foreign', 'apple')
  await save(app, 'bob', open, 'open', 'apple')
  app.rows.sqlite.prepare('UPDATE item SET is_archived = 1 WHERE item_id = ?').run(mine)

  expect(await find(app, 'ann', 'apple')).toEqual(['mine'])
  expect((await app.as('ann').search.query({ keyword: 'apple' })).items).toMatchObject([
    { item_name: 'Apple tree', is_archived: '1', name_marks: [[0, 5]] },
  ])
  expect(await find(app, 'ann', 'apple', { item_id: open })).toEqual(['open'])
  expect(titlesOf((await app.visitor.search.query({ keyword: 'apple', item_id: open })).list)).toEqual(['open'])
  expect(titlesOf((await app.visitor.item.search({ keyword: 'apple', item_id: open })).pages)).toEqual(['open'])
  for (const client of [app.as('ann'), app.visitor]) {
    await expect(client.search.query({ keyword: 'apple', item_id: foreign })).rejects.toMatchObject({ code: 10303 })
    await expect(client.item.search({ keyword: 'apple', item_id: foreign })).rejects.toMatchObject({ code: 10303 })
  }
  app.rows.newMember(foreign, 'ann', 'read')
  expect(await find(app, 'ann', 'apple')).toEqual(['foreign', 'mine'])
  app.rows.sqlite.prepare('UPDATE item SET is_del = 1 WHERE item_id = ?').run(foreign)
  expect(await find(app, 'ann', 'apple')).toEqual(['mine'])
  expect((await app.as('stranger').search.query({ keyword: 'apple' })).items).toEqual([])
  // An administrator searches their own items, and each item that they open.
  expect(await find(app, 'admin', 'apple')).toEqual([])
  expect(await find(app, 'admin', 'apple', { item_id: mine })).toEqual(['mine'])
})

test('a member limited to a catalog finds only its content', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ owner: 'ann', item_name: 'I' })
  const inside = app.rows.newCatalog(item_id, 'inside')
  const deeper = app.rows.newCatalog(item_id, 'deeper', { parent_cat_id: inside, level: 3 })
  const outside = app.rows.newCatalog(item_id, 'outside')
  await save(app, 'ann', item_id, 'at the root', 'apple')
  await save(app, 'ann', item_id, 'inside', 'apple', { cat_id: inside })
  await save(app, 'ann', item_id, 'deeper', 'apple', { cat_id: deeper })
  await save(app, 'ann', item_id, 'outside', 'apple', { cat_id: outside })
  app.rows.newMember(item_id, 'lim', 'edit', [inside])
  expect(await find(app, 'lim', 'apple')).toEqual(['deeper', 'inside'])
  expect(await find(app, 'lim', 'apple', { item_id })).toEqual(['deeper', 'inside'])
  expect(await findIn(app, 'lim', item_id, 'apple')).toEqual(['inside', 'deeper'])
  expect(await findIn(app, 'ann', item_id, 'apple')).toHaveLength(4)
  // A catalog of an unrelated item grants nothing, wherever its id appears.
  const other = await app.rows.newItem({ owner: 'bob' })
  const foreign = app.rows.newCatalog(other, 'foreign')
  await save(app, 'bob', other, 'foreign', 'apple', { cat_id: foreign })
  app.rows.sqlite
    .prepare('UPDATE item_member SET cat_ids = ? WHERE uid = ?')
    .run(`${inside},${foreign}`, app.uid('lim'))
  expect(await find(app, 'lim', 'apple')).toEqual(['deeper', 'inside'])
  // Readers of a catalog do not get access to its parent catalog.
  await app.as('ann').catalog.save({ item_id, cat_id: inside, cat_name: 'inside', parent_cat_id: outside })
  const pathOf = async (who: string, more = {}) => {
    const { list } = await app.as(who).search.query({ keyword: 'apple', ...more })
    return list.find((hit) => hit.page_title === 'deeper')?.path.map((one) => one.cat_name)
  }
  expect(await pathOf('ann')).toEqual(['outside', 'inside', 'deeper'])
  expect(await pathOf('lim')).toEqual(['inside', 'deeper'])
  expect(await pathOf('lim', { item_id })).toEqual(['inside', 'deeper'])
})

test('results follow changes, moves, renames and deletions at once', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ owner: 'ann' })
  const other = await app.rows.newItem({ owner: 'ann' })
  const page_id = await save(app, 'ann', item_id, 'before', 'apple')
  const rename = { item_id, page_id, page_title: 'after', page_content: 'pear' }
  await app.as('ann').page.save(rename)
  expect(await find(app, 'ann', 'apple')).toEqual([])
  expect(await find(app, 'ann', 'before')).toEqual([])
  expect(await find(app, 'ann', 'after pear')).toEqual(['after'])

  app.rows.sqlite.prepare('UPDATE page SET item_id = ? WHERE page_id = ?').run(other, page_id)
  expect(await findIn(app, 'ann', item_id, 'pear')).toEqual([])
  expect(await findIn(app, 'ann', other, 'pear')).toEqual(['after'])

  await app.as('ann').page.delete({ page_id })
  expect(await find(app, 'ann', 'pear')).toEqual([])
  app.rows.sqlite.prepare('DELETE FROM page WHERE page_id = ?').run(page_id)
  expect(indexed(app, page_id)).toBe(0)
  requireWhole(app)
})

test('filters by type of item, by who saved a page last, and by what is new', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ owner: 'ann' })
  const notes = await app.rows.newItem({ owner: 'ann', item_type: 2 })
  app.rows.newMember(item_id, 'ben', 'edit')
  const save = (who: string, item: number, page_title: string) =>
    app.as(who).page.save({ item_id: item, page_id: 0, page_title, page_content: 'apple' })
  await save('ann', item_id, 'Old')
  await save('ann', notes, 'Note')
  app.rows.sqlite.exec('UPDATE page SET addtime = addtime - 3600')
  await save('ben', item_id, 'Fresh')
  const found = async (limits: object) => {
    const { list } = await app.as('ann').search.query({ keyword: 'apple', ...limits })
    return list.map((hit) => hit.page_title).sort()
  }
  expect(await found({})).toEqual(['Fresh', 'Note', 'Old'])
  expect(await found({ item_type: 2 })).toEqual(['Note'])
  app.rows.sqlite.prepare('UPDATE item SET item_type = 0 WHERE item_id = ?').run(item_id)
  expect(await found({ item_type: 1 })).toEqual(['Fresh', 'Old'])
  expect(await found({ author_username: 'BEN' })).toEqual(['Fresh'])
  app.rows.sqlite.prepare("UPDATE user SET name = 'Ben Ng' WHERE username = 'ben'").run()
  expect(await found({ author_username: 'ben ng' })).toEqual(['Fresh'])
  expect(await found({ saved_since: Math.floor(Date.now() / 1000) - 60 })).toEqual(['Fresh'])
  expect(await found({ item_id, author_username: 'ann' })).toEqual(['Old'])
  await expect(app.as('ann').search.query({ keyword: 'apple', item_type: 9 })).rejects.toMatchObject({ code: 10101 })
})

test('only its author finds a draft, and never with item/search', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ owner: 'ann' })
  app.rows.newMember(item_id, 'bob', 'edit')
  app.rows.newPage(item_id, 'draft', { author: 'ann', page_content: 'apple', is_draft: 1 })
  expect(await find(app, 'ann', 'apple')).toEqual(['draft'])
  expect(await find(app, 'bob', 'apple')).toEqual([])
  expect(await findIn(app, 'ann', item_id, 'apple')).toEqual([])
})

test('a save that is rolled back leaves nothing in the index', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ owner: 'ann' })
  const row = { item_id, page_title: 'T', addtime: 1, page_addtime: 1 }
  let page_id = 0
  const failing = transact(app.app.db, async (tx) => {
    page_id = await insertPage(tx, row, 'apple')
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(indexed(app, page_id)).toBe(0)
  expect(await find(app, 'ann', 'apple')).toEqual([])
  const saved = await save(app, 'ann', item_id, 'T', 'apple')
  await waitUntilIndexed(app)
  expect(indexed(app, saved)).toBe(1)
  requireWhole(app)
})

test('finds pages written without the index at once, and indexes them soon', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ owner: 'ann' })
  const page_id = app.rows.newPage(item_id, 'T', { author: 'ann', page_content: '## 苹果' })
  expect(indexed(app, page_id)).toBe(0)
  expect(await find(app, 'ann', '苹果')).toEqual(['T'])
  await expect.poll(() => indexed(app, page_id), { timeout: 10_000, interval: 100 }).toBe(1)
  expect(await find(app, 'ann', '苹果')).toEqual(['T'])
  expect(app.errors).toEqual([])
})

test('searches the readable text of API documents and spreadsheets', async () => {
  const app = await createTestApp()
  const api = await app.rows.newItem({ owner: 'ann', item_type: 3 })
  const sheets = await app.rows.newItem({ owner: 'ann', item_type: 4 })
  const doc = {
    info: { from: 'runapi', type: 'api', method: 'post', url: '/v1/orders', remark: 'Takes an order' },
    request: {
      params: {
        mode: 'urlencoded',
        urlencoded: [{ name: 'seed_id', type: 'string', value: '1', require: '1', remark: '种子编号' }],
      },
    },
    response: {
      responseExample: '{"orderNumber": 5}',
      examples: [{ name: '售罄', data: '{"leftover": 0}', param: [{ name: 'leftover', remark: '剩余数量' }] }],
    },
  }
  app.rows.newPage(api, 'Create', { author: 'ann', page_content: JSON.stringify(doc) })
  const sheet = [
    {
      name: 'Seeds',
      styles: [{ bgcolor: '#fffbe6' }],
      rows: { 0: { cells: { 0: { text: 'Kohlrabi' }, 1: { text: '=A1', shown: '¥19.90' } } } },
    },
  ]
  app.rows.newPage(sheets, 'Table', { author: 'ann', page_content: JSON.stringify(sheet) })
  for (const keyword of ['/v1/orders', 'seed_id', '种子编号', 'orderNumber', '售罄', 'leftover', '剩余数量'])
    expect([keyword, await find(app, 'ann', keyword)]).toEqual([keyword, ['Create']])
  expect((await app.as('ann').search.query({ keyword: 'orderNumber' })).list).toMatchObject([{ kind: 'code' }])
  for (const keyword of ['Kohlrabi', 'seeds', '19.90'])
    expect(await find(app, 'ann', keyword, { item_id: sheets })).toEqual(['Table'])
  for (const keyword of ['urlencoded', 'responseExample', 'fffbe6', 'cells'])
    expect(await find(app, 'ann', keyword)).toEqual([])
})

test('finds an API page by the author’s texts and shows no text of the product', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ owner: 'ann' })
  const doc = {
    info: { url: '/v1/capture', method: 'post', description: 'Capture a payment', apiStatus: '3' },
    request: { headers: [{ name: 'X-Key', type: 'string', require: '1', remark: 'the key' }] },
    response: { responseExample: '{"captured": true}', responseFailExample: '{"code": 1}' },
  }
  const page_id = await save(app, 'ann', item_id, 'Capture', JSON.stringify(doc))
  for (const keyword of ['请求', '简要描述', '必选', '已完成', 'Required', 'Headers', 'Description'])
    expect([keyword, await find(app, 'ann', keyword)]).toEqual([keyword, []])
  for (const keyword of ['capture', 'payment', 'X-Key', 'captured']) {
    const { list } = await app.as('ann').search.query({ keyword })
    expect(list).toMatchObject([{ page_id: String(page_id), heading: '', anchor: '' }])
    expect(list[0]?.snippet).not.toMatch(/\p{Script=Han}|#####|Required/u)
    const [old] = (await app.as('ann').item.search({ item_id, keyword })).pages
    expect(old?.search_content).not.toMatch(/\p{Script=Han}/u)
  }
  const { list } = await app.as('ann').search.query({ keyword: 'payment' })
  expect(list[0]?.snippet).toContain('POST /v1/capture Capture a payment X-Key · string · the key')
})

test('finds a page that waits to be indexed, however many of other items wait before it', async () => {
  const app = await createTestApp()
  const [other, own] = [await app.rows.newItem({ owner: 'ann' }), await app.rows.newItem({ owner: 'ann' })]
  for (let at = 0; at < 210; at++) await app.rows.newPage(other, `Other ${at}`)
  const page_id = await save(app, 'ann', own, 'Own', 'pear')
  // The index still has what it had, and the triggers list the pages.
  app.rows.sqlite.exec(`UPDATE page_content SET page_content = 'apple 苹果' || page_id`)
  for (const keyword of ['apple', '苹果', String(page_id)]) {
    const { pages } = await app.as('ann').item.search({ item_id: own, keyword })
    expect([keyword, pages.map((page) => page.page_title)]).toEqual([keyword, ['Own']])
  }
  expect((await app.as('ann').item.search({ item_id: own, keyword: 'pear' })).pages).toEqual([])
})

test('reindexes API pages whose terms are from an earlier version', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ owner: 'ann' })
  const api = await save(app, 'ann', item_id, 'Call', ' \n{"info":{"url":"/x"}}')
  await save(app, 'ann', item_id, 'Text', 'plain {')
  await waitUntilIndexed(app)
  await transact(app.app.db, (tx) => apiPageTerms(tx as unknown as Kysely<unknown>))
  expect(app.rows.all('page_unindexed').map((row) => row['page_id'])).toEqual([api])
})

test('many concurrent saves leave the index complete and merged', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ owner: 'ann' })
  await Promise.all(
    Array.from({ length: 40 }, (_, at) => save(app, 'ann', item_id, `Page ${at}`, `number ${at} 页面 ${at}`)),
  )
  expect((await app.as('ann').search.query({ keyword: '页面', count: 100 })).list).toHaveLength(40)
  await waitUntilIndexed(app)
  expect((await app.as('ann').search.query({ keyword: '页面', count: 100 })).list).toHaveLength(40)
  expect(app.errors).toEqual([])
  requireWhole(app)
})

test.each([
  ['an empty', "INSERT INTO page_search (page_search) VALUES ('delete-all')"],
  ['a damaged', "UPDATE page_search_data SET block = x'00'"],
])('docstead reindex rebuilds %s index while the server is running', async (_, damage) => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ owner: 'ann' })
  for (let at = 0; at < 20; at++) await save(app, 'ann', item_id, `Page ${at}`, 'apple')
  await waitUntilIndexed(app)
  app.rows.sqlite.unsafeMode(true)
  app.rows.sqlite.exec(damage)
  app.rows.sqlite.unsafeMode(false)
  expect(await find(app, 'ann', 'apple')).toEqual([])
  const progress: { done: number; total: number }[] = []
  const open = openDatabase(pathsIn(app.data).database)
  try {
    await reindex(open.db, (at) => progress.push(at))
  } finally {
    await open.close()
  }
  expect(progress.at(-1)?.total).toBe(20)
  await waitUntilIndexed(app)
  expect(await find(app, 'ann', 'apple')).toHaveLength(20)
  requireWhole(app)
})

test('searches imported and copied items like any other', async () => {
  const app = await createTestApp()
  const name = 'markdown-regular-item.zip'
  const bytes = readFileSync(new URL(`../../../fixtures/showdoc/${name}`, import.meta.url))
  const { item_id } = await app.as('ann').import.auto({ file: new File([bytes], name) })
  const texts = new Map(app.rows.all('page_content').map((row) => [row['page_id'], String(row['page_content'])]))
  const ids = [...texts.keys()].map(Number)
  expect(ids.length).toBeGreaterThan(5)
  for (const page_id of ids) expect([page_id, indexed(app, page_id)]).toEqual([page_id, 1])
  const { item_id: copy } = await app.as('ann').item.add({ copy_item_id: item_id, item_name: 'Copy' })
  for (const text of texts.values()) {
    const keyword = /[\p{L}\p{N}]{3,}/u.exec(text)?.[0]
    if (keyword === undefined) continue
    const found = await findIn(app, 'ann', item_id, keyword)
    expect(found.length).toBeGreaterThan(0)
    expect([keyword, (await findIn(app, 'ann', copy, keyword)).toSorted()]).toEqual([keyword, found.toSorted()])
  }
})

test('merging the index ends once there is nothing left to merge, and finds the same', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  for (let number = 0; number < 40; number++)
    await save(app, 'owner', item_id, `Page ${number}`, `common text ${number}`)
  await waitUntilIndexed(app)
  const { db } = app.app
  const merge = () => transact(db, (tx) => mergeParts(tx, 1000))
  // a segment for each save is at most one merge each
  let merges = 0
  while (await merge()) expect(++merges).toBeLessThan(40)
  expect(await merge()).toBe(false)
  requireWhole(app)
  expect(await findIn(app, 'owner', item_id, 'common')).toHaveLength(40)
})

import { expect, test } from 'vitest'
import { passwordMask } from '#shared/contract/item.ts'
import { createTestApp, type TestApp, waitUntilIndexed } from '#tests/support/app.ts'

type Row = Record<string, unknown>

const pagesOf = (app: TestApp, item_id: number): Row[] =>
  app.rows.sqlite
    .prepare(
      'SELECT page.*, page_content FROM page JOIN page_content USING (page_id) WHERE item_id = ? ORDER BY s_number, page_id',
    )
    .all(item_id) as Row[]

const catalogsOf = (app: TestApp, item_id: number): Row[] =>
  app.rows.sqlite.prepare('SELECT * FROM catalog WHERE item_id = ? ORDER BY level, s_number').all(item_id) as Row[]

/** An item with some content of every kind, created by the owner. */
async function fullItem(app: TestApp, more: Row = {}) {
  const item_id = await app.rows.newItem({ item_name: 'Source', item_description: 'what', password: 'secret', ...more })
  const a = app.rows.newCatalog(item_id, 'A', { s_number: 2 })
  const b = app.rows.newCatalog(item_id, 'B', { parent_cat_id: a, level: 3, s_number: 5 })
  const empty = app.rows.newCatalog(item_id, 'Empty', { s_number: 1 })
  app.rows.newCatalog(item_id, 'Gone', { is_del: 1 })
  const page = app.rows.newPage(item_id, 'In B', {
    cat_id: b,
    s_number: 3,
    page_comments: 'why',
    ext_info: '{"x":1}',
    page_content: 'text <b> & 文字',
    page_version: 7,
  })
  app.rows.newPage(item_id, 'Root', { s_number: 1 })
  app.rows.newPage(item_id, 'Same', { cat_id: a, s_number: 4 })
  app.rows.newPage(item_id, 'Same', { cat_id: a, s_number: 5, page_content: 'another' })
  app.rows.newPage(item_id, 'Deleted', { is_del: 1 })
  return { item_id, a, b, empty, page }
}

test('copies all content in order, with new ids and the copying person as the author', async () => {
  const app = await createTestApp()
  const source = await fullItem(app)
  app.rows.newMember(source.item_id, 'ann', 'edit')
  const { item_id } = await app
    .as('ann')
    .item.add({ copy_item_id: source.item_id, item_name: 'Source--copy', item_type: '4', password: '' })

  expect(app.rows.all('item')[1]).toMatchObject({
    item_id,
    item_name: 'Source--copy',
    item_description: 'what',
    item_type: 1,
    password: '',
    uid: app.uid('ann'),
    item_domain: '',
  })
  const catalogs = catalogsOf(app, item_id)
  const [empty, a, b] = catalogs
  expect(catalogs).toMatchObject([
    { cat_name: 'Empty', s_number: 1, level: 2, parent_cat_id: 0 },
    { cat_name: 'A', s_number: 2, level: 2, parent_cat_id: 0 },
    { cat_name: 'B', s_number: 5, level: 3, parent_cat_id: a?.['cat_id'] },
  ])
  expect([empty, a, b].map((row) => row?.['cat_id'])).not.toContain(source.a)
  const author = { author_uid: app.uid('ann'), author_username: 'ann', page_version: 1, is_del: 0 }
  expect(pagesOf(app, item_id)).toMatchObject([
    { page_title: 'Root', cat_id: 0, s_number: 1, ...author },
    {
      page_title: 'In B',
      cat_id: b?.['cat_id'],
      page_comments: 'why',
      ext_info: '{"x":1}',
      page_content: 'text <b> & 文字',
      ...author,
    },
    { page_title: 'Same', cat_id: a?.['cat_id'], page_content: '# Same', ...author },
    { page_title: 'Same', cat_id: a?.['cat_id'], page_content: 'another', ...author },
  ])
  expect(pagesOf(app, source.item_id)).toHaveLength(5)
  const { menu } = await app.visitor.item.info({ item_id })
  expect(menu.catalogs.map((catalog) => catalog.cat_name)).toEqual(['Empty', 'A'])
})

test('does not copy members, history, templates, mocks, keys and links; attachments stay bound', async () => {
  const app = await createTestApp()
  const { item_id: copy_item_id, page, a } = await fullItem(app)
  const uid = app.uid('owner')
  app.rows.newMember(copy_item_id, 'ann', 'manage')
  await app.as('owner').page.save({ item_id: copy_item_id, page_id: page, page_title: 'In B', page_content: 'new' })
  app.rows.insert('single_page', { unique_key: 'k', page_id: page, uid, addtime: 1 })
  app.rows.insert('mock', {
    unique_key: 'm',
    page_id: page,
    item_id: copy_item_id,
    uid,
    template: '{}',
    addtime: 1,
    last_update_time: 1,
  })
  await app.as('owner').item.getKey({ item_id: copy_item_id })
  const file = { display_name: 'f', file_type: 'image/png', file_size: 1, uid, item_id: copy_item_id, addtime: 1 }
  const file_id = app.rows.insert('upload_file', { ...file, sign: 's', stored_name: 's' })
  app.rows.insert('file_page', { file_id, page_id: page, item_id: copy_item_id, addtime: 1 })
  const before = app.rows.counts()

  const { item_id } = await app.as('owner').item.add({ copy_item_id })
  const grown = Object.entries(app.rows.counts()).filter(([table, count]) => count !== before[table])
  expect(grown.map(([table]) => table).filter((table) => !/search|index|fts/.test(table))).toEqual([
    'catalog',
    'file_page',
    'item',
    'page',
    'page_content',
  ])
  const copied = pagesOf(app, item_id).find((row) => row['page_title'] === 'In B')
  expect(app.rows.all('file_page')[1]).toMatchObject({ file_id, page_id: copied?.['page_id'], item_id })
  expect(await app.as('owner').page.info({ page_id: Number(copied?.['page_id']) })).toMatchObject({
    page_content: 'new',
    attachment_count: 1,
  })
  await expect(app.visitor.item.add({ copy_item_id: a })).rejects.toMatchObject({ code: 10102 })
})

test('copies environments without the secret values of any person', async () => {
  const app = await createTestApp()
  const copy_item_id = await app.rows.newItem()
  const owner = app.as('owner')
  const variables = JSON.stringify([
    { name: 'host', value: 'a.example' },
    { name: 'token', is_secret: true },
  ])
  const shape = { item_id: copy_item_id, base_url: 'https://a.example', variables }
  const { env_id } = await owner.apiCall.environmentSave({ ...shape, env_name: 'Production' })
  await owner.apiCall.environmentSave({ ...shape, env_name: 'Test' })
  await owner.apiCall.secretSave({ item_id: copy_item_id, env_id, name: 'token', value: 'hunter22' })
  const { item_id } = await owner.item.add({ copy_item_id })
  const copied = await owner.apiCall.environments({ item_id })
  expect(copied.map((one) => one.env_name)).toEqual(['Production', 'Test'])
  expect(copied[0]).toMatchObject({
    base_url: 'https://a.example',
    variables: [
      { name: 'host', value: 'a.example' },
      { name: 'token', is_secret: true, is_set: false },
    ],
  })
  expect(copied[0]?.env_id).not.toBe(env_id)
  expect(app.rows.all('api_secret')).toHaveLength(1)
  expect(await owner.apiCall.environments({ item_id: copy_item_id })).toHaveLength(2)
})

test('applies the given name, description and visibility to a copy, and defaults to the source', async () => {
  const app = await createTestApp()
  const { item_id: copy_item_id } = await fullItem(app, { item_domain: 'mine', allow_comment: 1 })
  const owner = app.as('owner')
  const plain = await owner.item.add({ copy_item_id })
  expect(await owner.item.detail(plain)).toMatchObject({
    item_name: 'Source',
    item_description: 'what',
    item_domain: '',
    password: passwordMask,
    visibility: 'password',
    allow_comment: '1',
  })
  const group = await owner.itemGroup.save({ group_name: 'G' })
  const other = await owner.item.add({
    copy_item_id,
    item_name: 'Other',
    item_description: 'else',
    item_domain: 'other',
    password: 'visit me',
    is_private: '1',
    item_group_id: group.id,
  })
  expect(await owner.item.detail(other)).toMatchObject({
    item_name: 'Other',
    item_description: 'else',
    item_domain: 'other',
    group_ids: [Number(group.id)],
  })
  await expect(app.visitor.item.info(other)).rejects.toMatchObject({ code: 10303 })
  expect(await app.visitor.item.info({ ...other, _item_pwd: 'visit me' })).toMatchObject({ item_name: 'Other' })
})

test('a rejected copy writes nothing', async () => {
  const app = await createTestApp()
  const { item_id: copy_item_id } = await fullItem(app, { item_domain: 'mine' })
  app.rows.newMember(copy_item_id, 'reader', 'read')
  await waitUntilIndexed(app)
  const before = app.rows.counts()
  const copy = (who: string, more: object = {}) => app.as(who).item.add({ copy_item_id, ...more })
  await expect(copy('reader')).rejects.toMatchObject({ errorName: 'noRight' })
  await expect(copy('stranger')).rejects.toMatchObject({ errorName: 'itemPasswordNeeded' })
  await expect(copy('stranger', { _item_pwd: 'secret' })).rejects.toMatchObject({ code: 10103 })
  await expect(app.as('owner').item.add({ copy_item_id: copy_item_id + 1000 })).rejects.toMatchObject({ code: 10303 })
  await expect(copy('owner', { is_private: '1', password: '' })).rejects.toMatchObject({
    errorName: 'privateNeedsPassword',
  })
  await expect(copy('owner', { item_domain: 'MINE' })).rejects.toMatchObject({ errorName: 'domainTaken' })
  await expect(copy('owner', { item_group_id: '5' })).rejects.toMatchObject({ errorName: 'itemGroupGone' })
  expect({ ...app.rows.counts(), user: 0, user_token: 0 }).toEqual({ ...before, user: 0, user_token: 0 })
})

test('a limited member copies what they can see', async () => {
  const app = await createTestApp()
  const source = await fullItem(app)
  app.rows.newPage(source.item_id, 'In Empty', { cat_id: source.empty })
  app.rows.newMember(source.item_id, 'ann', 'edit', [source.a])
  const { item_id } = await app.as('ann').item.add({ copy_item_id: source.item_id, item_name: 'Part' })
  expect(catalogsOf(app, item_id)).toMatchObject([{ cat_name: 'A' }, { cat_name: 'B' }])
  expect(pagesOf(app, item_id).map((row) => row['page_title'])).toEqual(['In B', 'Same', 'Same'])
})

test('copies one’s own drafts as drafts, and skips drafts of others', async () => {
  const app = await createTestApp()
  const copy_item_id = await app.rows.newItem()
  app.rows.newMember(copy_item_id, 'ann', 'edit')
  app.rows.newPage(copy_item_id, 'of the owner', { is_draft: 1 })
  app.rows.newPage(copy_item_id, 'of ann', { is_draft: 1, author: 'ann' })
  const { item_id } = await app.as('ann').item.add({ copy_item_id })
  expect(pagesOf(app, item_id)).toMatchObject([{ page_title: 'of ann', is_draft: 1 }])
})

test('copies archived and API client items as items that can be edited', async () => {
  const app = await createTestApp()
  const global_param = JSON.stringify({ query: [{ name: 'q' }] })
  const { item_id: copy_item_id } = await fullItem(app, { item_type: 3, is_archived: 1, global_param })
  const { item_id } = await app.as('owner').item.add({ copy_item_id, item_name: 'Copy' })
  expect(await app.as('owner').item.info({ item_id })).toMatchObject({
    item_type: '3',
    is_archived: '0',
    global_param: { query: [{ name: 'q' }], body: [], preScript: '' },
  })
})

test('the page of a copied single page gets the name of the copy', async () => {
  const app = await createTestApp()
  const { item_id: copy_item_id } = await app.as('ann').item.add({ item_name: 'One', item_type: '2' })
  const { item_id } = await app.as('ann').item.add({ copy_item_id, item_name: 'Two' })
  expect(pagesOf(app, item_id)).toMatchObject([{ page_title: 'Two' }])
})

test('others can read while a large item is copied', async () => {
  const app = await createTestApp()
  const copy_item_id = await app.rows.newItem()
  app.rows.sqlite.exec('BEGIN')
  for (let number = 0; number < 5000; number++) app.rows.newPage(copy_item_id, `P ${number}`)
  app.rows.sqlite.exec('COMMIT')
  const owner = app.as('owner')
  let reads = 0
  let isDone = false
  const copying = owner.item.add({ copy_item_id }).finally(() => {
    isDone = true
  })
  while (!isDone) {
    await owner.item.detail({ item_id: copy_item_id })
    if (!isDone) reads++
  }
  expect(reads).toBeGreaterThan(2)
  expect(pagesOf(app, (await copying).item_id)).toHaveLength(5000)
})

test('search finds copied content', async () => {
  const app = await createTestApp()
  const { item_id: copy_item_id } = await fullItem(app)
  const { item_id } = await app.as('owner').item.add({ copy_item_id })
  const { menu } = await app.as('owner').item.info({ item_id, keyword: '文字' })
  expect(menu.pages).toMatchObject([{ page_title: 'In B', item_id: String(item_id) }])
})

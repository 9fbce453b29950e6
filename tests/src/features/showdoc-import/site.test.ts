import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SiteReport } from '#src/features/showdoc-import/index.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { copySite, getRaw, importCopy, type SiteCopy, shown } from './support.ts'

// The whole sample site, imported next to a running server; each test asks for a part of it as its people and scripts do.

let app: TestApp
let site: SiteCopy
let report: SiteReport
let tokens: Map<string, string>

// Source: README of the sample site.
const passwords: Record<string, string> = {
  showdoc: '123456',
  liwei: 'Garden#2024',
  mary: 'Rose!pass9',
  王芳: '密码Abc123',
  viewer: 'view-2024',
  oldtimer: 'old-secret-1',
  salted1: 'salt-Secret-2',
  newstaff: 'Staff-777',
  'nina@example.test': 'R&D<2017>',
}

beforeAll(async () => {
  app = await createTestApp({ shared: true })
  site = copySite({ isKept: true })
  report = await importCopy(app, site)
  tokens = new Map(
    site
      .rows('SELECT username, token FROM user_token JOIN user USING (uid)')
      .map((row) => [String(row['username']), String(row['token'])]),
  )
})

afterAll(() => rmSync(site.folder, { recursive: true, force: true }))

/** Calls the API with a ShowDoc token, as its clients do. */
async function ask(path: string, fields: Record<string, string>, username?: string) {
  const token = username === undefined ? undefined : tokens.get(username)
  const { json } = await app.call(path, { ...fields }, { headers: token ? { authorization: `Bearer ${token}` } : {} })
  return json as { error_code: number; error_name?: string; data: never }
}

const noteOf = (reason: string) => report.notes.find((note) => note.reason === reason)

test.for(Object.entries(passwords))(
  '%s signs in with the password of ShowDoc, then with our own hash',
  async ([username, password]) => {
    const stored = () => String(app.rows.all('user').find((row) => row['username'] === username)?.['password'])
    const signIn = (typed: string) => app.call('user/loginByVerify', { username, password: typed })
    expect(stored()).not.toMatch(/^\$argon2id\$/)
    expect(stored()).not.toMatch(/^[0-9a-f]{32}$/)
    expect((await signIn(`${password}x`)).json.error_name).toBe('loginWrong')
    expect((await signIn(password)).json).toMatchObject({ error_code: 0, data: { username } })
    expect(stored()).toMatch(/^\$argon2id\$/)
    expect((await signIn(password)).json).toMatchObject({ error_code: 0, data: { username } })
    expect((await signIn(`${password}x`)).json.error_name).toBe('loginWrong')
  },
)

test('tokens of ShowDoc work', async () => {
  expect(tokens.size).toBe(7)
  for (const [username] of tokens) expect(await ask('user/info', {}, username)).toMatchObject({ data: { username } })
})

test('every page has the text that ShowDoc shows, with the links to its files', async () => {
  const pages = site.rows('SELECT * FROM page JOIN item USING (item_id) WHERE page.is_del = 0 AND item.is_del = 0')
  expect(pages.length).toBe(46)
  const bySign = /https?:\/\/[^\s)"]+?visitFile[&/]sign[=/]([0-9a-f]{32})/g
  const byPath = /https?:\/\/[^\s)"]+?\/Public\/Uploads\/([\w/.-]+)/g
  const signOf = (path: string) =>
    site.rows('SELECT sign, real_url FROM upload_file').find((row) => String(row['real_url']).endsWith(path))?.['sign']
  for (const page of pages) {
    const owner =
      page['item_id'] === 621800018 || page['item_id'] === 621800019 || page['item_id'] === 621800020 ? 'mary' : 'liwei'
    const { data } = await ask(
      'page/info',
      { page_id: String(page['page_id']), item_id: String(page['item_id']) },
      owner,
    )
    const { page_content, page_title, item_id } = data as unknown as Record<string, string>
    const expected = shown(String(page['page_content']))
      .replaceAll(bySign, (_, sign: string) => `/api/attachment/visitFile?sign=${sign}`)
      .replaceAll(byPath, (_, path: string) => `/api/attachment/visitFile?sign=${signOf(path)}`)
    expect(page_content, String(page['page_title'])).toBe(expected)
    expect(String(item_id)).toBe(String(page['item_id']))
    expect(page_title).toBe(shown(String(page['page_title'])).trim())
  }
})

test('items keep their numbers, addresses, types, visibility and owners', async () => {
  for (const row of site.rows('SELECT * FROM item WHERE is_del = 0')) {
    const owner = row['uid'] === 3 ? 'mary' : 'liwei'
    const { data } = await ask('item/info', { item_id: String(row['item_id']) }, owner)
    expect(data).toMatchObject({
      item_id: String(row['item_id']),
      item_name: shown(String(row['item_name'])),
      item_type: String(row['item_type']),
      is_archived: String(row['is_archived']),
    })
  }
  expect(await ask('item/info', { item_id: 'gardenapi' })).toMatchObject({ data: { item_id: '16360' } })
  expect((await ask('item/info', { item_id: '642342' })).error_name).toBe('itemPasswordNeeded')
  expect((await ask('item/pwd', { item_id: '642342', password: 'wrong' })).error_name).toBe('itemPasswordWrong')
  expect((await ask('item/pwd', { item_id: '642342', password: 'visit-me' })).error_code).toBe(0)
})

test('members may do what they might before, within their folders', async () => {
  const may = async (username: string, page: string) =>
    (await ask('page/info', { page_id: page, item_id: '16360' }, username)).error_code === 0
  const titles = async (username: string) => {
    const { data } = await ask('item/info', { item_id: '16360' }, username)
    const { menu } = data as unknown as { menu: { catalogs: { cat_name: string }[] } }
    return menu.catalogs.map(({ cat_name }) => cat_name)
  }
  expect(await may('viewer', '227666830')).toBe(true)
  // nobody but its author sees a draft
  expect(await may('viewer', '227666835')).toBe(false)
  expect(await may('liwei', '227666835')).toBe(true)
  expect(await titles('oldtimer')).toEqual(['Beds'])
  expect(await titles('salted1')).toEqual(['Beds', 'Plants'])
  // limited by her own membership; that through her team is not
  expect(await titles('mary')).toEqual(['Plants'])
  const save = {
    page_id: '227666830',
    item_id: '16360',
    page_title: 'List plants',
    page_content: 'x',
    cat_id: '474516045',
  }
  expect((await ask('page/save', save, 'viewer')).error_name).toBe('noRight')
  expect((await ask('team/getList', {}, 'liwei')).data).toMatchObject([{ team_name: 'Garden crew' }])
})

const raw = (path: string) => getRaw(app.url, path)

test('all generations of links to files answer, at their old addresses too', async () => {
  const files = site.rows('SELECT * FROM upload_file')
  expect(files.length).toBe(7)
  for (const file of files) {
    const sign = String(file['sign'])
    const place = String(file['real_url']).split('/Public/Uploads/')[1] ?? ''
    const content = readFileSync(join(site.uploads, place))
    const forms = [
      `/api/attachment/visitFile?sign=${sign}`,
      `/server/?s=/api/attachment/visitFile&sign=${sign}`,
      `/server/index.php?s=/api/attachment/visitFile&sign=${sign}`,
      `/server/index.php?s=/api/attachment/visitFile/sign/${sign}`,
      `/server/index.php?s=/api/attachment/visitFile/sign/${sign}&showdoc=.jpg`,
      `/server/api/attachment/visitFile/sign/${sign}`,
      `/server/index.php?s=/api/common/visitFile/sign/${sign}`,
      `/server/?s=/api/attachment/visitFile&sign=${sign}&file=file.jpg`,
      // an address that can be guessed opens only what a project protects
      ...(file['item_id'] === 0 ? [] : [`/Public/Uploads/${place}`, `/server/../Public/Uploads/${place}`]),
    ]
    for (const form of forms) {
      const { status, body } = await raw(form)
      expect(status, form).toBe(200)
      expect(body.equals(content), form).toBe(true)
    }
  }
})

test('links to single pages, keys of scripts and mocks answer', async () => {
  for (const { unique_key, page_id } of site.rows('SELECT * FROM single_page'))
    expect((await ask('page/infoByKey', { unique_key: String(unique_key) })).data).toMatchObject({
      page_id: String(page_id),
    })
  const [key] = site.rows('SELECT * FROM item_token')
  const keys = `api_key=${key?.['api_key']}&api_token=${key?.['api_token']}`
  const page = JSON.parse(
    (await raw(`/server/index.php?s=/api/open/getPage&${keys}&page_id=227666839`)).body.toString(),
  )
  expect(page).toMatchObject({ error_code: 0, data: { page_title: 'From the open API' } })
  const mocks = site.rows('SELECT * FROM mock')
  const answers = [
    await raw('/server/mock-path/16360?path=/v1/plants'),
    await raw('/server/index.php?s=/mock-path/16360&path=/v1/plants'),
    await raw('/server/mock-path/16360?path=/v1/plants/12'),
    ...(await Promise.all(mocks.map(({ unique_key }) => raw(`/server/mock-data/${unique_key}`)))),
  ]
  for (const { status, body } of answers) {
    expect(status).toBe(200)
    expect(JSON.parse(body.toString())).toMatchObject({ code: 0 })
  }
})

test('old addresses of screens lead to the new ones', async () => {
  expect(await raw('/index.php?s=/16360')).toMatchObject({ status: 302, location: '/16360' })
  expect(await raw('/web/')).toMatchObject({ status: 302, location: '/' })
  expect((await raw('/gardenapi')).status).toBe(200)
})

test('former versions, the recycle bin and deleted projects come', async () => {
  const { data: versions } = await ask('page/history', { page_id: '227666829' }, 'liwei')
  const expected = site.rows('SELECT * FROM page_history WHERE page_id = 227666829 ORDER BY page_history_id DESC')
  expect(versions).toMatchObject(
    expected.map((row) => ({
      page_comments: row['page_comments'] ?? '',
      author_username: 'liwei',
      page_title: 'Read me',
    })),
  )
  const texts = (versions as unknown as { page_content: string }[]).map(({ page_content }) => page_content)
  expect(texts[1]).toContain('`code <b> & "quotes" \'single\'`')
  expect((await ask('recycle/getList', { item_id: '16360' }, 'liwei')).data).toMatchObject([
    { page_title: 'Gone with the catalog' },
    { page_title: 'To be removed' },
  ])
  expect(app.rows.all('item').find((row) => row['item_id'] === 4676916)).toMatchObject({ is_del: 1 })
})

test('templates, comments, feedback, stars, groups, subscriptions, messages and environments come', async () => {
  expect((await ask('template/getMyList', {}, 'liwei')).data).toMatchObject([{ template_title: 'My API template' }])
  const comments = await ask('pageComment/getList', { page_id: '227666830' }, 'liwei')
  expect(JSON.stringify(comments.data)).toContain('Is paging <b>zero</b> based?')
  expect(app.rows.all('page_feedback').length).toBe(2)
  expect(app.rows.all('item_star').map(({ uid, item_id }) => [uid, item_id])).toEqual([
    [2, 16360],
    [3, 16360],
  ])
  expect((await ask('itemGroup/getList', {}, 'liwei')).data).toHaveLength(2)
  expect(app.rows.all('subscription').length).toBe(site.rows('SELECT * FROM subscription').length)
  expect(app.rows.all('message').length).toBe(6)
  // times that ShowDoc wrote as a clock in Shanghai showed them
  expect(app.rows.all('message_content')[0]).toMatchObject({ addtime: Date.parse('2026-11-21T07:53:41+08:00') / 1000 })
  expect((await ask('apiCall/environments', { item_id: '2090950' }, 'liwei')).data).toMatchObject([
    { env_name: 'test' },
    { env_name: '生产' },
  ])
  expect((await ask('item/info', { item_id: '2090950' }, 'liwei')).data).toMatchObject({
    global_param: { header: [{ name: 'X-Client' }], preScript: 'var a = 1 < 2 && "x";' },
  })
})

test('what has no screen here is kept whole, without secrets, and the report says what did not come', () => {
  const kept = app.rows.all('showdoc_raw_row')
  expect(kept.filter((row) => row['table_name'] === 'kanban_activity_log').length).toBe(9)
  const config = kept.find((row) => row['table_name'] === 'runapi_db_config')
  expect(JSON.parse(String(config?.['source_row']))).toMatchObject({ host: 'db.example.test', database: 'shop' })
  expect(String(config?.['source_row'])).not.toContain('not-real')
  expect(noteOf('secretLeft')).toMatchObject({ count: 1 })
  expect(noteOf('initialPassword')).toMatchObject({ names: ['showdoc'] })
  expect(noteOf('settingOther')?.names).toContain('site_url')
  expect(report.notes.map(({ reason }) => reason)).not.toContain('orphan')
  expect(report.notes.map(({ reason }) => reason)).not.toContain('fileMissing')
})

test('nothing was logged as an error', () => {
  expect(app.errors).toEqual([])
})

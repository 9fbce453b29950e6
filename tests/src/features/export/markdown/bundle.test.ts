import { readdirSync } from 'node:fs'
import { zstdCompressSync } from 'node:zlib'
import { type Unzipped, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { bytesOf, textsIn } from '../opened.ts'
import { RandomItem, storedItem } from './random-item.ts'

const archiveOf = async (app: TestApp, item_id: number, who = 'owner') =>
  new File([await bytesOf(await app.as(who).export.markdown({ item_id }))], 'x.zip')

const bytesIn = async (file: File) => new Uint8Array(await file.arrayBuffer())

test.each([1, 2, 3, 4, 5, 6])('a random item out and in again is equal, twice in a row (%i)', async (seed) => {
  const app = await createTestApp()
  const item_id = await new RandomItem(app, seed).make()
  const before = storedItem(app, item_id)
  let at = item_id
  for (let round = 0; round < 2; round += 1) {
    const file = await archiveOf(app, at)
    const { report } = await app.as('owner').import.check({ file })
    expect(report).toMatchObject({ source: 'docstead', skipped: [], notes: [], pages: before.pages.length })
    expect(report.bundle).toMatchObject({ versions: before.versions.length, comments: before.comments.length })
    const made = await app.as('owner').import.auto({ file, with_members: '1' })
    at = made.item_id
    expect(storedItem(app, at)).toEqual(before)
  }
})

test('brings nothing twice into an item that has it', async () => {
  const app = await createTestApp()
  const item_id = await new RandomItem(app, 7).make()
  const file = await archiveOf(app, item_id)
  const { item_id: again } = await app.as('owner').import.auto({ file, with_members: '1' })
  const first = storedItem(app, again)
  const { report } = await app.as('owner').import.check({ file, item_id: again })
  expect(report).toMatchObject({ new_pages: 0, replaced: [], missing: [], unchanged: report.pages })
  await app.as('owner').import.auto({ file, item_id: again, with_members: '1' })
  expect(storedItem(app, again)).toEqual(first)
})

/** An item with one page of each kind of link, and a catalog with a name that no file can have. */
async function linkedItem(app: TestApp) {
  const item_id = await app.rows.newItem({ item_domain: 'orders' })
  const cat_id = app.rows.newCatalog(item_id, 'Guide: a/b', { s_number: 2 })
  const other = app.rows.newPage(item_id, 'Über "x" (1)', { cat_id, page_content: '# A heading' })
  const page_content = [
    `[plain](/${item_id}/${other}) [own](/orders/${other}#a-heading) [old](#/${item_id}/${other})`,
    `[web](/web/#/${item_id}?page_id=${other}) [route](?s=/${item_id}/${other}) [site](https://docs.test/${item_id}/${other})`,
    `[foreign](https://elsewhere.test/${item_id}/${other}) [gone](/${item_id}/77) \`[code](/${item_id}/${other})\``,
  ].join('\n')
  const start = app.rows.newPage(item_id, 'Start', { page_content, s_number: 1 })
  return { item_id, cat_id, start, other }
}

async function firstPages(app: TestApp, item_id: number) {
  const { menu } = await app.as('owner').item.info({ item_id })
  const { page_content } = await app.as('owner').page.info({ page_id: menu.pages[0]?.page_id ?? '' })
  return { page_content, link: `/${item_id}/${menu.catalogs[0]?.pages[0]?.page_id}` }
}

test('links between pages are relative in the files, and page links again after an import', async () => {
  const app = await createTestApp({ config: { site_url: 'https://docs.test' } })
  const { item_id, other } = await linkedItem(app)
  const last = `[foreign](https://elsewhere.test/${item_id}/${other}) [gone](/${item_id}/77) \`[code](/${item_id}/${other})\``
  const file = await archiveOf(app, item_id)
  const target = 'Guide_%20a_b/%C3%9Cber%20_x_%20%281%29.md'
  expect(
    textsIn(await bytesIn(file))
      .get('Start.md')
      ?.split('\n'),
  ).toEqual([
    `[plain](${target}) [own](${target}#a-heading) [old](${target})`,
    `[web](${target}) [route](${target}) [site](${target})`,
    last,
  ])
  const { item_id: again } = await app.as('owner').import.auto({ file })
  const { page_content, link } = await firstPages(app, again)
  expect(page_content.split('\n')).toEqual([
    `[plain](${link}) [own](${link}#a-heading) [old](#${link})`,
    `[web](/web/#${link}) [route](?s=${link}) [site](${link})`,
    last,
  ])
})

type Row = Record<string, unknown>
type Bundle = Row & { item: Row; pages: Row[] }
type Change = (files: Unzipped, bundle: Bundle) => void

/** Returns an archive with changed files. */
async function changed(file: File, change: Change): Promise<File> {
  const files = unzipSync(await bytesIn(file))
  const bundle = JSON.parse(Buffer.from(files['docstead.json'] ?? []).toString()) as Bundle
  change(files, bundle)
  files['docstead.json'] = Buffer.from(JSON.stringify(bundle))
  return new File([zipSync(files, { level: 1 })], 'x.zip')
}

const lines = (...records: Row[]) => Buffer.from(records.map((one) => JSON.stringify(one)).join('\n'))

test('a page whose file was edited comes with the edit, its relative links become page links', async () => {
  const app = await createTestApp()
  const { item_id } = await linkedItem(app)
  const file = await changed(await archiveOf(app, item_id), (files) => {
    files['Start.md'] = Buffer.from('edited [link](Guide_%20a_b/%C3%9Cber%20_x_%20(1).md#a-heading)')
  })
  const { item_id: again } = await app.as('owner').import.auto({ file })
  const { page_content, link } = await firstPages(app, again)
  expect(page_content).toBe(`edited [link](${link}#a-heading)`)
})

test('what a member may not read is not in the archive, and nothing that opens anything here', async () => {
  const app = await createTestApp()
  const { item_id, cat_id, start, other } = await linkedItem(app)
  app.rows.newMember(item_id, 'limited', 'edit', [cat_id])
  app.rows.newMember(item_id, 'editor', 'edit')
  for (const page_id of [start, other]) {
    const words = page_id === start ? 'secret words' : 'open words'
    const place = { page_id, item_id, addtime: 5 }
    app.rows.insert('page_comment', {
      ...place,
      uid: app.uid('owner'),
      username: 'owner',
      content: words,
      parent_id: 0,
    })
    const version = { cat_id: 0, page_title: words, s_number: 1, page_comments: words, ext_info: '', page_version: 1 }
    const author = { author_uid: app.uid('owner'), author_username: 'owner' }
    const page_history_id = app.rows.insert('page_history', { ...place, ...version, ...author })
    app.rows.insert('page_history_content', { page_history_id, page_content: zstdCompressSync(words) })
  }
  app.rows.insert('item_token', { item_id, api_key: 'keykeykey', api_token: 'tokentoken', addtime: 1 })
  app.rows.insert('single_page', { unique_key: 'publiclink', page_id: start, uid: 1, addtime: 1 })
  app.rows.sqlite.prepare('UPDATE item SET allow_comment = 1').run()
  const exported = async (who: string) =>
    [...textsIn(await bytesIn(await archiveOf(app, item_id, who)))].flat().join('\n')
  const limited = await exported('limited')
  expect(limited).toContain('open words')
  expect(limited).not.toContain('secret words')
  expect(limited).not.toContain('"username"')
  const byEditor = await exported('editor')
  expect(byEditor.match(/secret words/g)).toHaveLength(3 + 1)
  expect(byEditor).not.toContain('"username"')
  const whole = await exported('owner')
  expect(whole).toContain('"username": "limited"')
  for (const secret of ['keykeykey', 'tokentoken', 'publiclink']) expect(whole).not.toContain(secret)
  app.rows.sqlite.prepare('UPDATE item SET allow_comment = 0').run()
  expect((await exported('editor')).match(/secret words/g)).toHaveLength(3)
})

test('nobody can claim the work of others: their names have no account, except for an administrator', async () => {
  const app = await createTestApp()
  const { item_id } = await linkedItem(app)
  const boss = app.uid('boss')
  const now = Number(app.rows.all('item')[0]?.['addtime'])
  const file = await changed(await archiveOf(app, item_id), (files, { pages }) => {
    for (const page of pages)
      Object.assign(page, { author: 'boss', saved_at: now * 2, created_at: -5, page_version: 1e300 })
    const { page_id } = pages[0] ?? {}
    files['_history/1.jsonl'] = lines(
      { page_id, page_title: 'By boss', author: 'BOSS', saved_at: 1e18, page_content: 'forged', page_version: -1 },
      {
        page_id,
        page_title: 'By owner',
        author: 'owner',
        saved_at: 77,
        page_content: 'own',
        s_number: 'x',
        cat_id: {},
      },
      { page_id: 12345, page_title: 'Of another page', author: 'owner', page_content: 'x' },
      { page_id, page_title: ['no title'], page_content: 5 },
    )
    files['_comments/1.jsonl'] = lines(
      { page_id, comment_id: 1, author: 'boss', content: 'forged', created_at: now * 2 },
      { page_id, comment_id: 2, parent_id: 999, author: 'owner', content: 'own', created_at: 8 },
      { page_id, comment_id: 3, parent_id: 2, author: 'boss', content: 'x'.repeat(5000) },
      { comment_id: 4, author: 'boss', content: 'nowhere' },
    )
  })
  const made = async (who: string) => {
    const { item_id: again } = await app.as(who).import.auto({ file })
    const all = (columns: string, table: string) =>
      app.rows.sqlite.prepare(`SELECT DISTINCT ${columns} FROM ${table} WHERE item_id = ?`).all(again) as Row[]
    return {
      pages: all('author_uid, author_username, addtime, page_addtime, page_version', 'page'),
      versions: all('page_title, author_uid, author_username, addtime, page_version', 'page_history'),
      comments: all('uid, username, content, parent_id, addtime', 'page_comment'),
    }
  }
  const time = expect.toSatisfy((at: number) => at >= now && at < now + 600)
  const owner = app.uid('owner')
  expect(await made('owner')).toEqual({
    pages: [{ author_uid: 0, author_username: 'boss', addtime: time, page_addtime: time, page_version: 1 }],
    versions: [
      { page_title: 'By boss', author_uid: 0, author_username: 'BOSS', addtime: time, page_version: 1 },
      { page_title: 'By owner', author_uid: owner, author_username: 'owner', addtime: 77, page_version: 1 },
    ],
    comments: [
      { uid: 0, username: 'boss', content: 'forged', parent_id: 0, addtime: time },
      { uid: owner, username: 'owner', content: 'own', parent_id: 0, addtime: 8 },
    ],
  })
  const byAdmin = await made('admin')
  expect(byAdmin.pages).toMatchObject([{ author_uid: boss, author_username: 'boss' }])
  expect(byAdmin.versions).toMatchObject([{ author_uid: boss }, { author_uid: owner }])
})

test('gives rights only on request, only to those who exist, only where the user could do it by hand', async () => {
  const app = await createTestApp()
  const { item_id, cat_id } = await linkedItem(app)
  for (const name of ['friend', 'soldier']) app.uid(name)
  const { id } = await app.as('chief').team.save({ team_name: 'Chiefs' })
  const soldier = { member_username: 'soldier', team_member_group_id: 1 }
  await app.as('chief').teamMember.save({ team_id: String(id), ...soldier })
  const file = await changed(await archiveOf(app, item_id), (_files, bundle) => {
    bundle['members'] = [
      { username: 'friend', right: 'edit', catalogs: [cat_id] },
      { username: 'nobody', right: 'manage', catalogs: [] },
      { username: 'soldier', right: 'edit', catalogs: [987] },
      { username: 'owner', right: 'view', catalogs: [] },
      { username: ['x'], right: 'own' },
    ]
    bundle['teams'] = [{ team_name: 'Chiefs', owner: 'chief', right: 'manage', members: [] }]
  })
  const { report } = await app.as('owner').import.check({ file })
  expect(report.bundle?.members).toEqual([
    { username: 'friend', member_group_id: 1, is_known: true },
    { username: 'nobody', member_group_id: 2, is_known: false },
    { username: 'soldier', member_group_id: 1, is_known: true },
    { username: 'owner', member_group_id: 0, is_known: true },
  ])
  expect(report.bundle?.teams).toEqual([{ team_name: 'Chiefs', username: 'chief', is_known: false }])
  const without = await app.as('owner').import.auto({ file })
  expect(storedItem(app, without.item_id)).toMatchObject({ members: [], teams: [] })
  const given = await app.as('owner').import.auto({ file, with_members: '1' })
  expect(storedItem(app, given.item_id)).toMatchObject({ members: [['friend', 1, ['0 Guide: a/b > ']]], teams: [] })
  expect(app.rows.all('audit_log').filter((row) => row['action'] === 'memberAdded')).toHaveLength(1)
  // the team belongs to its creator, who may bind it
  const bound = await app.as('chief').import.auto({ file, with_members: '1' })
  expect(storedItem(app, bound.item_id).teams).toEqual([['Chiefs', 2, 'soldier', 2, []]])
  // a member who may edit an item cannot add others to it
  const target = await app.rows.newItem()
  app.rows.newMember(target, 'editor', 'edit')
  const importAs = app.as('editor').import
  await expect(importAs.auto({ file, item_id: target, with_members: '1' })).rejects.toMatchObject({
    errorName: 'noRight',
  })
  expect(storedItem(app, target)).toMatchObject({ pages: [], members: [['editor', 1, []]] })
  await importAs.auto({ file, item_id: target })
  expect(storedItem(app, target).members).toEqual([['editor', 1, []]])
})

test('rejects a docstead.json that is no JSON, too deep, too large or of a later version', async () => {
  const app = await createTestApp()
  const { item_id } = await linkedItem(app)
  const file = await archiveOf(app, item_id)
  const raw = async (text: string) => {
    const files = unzipSync(await bytesIn(file))
    files['docstead.json'] = Buffer.from(text)
    return app.as('owner').import.auto({ file: new File([zipSync(files, { level: 0 })], 'x.zip') })
  }
  await expect(raw('{"format":')).rejects.toMatchObject({ errorName: 'importBadJson' })
  await expect(raw('['.repeat(100))).rejects.toMatchObject({ errorName: 'importJsonTooDeep' })
  await expect(raw(`[${'1,'.repeat(1_000_001)}1]`)).rejects.toMatchObject({ errorName: 'importJsonTooMany' })
  await expect(raw('{"format":"docstead","version":2}')).rejects.toMatchObject({ errorName: 'importUnsupported' })
  await expect(raw('{"format":"docstead","version":1}')).rejects.toMatchObject({ errorName: 'importEmpty' })
})

test('tames a hostile docstead.json', async () => {
  const app = await createTestApp()
  const { item_id, cat_id } = await linkedItem(app)
  const foreign = await app.rows.newItem({ owner: 'stranger', password: 'secret' })
  const file = await changed(await archiveOf(app, item_id), (files, bundle) => {
    const item = { item_type: 9999, global_param: 'x', item_name: 'a\u202eb\n', visibility: 'everyone' }
    Object.assign(bundle.item, item)
    const deep = Array.from({ length: 9 }, (_, at) => ({
      cat_id: 1000 + at,
      parent_cat_id: 999 + at,
      cat_name: `L${at}`,
    }))
    Object.assign(bundle, {
      addresses: { site: 'javascript:alert(1)', item_id: '.*', item_domain: ['x'] },
      catalogs: [{ cat_id, parent_cat_id: cat_id, cat_name: 'Own parent' }, ...deep],
      environments: [
        { env_name: 'E', base_url: 'http://user:word@host/', variables: [{ name: 'a', value: 'v', is_secret: true }] },
      ],
      templates: [
        { title: '', content: 'x' },
        { title: 'T', content: Array.from({ length: 60_000 }, (_, at) => at).join(' ') },
      ],
      files: [
        { sign: 'f'.repeat(32), path: '../../etc/passwd', display_name: 'x' },
        { sign: 'e'.repeat(32), path: 'Start.md', display_name: 'y.png' },
      ],
      members: 'all',
      teams: [null, 5, { team_name: {}, members: { a: 1 } }],
    })
    const path = 'Start.md'
    bundle.pages.push(
      { ...bundle.pages[0], page_title: 'Same number' },
      { page_id: 5000, cat_id: 1008, page_title: 'Deep', path, is_draft: true, author: 'stranger', item_id: foreign },
      { page_id: 5001, page_title: 'x'.repeat(201), path },
      { page_id: 5002, page_title: 'No text', path: '../info.json', mock: { path: 7, template: '{{' } },
      { page_id: -3, page_title: 'Negative', path },
    )
    files['_history/1.jsonl'] = Buffer.from(`${'{"a":'.repeat(50)}\n\nnull\n{"__proto__":{"page_id":1}}\n`)
  })
  const { report } = await app.as('owner').import.check({ file })
  const reasons = report.skipped.map(({ reason }) => reason).toSorted()
  expect(reasons).toEqual(['fileMissing', 'fileMissing', 'fileMissing', 'titleTooLong'])
  const { item_id: again } = await app.as('owner').import.auto({ file, with_members: '1' })
  const stored = storedItem(app, again)
  expect(stored.item).toEqual(['ab', '', 1, '!'])
  expect(stored.pages.map(({ place, author }) => `${author}: ${place}`)).toEqual([
    'owner: 0 Own parent > 0 Über "x" (1)',
    'owner: 0 Start',
    expect.stringMatching(/^owner: .*L0 > .*L2 > 0 Deep$/),
  ])
  expect(stored).toMatchObject({ versions: [], comments: [], members: [], teams: [], templates: [], mocks: [] })
  const variables = '[{"name":"a","value":"","is_secret":true}]'
  expect(stored.environments).toEqual([{ env_name: 'E', base_url: '', variables }])
  expect(storedItem(app, foreign).pages).toEqual([])
})

test('a file that the archive lists under many signs is stored once', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  app.rows.newPage(item_id, 'Start', { page_content: 'text' })
  const signs = Array.from({ length: 500 }, (_, at) => String(at).padStart(32, '0'))
  const file = await changed(await archiveOf(app, item_id), (files, bundle) => {
    files['_files/a.txt'] = Buffer.from('text')
    bundle['files'] = signs.map((sign) => ({ sign, path: '_files/a.txt', display_name: 'a.txt' }))
  })
  await app.as('owner').import.auto({ file })
  expect(app.rows.all('upload_file')).toHaveLength(1)
  expect(readdirSync(`${app.data}/uploads/incoming`)).toEqual([])
})

test('a team that the archive names twice is bound once', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  app.rows.newPage(item_id, 'Start', { page_content: 'text' })
  const { id } = await app.as('owner').team.save({ team_name: 'Docs' })
  const team = { team_name: 'Docs', owner: 'owner', right: 'edit', members: [{ username: 'other', right: 'edit' }] }
  const file = await changed(await archiveOf(app, item_id), (_, bundle) => {
    bundle['teams'] = [team, team, team]
  })
  const { report } = await app.as('owner').import.check({ file })
  expect(report.bundle?.teams).toMatchObject([{ team_name: 'Docs', is_known: true }])
  await app.as('owner').import.auto({ file, with_members: '1' })
  expect(app.rows.all('team_item')).toMatchObject([{ team_id: Number(id) }])
})

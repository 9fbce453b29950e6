import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, expect, test } from 'vitest'
import { AppError } from '#src/core/errors.ts'
import type { SiteReport } from '#src/features/showdoc-import/index.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { toMysqlDump } from './dump-writer.ts'
import { copySite, importCopy, type SiteCopy } from './support.ts'

let app: TestApp
let site: SiteCopy

beforeEach(async () => {
  app = await createTestApp()
  site = copySite()
})

const noteOf = (report: SiteReport, reason: string) => report.notes.find((note) => note.reason === reason)
const countOf = (report: SiteReport, kind: string) => report.kinds.find((count) => count.kind === kind)

/** All rows of the site's data, without what the server writes by itself and the time of the import. */
function content(): Record<string, unknown> {
  const names = Object.keys(app.rows.counts()).filter(
    (name) => !/^(page_unindexed|audit_log|backup_run|job)$/.test(name),
  )
  return Object.fromEntries(
    names.map((name) => [name, app.rows.all(name as never).map((row) => ({ ...row, last_time: 0 }))]),
  )
}

const stored = () =>
  readdirSync(join(app.data, 'uploads'), { recursive: true }).filter((name) => /[0-9a-f]{32}$/.test(String(name)))

test('importing the same site again changes nothing, and neither does a dry run', async () => {
  const dry = await importCopy(app, site, { is_dry: true })
  expect(app.rows.all('item')).toEqual([])
  expect(stored()).toEqual([])
  const first = await importCopy(app, site)
  expect(first.kinds).toEqual(dry.kinds)
  const before = content()
  const files = stored()
  const again = await importCopy(app, site)
  expect(again.source.is_known).toBe(true)
  expect(again.kinds.filter(({ added, changed }) => added + changed > 0)).toEqual([])
  expect(content()).toEqual(before)
  expect(stored()).toEqual(files)
})

test('a second import brings what is new and what only the site has changed', async () => {
  await importCopy(app, site)
  const page = (page_id: number) => app.rows.all('page').find((row) => row['page_id'] === page_id)
  const text = (page_id: number) =>
    app.rows.all('page_content').find((row) => row['page_id'] === page_id)?.['page_content']
  const versions = (page_id: number) => app.rows.all('page_history').filter((row) => row['page_id'] === page_id)
  // one is changed here, one is changed there by a person, one by a script, one is moved to the bin there, one is new
  app.rows.sqlite.prepare("UPDATE page_content SET page_content = 'ours' WHERE page_id = 227666832").run()
  app.rows.sqlite.prepare('UPDATE page SET page_version = 2 WHERE page_id = 227666832').run()
  site.change((sqlite) => {
    const set = sqlite.prepare('UPDATE page SET page_content = ? WHERE page_id = ?')
    set.run('theirs', 227666832)
    set.run('new &lt;text&gt;', 227666830)
    sqlite.exec(`INSERT INTO page_history (page_id, author_uid, author_username, item_id, cat_id, page_title, page_content, s_number, addtime)
      VALUES (227666830, 2, 'liwei', 16360, 474516045, 'List plants', '##### Brief', 2, 1795218830)`)
    set.run('by a script', 227666839)
    sqlite.exec('UPDATE page SET is_del = 1 WHERE page_id = 227666833')
    sqlite.exec(`INSERT INTO page (page_id, item_id, cat_id, page_title, page_content, author_uid, author_username, addtime, is_del)
      VALUES (227666900, 16360, 0, 'Brand new', 'hello', 2, 'liwei', 1795218999, 0)`)
    sqlite.exec(
      "INSERT INTO page_comment (page_id, item_id, parent_id, uid, username, content, is_deleted, addtime) VALUES (227666900, 16360, 0, 2, 'liwei', 'first', 0, 1)",
    )
    sqlite.exec("UPDATE item SET item_description = 'other' WHERE item_id = 16360")
  })
  const revision = app.rows.all('item').find((row) => row['item_id'] === 16360)?.['tree_revision'] as number
  const report = await importCopy(app, site)
  expect(countOf(report, 'page')).toMatchObject({ added: 1, changed: 3, left: 1 })
  expect(countOf(report, 'version')).toMatchObject({ added: 1 })
  expect(noteOf(report, 'changedHere')?.names).toEqual(['Garden API / Rose <b>care</b> & "more"'])
  expect(text(227666832)).toBe('ours')
  expect(text(227666830)).toBe('new <text>')
  expect(versions(227666830).map((row) => row['page_version'])).toEqual([1, 2])
  expect(page(227666830)).toMatchObject({ page_version: 3 })
  expect(text(227666839)).toBe('by a script')
  expect(versions(227666839).map((row) => row['page_version'])).toEqual([1])
  expect(page(227666839)).toMatchObject({ page_version: 2 })
  expect(page(227666833)).toMatchObject({ is_del: 1 })
  expect(app.rows.all('recycle').some((row) => row['page_id'] === 227666833)).toBe(true)
  expect(text(227666900)).toBe('hello')
  expect(app.rows.all('page_comment').at(-1)).toMatchObject({ page_id: 227666900, content: 'first' })
  expect(app.rows.all('item').find((row) => row['item_id'] === 16360)).toMatchObject({
    item_description: 'other',
    tree_revision: revision + 1,
  })
  const before = content()
  expect((await importCopy(app, site)).kinds.filter(({ added, changed }) => added + changed > 0)).toEqual([])
  expect(content()).toEqual(before)
})

test('accounts that nobody has used here follow a changed password, and rights here are those of here', async () => {
  await importCopy(app, site)
  const signIn = async (username: string, password: string) =>
    (await app
      .as('')
      .user.loginByVerify({ username, password })
      .catch((error: unknown) => error)) instanceof Error
      ? 'rejected'
      : 'signed in'
  expect(await signIn('liwei', 'Garden#2024')).toBe('signed in')
  const md5 = (text: string) => createHash('md5').update(text).digest('hex')
  const showdocHash = (password: string, salt: string) =>
    md5(Buffer.from(md5(password)).toString('base64') + '576hbgh6' + salt)
  const [member] = site.rows('SELECT rowid AS id FROM item_member ORDER BY rowid LIMIT 1')
  const [gone] = site.rows('SELECT rowid AS id FROM item_member ORDER BY rowid DESC LIMIT 1')
  expect(gone).not.toEqual(member)
  site.change((sqlite) => {
    const set = sqlite.prepare('UPDATE user SET password = ?, salt = ? WHERE username = ?')
    set.run(showdocHash('after-the-trial', 'abc'), 'abc', 'mary')
    set.run(showdocHash('after-the-trial', 'abc'), 'abc', 'liwei')
    sqlite
      .prepare('UPDATE item_member SET member_group_id = CASE member_group_id WHEN 1 THEN 0 ELSE 1 END WHERE rowid = ?')
      .run(member?.['id'])
    sqlite.prepare('DELETE FROM item_member WHERE rowid = ?').run(gone?.['id'])
  })
  const members = app.rows.all('item_member')
  const dry = await importCopy(app, site, { is_dry: true })
  const report = await importCopy(app, site)
  expect(dry.notes).toEqual(report.notes)
  expect(noteOf(report, 'passwordFollowed')?.names).toEqual(['mary'])
  expect(noteOf(report, 'passwordHere')?.count).toBe(1)
  expect(noteOf(report, 'rightHere')?.names).toHaveLength(1)
  expect(noteOf(report, 'memberOnlyHere')?.names).toHaveLength(1)
  expect(countOf(report, 'user')).toMatchObject({ changed: 1 })
  expect(app.rows.all('item_member')).toEqual(members)
  expect(await signIn('mary', 'Rose!pass9')).toBe('rejected')
  expect(await signIn('mary', 'after-the-trial')).toBe('signed in')
  expect(await signIn('liwei', 'Garden#2024')).toBe('signed in')
  const again = await importCopy(app, site)
  expect(again.kinds.filter(({ added, changed }) => added + changed > 0)).toEqual([])
})

test('what was removed here does not come back', async () => {
  await importCopy(app, site)
  app.rows.sqlite.exec('DELETE FROM page WHERE page_id = 227666831')
  app.rows.sqlite.exec('DELETE FROM item_star')
  app.rows.sqlite.exec('DELETE FROM item_member WHERE uid = 5')
  site.change((sqlite) => sqlite.exec("UPDATE page SET page_content = 'x' WHERE page_id = 227666831"))
  const before = app.rows.counts()
  const report = await importCopy(app, site)
  expect(noteOf(report, 'goneHere')?.names).toEqual(['Garden API / Add a plant'])
  expect({ ...app.rows.counts(), page_unindexed: 0 }).toEqual({ ...before, page_unindexed: 0 })
})

test('what lives here keeps its numbers and names', async () => {
  // the administrator of the setup has number 1, and somebody has registered as mary
  const admin = await app.newUser('admin', { groupid: 1 })
  const mary = await app.newUser('mary')
  const item = app.rows.insert('item', {
    item_id: 16360,
    item_name: 'Ours',
    uid: admin,
    addtime: 1,
    item_domain: 'GardenAPI',
  })
  const page = app.rows.newPage(item, 'Our page', { page_id: 227666830 } as never)
  const report = await importCopy(app, site)
  expect(app.rows.all('item').find((row) => row['item_id'] === item)).toMatchObject({ item_name: 'Ours' })
  expect(app.rows.all('page').find((row) => row['page_id'] === page)).toMatchObject({ page_title: 'Our page' })
  const garden = app.rows.all('item').find((row) => row['item_name'] === 'Garden API' && row['item_id'] !== 621800019)
  expect(garden?.['item_id']).not.toBe(16360)
  expect(garden).toMatchObject({ item_domain: '' })
  expect(noteOf(report, 'itemNumber')?.names).toEqual([`Garden API: 16360 → ${garden?.['item_id']}`])
  expect(noteOf(report, 'domainTaken')).toMatchObject({ count: 1 })
  expect(noteOf(report, 'userRenamed')?.names).toEqual(['mary → mary-2'])
  const names = app.rows.all('user').map((row) => row['username'])
  expect(names).toHaveLength(12)
  expect(names).toEqual(expect.arrayContaining(['admin', 'mary', 'mary-2', 'showdoc', 'liwei', 'viewer']))
  expect(app.rows.all('user').find((row) => row['username'] === 'admin')).toMatchObject({ uid: admin })
  // nobody gets what another person of that name has
  expect(app.rows.all('item_member').some((row) => row['uid'] === mary)).toBe(false)
  expect((await app.call('user/loginByVerify', { username: 'mary-2', password: 'Rose!pass9' })).json.error_code).toBe(0)
  const before = content()
  expect((await importCopy(app, site)).kinds.filter(({ added, changed }) => added + changed > 0)).toEqual([])
  expect(content()).toEqual(before)
})

test('an administrator with the same name is the same person, others only when that is said', async () => {
  const liwei = await app.newUser('liwei', { groupid: 1 })
  const mary = await app.newUser('mary')
  const report = await importCopy(app, site, { join_users: true })
  expect(noteOf(report, 'userJoined')?.names).toEqual(['liwei', 'mary'])
  expect(app.rows.all('item').find((row) => row['item_id'] === 16360)).toMatchObject({ uid: liwei })
  expect(app.rows.all('item').find((row) => row['item_id'] === 621800018)).toMatchObject({ uid: mary })
  // the password stays the one that is here
  expect(
    (await app.call('user/loginByVerify', { username: 'liwei', password: 'a good password' })).json.error_code,
  ).toBe(0)
  expect((await app.call('user/loginByVerify', { username: 'liwei', password: 'Garden#2024' })).json.error_name).toBe(
    'loginWrong',
  )
})

test('files that are missing are named, and come with a later import', async () => {
  const away = join(site.folder, 'away')
  renameSync(site.uploads, away)
  mkdirSync(site.uploads)
  const first = await importCopy(app, site)
  expect(noteOf(first, 'fileMissing')).toMatchObject({ count: 7 })
  expect(app.rows.all('upload_file')).toEqual([])
  const second = await importCopy(app, site, { uploads: away })
  expect(countOf(second, 'file')).toMatchObject({ added: 7 })
  expect(
    app.rows
      .all('file_page')
      .filter((row) => row['page_id'] === 227666829)
      .map(({ file_id, is_listed }) => [file_id, is_listed]),
  ).toEqual([
    [1, 0],
    [2, 1],
    [3, 1],
    [4, 1],
    [5, 1],
  ])
})

test('files lead out of the folder neither by their path nor by a link, and names have no folders', async () => {
  writeFileSync(join(site.folder, 'secret.txt'), 'secret')
  symlinkSync(join(site.folder, 'secret.txt'), join(site.uploads, 'link.txt'))
  symlinkSync(site.folder, join(site.uploads, 'folder'))
  site.change((sqlite) => {
    const set = sqlite.prepare('UPDATE upload_file SET real_url = ? WHERE file_id = ?')
    set.run('http://x/Public/Uploads/../secret.txt', 1)
    set.run('http://x/Public/Uploads/link.txt', 2)
    set.run('http://x/Public/Uploads/folder/secret.txt', 3)
    set.run('http://x/Public/Uploads//etc/passwd', 4)
    sqlite.exec("UPDATE upload_file SET display_name = '../../<script>.zip' WHERE file_id = 5")
    sqlite.exec("UPDATE item SET item_name = '<script>alert(1)</script>' WHERE item_id = 16360")
    sqlite.exec(
      "UPDATE page SET page_content = '[x](/Public/Uploads/../secret.txt) ![y](/Public/Uploads/folder/secret.txt)' WHERE page_id = 227666834",
    )
  })
  const report = await importCopy(app, site)
  expect(noteOf(report, 'fileHostile')).toMatchObject({ count: 2 })
  expect(noteOf(report, 'fileMissing')).toMatchObject({ count: 2 })
  // the eighth is the one that a page names by its path, whose row now names another
  expect(app.rows.all('upload_file').map((row) => row['file_id'])).toEqual([5, 6, 7, 8])
  expect(app.rows.all('upload_file')[0]).toMatchObject({ display_name: '.._.._<script>.zip' })
})

/** Imports and expects a rejection that writes nothing; returns the error. */
async function rejected(given: Parameters<typeof importCopy>[2] = {}): Promise<AppError> {
  const before = content()
  const error = await importCopy(app, site, given).catch((failure: unknown) => failure)
  expect(error).toBeInstanceOf(AppError)
  expect(content()).toEqual(before)
  expect(stored()).toEqual([])
  expect(readdirSync(join(app.data, 'import'))).toEqual(['.lock'])
  return error as AppError
}

test('what is no database of ShowDoc is rejected with the reason', async () => {
  const path = join(site.folder, 'other')
  writeFileSync(path, '')
  expect((await rejected({ source: path })).errorName).toBe('showdocEmpty')
  writeFileSync(path, Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256)))
  expect((await rejected({ source: path })).errorName).toBe('showdocUnreadable')
  writeFileSync(path, '-- a dump\nCREATE TABLE `item` (`item_id` int);')
  expect(await rejected({ source: path })).toMatchObject({ errorName: 'showdocNotSite', values: { missing: 'user' } })
  writeFileSync(path, `-- MySQL dump 10\nCREATE TABLE item (item_id int);`)
  expect((await rejected({ source: path })).errorName).toBe('showdocDumpBroken')
  expect((await rejected({ source: join(app.data, 'docstead.db') })).errorName).toBe('showdocNotSite')
  expect(await rejected({ time_zone: 'Nowhere/City' })).toMatchObject({ errorName: 'showdocZoneBad' })
})

test('a damaged database and one of a newer version are rejected', async () => {
  site.change((sqlite) => sqlite.exec("UPDATE options SET option_value = '99' WHERE option_name = 'db_version_num'"))
  expect(await rejected()).toMatchObject({ errorName: 'showdocNewer', values: { found: 99, known: 33 } })
  truncateSync(site.database, 100_000)
  expect((await rejected()).errorName).toBe('showdocDamaged')
})

test('a newer version is read when that is wanted, and what is unknown is named', async () => {
  site.change((sqlite) => {
    sqlite.exec("UPDATE options SET option_value = '99' WHERE option_name = 'db_version_num'")
    sqlite.exec('CREATE TABLE future (a); INSERT INTO future VALUES (1), (2)')
  })
  const report = await importCopy(app, site, { allow_newer: true })
  expect(noteOf(report, 'tableUnknown')).toEqual({ reason: 'tableUnknown', count: 2, names: ['future'] })
  expect(countOf(report, 'page')).toMatchObject({ added: 49 })
})

test('a page that is too large is left out and named, the others come', async () => {
  site.change((sqlite) => {
    sqlite.prepare('UPDATE page SET page_content = ? WHERE page_id = 227666830').run('x'.repeat(100_000_000))
    sqlite.prepare('UPDATE page SET page_content = ? WHERE page_id = 227666831').run('y'.repeat(5_000_001))
  })
  const report = await importCopy(app, site)
  expect(noteOf(report, 'pageTooLarge')?.names).toEqual(['Garden API / List plants', 'Garden API / Add a plant'])
  expect(countOf(report, 'page')).toMatchObject({ added: 47, left: 2 })
})

test('folders in a circle, without a parent and very deep ones come, and so does what has no project', async () => {
  site.change((sqlite) => {
    sqlite.exec('UPDATE catalog SET parent_cat_id = 474516047 WHERE cat_id = 474516046')
    sqlite.exec('UPDATE catalog SET parent_cat_id = 999 WHERE cat_id = 474516049')
    sqlite.exec(
      "INSERT INTO page (page_id, item_id, page_title, page_content, addtime) VALUES (227666950, 555, 'No project', 'x', 1)",
    )
    const insert = sqlite.prepare(
      "INSERT INTO catalog (cat_id, cat_name, item_id, parent_cat_id, level) VALUES (?, 'deep', 642342, ?, 2)",
    )
    sqlite.transaction(() => {
      for (let number = 0; number < 5000; number++)
        insert.run(500_000_000 + number, number === 4999 ? 0 : 500_000_001 + number)
    })()
  })
  const report = await importCopy(app, site)
  expect(noteOf(report, 'orphan')?.names).toEqual(['No project'])
  const catalogs = app.rows.all('catalog')
  expect(catalogs).toHaveLength(5021)
  expect(Math.max(...catalogs.map((row) => Number(row['level'])))).toBe(50)
  const top = catalogs
    .filter((row) => row['item_id'] === 16360 && row['parent_cat_id'] === 0)
    .map((row) => row['cat_name'])
  expect(top).toEqual(expect.arrayContaining(['Empty catalog', 'Old roses']))
})

test('a failure while writing leaves nothing, neither rows nor files', async () => {
  const before = content()
  app.rows.sqlite.exec(
    "CREATE TRIGGER fault BEFORE INSERT ON page_comment BEGIN SELECT RAISE(ABORT, 'the disk is gone'); END",
  )
  await expect(importCopy(app, site)).rejects.toThrow('the disk is gone')
  expect(content()).toEqual(before)
  expect(stored()).toEqual([])
  app.rows.sqlite.exec('DROP TRIGGER fault')
  await importCopy(app, site)
  expect(app.rows.all('item').length).toBe(12)
})

test('a dump of MySQL brings the same as the SQLite file', async () => {
  await importCopy(app, site)
  // what is random: names of stored files, salts of hashes, the secret of mock addresses
  const comparable = () =>
    JSON.parse(
      JSON.stringify(content(), (name, value: unknown) =>
        ['stored_name', 'password', 'secret', 'del_time', 'addtime', 'last_use_time', 'reg_time'].includes(name)
          ? ''
          : value,
      ),
    ) as unknown
  const fromFile = comparable()
  for (const withColumns of [false, true]) {
    const other = await createTestApp()
    const path = join(site.folder, 'site.sql')
    writeFileSync(path, toMysqlDump(site.database, { withColumns }))
    const own = app
    app = other
    const report = await importCopy(other, site, { source: path })
    expect(report.source).toMatchObject({ form: 'dump', version: 33 })
    expect(comparable()).toEqual(fromFile)
    app = own
  }
})

test('a database of version 1 comes: without tables and columns of later ones, with files that have no row', async () => {
  site.change((sqlite) => {
    const tables = sqlite
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .pluck()
      .all() as string[]
    for (const table of tables)
      if (!['user', 'item', 'catalog', 'page', 'page_history', 'item_member', 'user_token'].includes(table))
        sqlite.exec(`DROP TABLE "${table}"`)
    for (const [table, columns] of Object.entries({
      user: ['salt', 'is_sso', 'name'],
      item: ['item_type', 'is_archived', 'is_del', 'allow_comment', 'allow_feedback', 'item_domain'],
      catalog: ['parent_cat_id', 'level'],
      page: ['is_del', 'page_addtime', 'ext_info', 'is_draft', 'page_comments'],
      page_history: ['ext_info', 'page_comments'],
      item_member: ['cat_id', 'cat_ids'],
    }))
      for (const column of columns) sqlite.exec(`ALTER TABLE ${table} DROP COLUMN ${column}`)
  })
  const report = await importCopy(app, site)
  expect(report.source).toMatchObject({ version: 0 })
  expect(countOf(report, 'page')).toMatchObject({ added: 49 })
  // the page mentions one of the files by its path
  const [file] = app.rows.all('upload_file')
  expect(file).toMatchObject({
    former_path: '2026-11-21/6b00dd729edd86b00dd729edda6b00dd729eddb.png',
    item_id: 16360,
    uid: 2,
  })
  const page = app.rows.all('page_content').find((row) => row['page_id'] === 227666829)
  expect(page?.['page_content']).toContain(`![p](/api/attachment/visitFile?sign=${file?.['sign']})`)
  expect(app.rows.all('file_page')).toMatchObject([{ page_id: 227666829, is_listed: 0 }])
  const before = content()
  await importCopy(app, site)
  expect(content()).toEqual(before)
})

test('a site that is in use is read, and one whose last writer was killed', async () => {
  const writer = new Database(site.database)
  writer.pragma('journal_mode = WAL')
  writer.exec(
    "INSERT INTO page (page_id, item_id, page_title, page_content, addtime) VALUES (227666901, 16360, 'In the log', 'x', 1)",
  )
  const report = await importCopy(app, site)
  expect(countOf(report, 'page')).toMatchObject({ added: 50 })
  writer.close()
})

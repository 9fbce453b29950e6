import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { zstdDecompressSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { runCommandLine } from '#src/cli/commands.ts'
import { readConfig } from '#src/core/config.ts'
import { lockDataFolder } from '#src/core/data-folder.ts'
import { planRestore, restoreSteps } from '#src/core/restore-swap.ts'
import { type UpdateRecord, writeRecord } from '#src/core/update-record.ts'
import { applyMigrations, openDatabase, schemaNumber } from '#src/db/engine.ts'
import { ArchiveWriter, compressFile } from '#src/features/backup/archive.ts'
import { createBackup, openSource, restoreBackup } from '#src/features/backup/index.ts'
import { partFile } from '#src/features/backup/streams.ts'
import { lockBackups } from '#src/features/backup/work-folder.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let folder: string
let data: string
/** A backup with 3 pages and an upload. */
let file: string
let stored: { name: string; content: Buffer }

async function addUpload(app: TestApp): Promise<{ name: string; content: Buffer }> {
  const content = randomBytes(50_000)
  const path = app.app.files.incomingPath()
  writeFileSync(path, content)
  const stored_name = await app.app.files.store(path)
  const sign = randomBytes(16).toString('hex')
  const row = { display_name: 'a', file_type: 'a/b', file_size: content.length, uid: app.uid('owner'), item_id: 0 }
  app.rows.insert('upload_file', { ...row, sign, stored_name, addtime: 1 })
  return { name: stored_name, content }
}

/** Runs a server on a data folder, and returns what `operation` finds. */
async function withServer<T>(at: string, operation: (app: TestApp) => Promise<T>): Promise<T> {
  const app = await createTestApp({ data: at })
  try {
    return await operation(app)
  } finally {
    await app.close()
  }
}

const titlesIn = (app: TestApp) => app.rows.all('page').map((row) => row['page_title'])

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docstead-restore-'))
  const origin = join(folder, 'origin')
  file = join(folder, 'backup.tar')
  await withServer(origin, async (app) => {
    const item = await app.rows.newItem()
    app.uid('admin')
    for (const title of ['One', 'Two', 'Three']) app.rows.newPage(item, title)
    stored = await addUpload(app)
    writeFileSync(join(origin, 'config.json'), '{"language":"zh"}')
    await createBackup(origin, { file })
  })
  return () => rmSync(folder, { recursive: true, force: true })
})

beforeEach(() => {
  data = mkdtempSync(join(folder, 'data-'))
})

const restore = async (at = file, options = {}) => {
  const config = { ...readConfig(new Map(), {}), data }
  return restoreBackup(await openSource(at, config), data, options)
}

/** Fills the data folder with a page and an upload of its own. */
const fillPresent = () =>
  withServer(data, async (app) => {
    app.rows.newPage(await app.rows.newItem(), 'Present')
    await addUpload(app)
  })

/** Everything in the data folder by path, without what a look at the database leaves. */
const contentOf = (path: string): string[] =>
  readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/backups|-shm$|-wal$|run\.lock/.test(name))
    .toSorted()

test('into an empty folder', async () => {
  expect(await restore()).toMatchObject({ former: undefined, pages_read: 3, summary: { counts: { pages: 3 } } })
  expect(readFileSync(join(data, 'config.json'), 'utf8')).toBe('{"language":"zh"}')
  await withServer(data, async (app) => {
    expect(titlesIn(app)).toEqual(['One', 'Two', 'Three'])
    expect(readFileSync(app.app.files.pathOf(stored.name)).equals(stored.content)).toBe(true)
    expect(app.rows.all('audit_log')).toMatchObject([{ action: 'restored', detail: expect.stringContaining(file) }])
    expect(app.rows.sqlite.pragma('integrity_check', { simple: true })).toBe('ok')
  })
})

test('over present content, which stays next to it and can be started', async () => {
  await fillPresent()
  writeFileSync(join(data, 'config.json'), '{"language":"en"}')
  const now = new Date('2026-02-03T04:05:06Z')
  const { former } = await restore(file, { now })
  expect(former).toBe(join(data, 'before-restore-2026-02-03T04-05-06-000Z'))
  // the present configuration describes this machine
  expect(readFileSync(join(data, 'config.json'), 'utf8')).toBe('{"language":"en"}')
  await withServer(data, async (app) => expect(titlesIn(app)).toEqual(['One', 'Two', 'Three']))
  await withServer(former ?? '', async (app) => {
    expect(titlesIn(app)).toEqual(['Present'])
    const [row] = app.rows.all('upload_file')
    expect(existsSync(app.app.files.pathOf(String(row?.['stored_name'])))).toBe(true)
  })
})

test('a trial changes nothing', async () => {
  await fillPresent()
  const before = contentOf(data)
  expect(await restore(file, { isDryRun: true })).toMatchObject({ pages_read: 3, former: undefined })
  expect(contentOf(data)).toEqual(before)
  await withServer(data, async (app) => expect(titlesIn(app)).toEqual(['Present']))
})

test('what cannot be restored changes nothing, and is in the audit log', async () => {
  await fillPresent()
  const before = contentOf(data)
  const bad = join(folder, 'bad.tar')
  const whole = readFileSync(file)
  const cases: [string, () => void][] = [
    ['backupDamaged', () => writeFileSync(bad, whole.subarray(0, whole.length / 2))],
    ['backupForeign', () => writeFileSync(bad, randomBytes(5000))],
    ['backupMissing', () => rmSync(bad)],
  ]
  for (const [text, prepare] of cases) {
    prepare()
    await expect(restore(bad)).rejects.toMatchObject({ name: 'StartError', text, exitCode: 1 })
    expect(contentOf(data)).toEqual(before)
  }
  await withServer(data, async (app) => {
    expect(titlesIn(app)).toEqual(['Present'])
    const failures = app.rows.all('audit_log').map(({ action, detail }) => ({ action, detail }))
    expect(failures).toEqual(cases.map(([text]) => ({ action: 'restoreFailed', detail: `${bad}: ${text}` })))
  })
})

/** Writes a backup whose database was changed after it was copied, with the hashes that go with it. */
async function backupOf(origin: string, path: string, change: (sqlite: Database.Database) => void): Promise<void> {
  const made = await createBackup(origin, { file: path })
  const work = mkdtempSync(join(folder, 'changed-'))
  const database = join(work, 'docstead.db')
  writeFileSync(
    database,
    zstdDecompressSync(execFileSync('tar', ['-xOf', path, 'docstead.db.zst'], { maxBuffer: 1e9 })),
  )
  const sqlite = new Database(database)
  change(sqlite)
  const schema = sqlite.pragma('user_version', { simple: true }) as number
  sqlite.close()
  const unpacked = await compressFile(database, join(work, 'packed'))
  const packed = readFileSync(join(work, 'packed'))
  const { database: _former, counts, missing, ...head } = made.summary
  const changed = { ...head, schema, database_bytes: unpacked.size }
  const writer = new ArchiveWriter(await partFile(path), head.time)
  await writer.addText('docstead-backup.json', JSON.stringify(changed))
  await writer.add('docstead.db.zst', packed.length, Readable.from([packed]))
  const listed = {
    ...changed,
    counts,
    missing,
    database: { name: 'docstead.db', ...unpacked },
    files: [...writer.files],
  }
  await writer.finish(listed)
}

test('a backup from a newer version is rejected, one from an older is migrated', async () => {
  const origin = join(folder, 'older')
  mkdirSync(origin)
  const older = openDatabase(join(origin, 'docstead.db'))
  await applyMigrations(older, 0, 7)
  older.sqlite.exec(
    "INSERT INTO user (username, username_key, name, password, groupid, reg_time) VALUES ('old', 'old', 'old', '', 1, 1)",
  )
  await older.close()
  const path = join(folder, 'older.tar')
  expect(await createBackup(origin, { file: path })).toMatchObject({ summary: { schema: 7 } })
  expect(await restore(path)).toMatchObject({ summary: { schema: 7 } })
  await withServer(data, async (app) => expect(app.rows.all('user')).toMatchObject([{ username: 'old' }]))
  // the backup did not change what it read
  const sqlite = new Database(join(origin, 'docstead.db'), { readonly: true })
  expect(sqlite.pragma('user_version', { simple: true })).toBe(7)
  sqlite.close()

  await backupOf(origin, path, (one) => one.pragma(`user_version = ${schemaNumber + 1}`))
  await expect(restore(path)).rejects.toMatchObject({
    text: 'backupSchemaNewer',
    values: { found: schemaNumber + 1, known: schemaNumber },
  })
})

test('a database that is damaged behind its hashes is rejected', async () => {
  const origin = join(folder, 'origin')
  const path = join(folder, 'behind.tar')
  const reasons: [string, (sqlite: Database.Database) => void][] = [
    ['counts', (sqlite) => sqlite.exec('DELETE FROM page_content; DELETE FROM page')],
    ['refers to a missing row', (sqlite) => sqlite.exec('PRAGMA foreign_keys = OFF; DELETE FROM user')],
    ['page_lock', (sqlite) => sqlite.exec('DROP TABLE page_lock')],
    [`uploads/`, () => undefined],
  ]
  for (const [detail, change] of reasons) {
    await backupOf(origin, path, change)
    await expect(restore(path), detail).rejects.toMatchObject({
      text: 'backupDamaged',
      values: { detail: expect.stringContaining(detail) },
    })
  }
  expect(contentOf(data)).toEqual([])
})

test.each(['switching', 'swapped'] as const)('not while an update is %s', async (phase) => {
  const by = { uid: 0, username: '', ip: '' }
  const paths = { executable: 'docstead', staged: 'docstead.new', previous: 'docstead.previous' }
  const record: UpdateRecord = { phase, from: '0.1.0', to: '0.2.0', ...paths, ...by, time: 1, is_logged: false }
  writeRecord(data, record)
  await expect(restore()).rejects.toMatchObject({ text: 'restoreUpdating' })
  expect(existsSync(join(data, 'docstead.db'))).toBe(false)
  writeRecord(data, { ...record, phase: 'ended', outcome: 'undone' })
  await restore()
  expect(existsSync(join(data, 'docstead.db'))).toBe(true)
})

test('not while a server runs, and not across disks', async () => {
  const lock = lockDataFolder(data)
  await expect(restore()).rejects.toMatchObject({ text: 'dataInUse' })
  lock.release()
  const elsewhere = mkdtempSync(join(folder, 'disk-'))
  symlinkSync(elsewhere, join(data, 'uploads'))
  await expect(restore()).rejects.toMatchObject({ text: 'restoreOtherDisk' })
  expect(readdirSync(elsewhere)).toEqual([])
})

/** Restores until the plan is written, then takes `count` steps of the exchange and stops, as a killed process does. */
async function stopAfter(count: number): Promise<number> {
  const staged = join(data, '.restore-killed')
  const other = join(folder, 'restored')
  const config = { ...readConfig(new Map(), {}), data: other }
  if (!existsSync(other)) await restoreBackup(await openSource(file, config), other)
  mkdirSync(staged)
  for (const name of ['docstead.db', 'uploads', 'config.json'])
    cpSync(join(other, name), join(staged, name), { recursive: true })
  writeFileSync(join(data, 'restore.json'), JSON.stringify({ staged: '.restore-killed', former: 'before-restore-x' }))
  const steps = restoreSteps(data)
  let taken = 0
  while (taken < count && !steps.next().done) taken++
  return taken
}

test('killed after any step of the exchange, the next start completes it', async () => {
  const empty = mkdtempSync(join(folder, 'present-'))
  data = empty
  await fillPresent()
  for (let count = 0; ; count++) {
    data = mkdtempSync(join(folder, 'data-'))
    cpSync(empty, data, { recursive: true })
    writeFileSync(join(data, 'docstead.db-wal'), '')
    const taken = await stopAfter(count)
    await withServer(data, async (app) => {
      expect(titlesIn(app), `after ${count} steps`).toEqual(['One', 'Two', 'Three'])
      expect(readFileSync(app.app.files.pathOf(stored.name)).equals(stored.content)).toBe(true)
    })
    expect(readdirSync(data).filter((name) => /^\.restore|restore\.json/.test(name))).toEqual([])
    const former = new Database(join(data, 'before-restore-x/docstead.db'))
    expect(former.prepare('SELECT page_title FROM page').pluck().all()).toEqual(['Present'])
    former.close()
    if (taken < count) {
      expect(count).toBeGreaterThan(5)
      break
    }
  }
})

test('killed before the exchange, the former content is there and the leftovers go', async () => {
  await fillPresent()
  const left = join(data, '.restore-0123')
  mkdirSync(left)
  writeFileSync(join(left, 'docstead.db'), 'half')
  onTestFinished(() => expect(existsSync(left)).toBe(false))
  await withServer(data, async (app) => expect(titlesIn(app)).toEqual(['Present']))
})

test('a log file without its database is set aside too, and does not undo the restore', async () => {
  await fillPresent()
  const log = join(data, 'docstead.db-wal')
  const killed = new Database(join(data, 'docstead.db'))
  killed.pragma('journal_mode = WAL')
  killed.exec("UPDATE page SET page_title = 'Undone'")
  const content = readFileSync(log)
  killed.close()
  rmSync(join(data, 'docstead.db'))
  rmSync(join(data, 'uploads'), { recursive: true })
  mkdirSync(join(data, 'uploads'))
  writeFileSync(log, content)
  const { former = '' } = await restore()
  expect(readdirSync(former)).toEqual(['docstead.db-wal'])
  expect(readFileSync(join(former, 'docstead.db-wal')).equals(content)).toBe(true)
  await withServer(data, async (app) => expect(titlesIn(app)).toEqual(['One', 'Two', 'Three']))
})

test('a log file that has appeared after a plan without former content is set aside', async () => {
  await stopAfter(0)
  writeFileSync(join(data, 'restore.json'), JSON.stringify({ staged: '.restore-killed', former: '' }))
  writeFileSync(join(data, 'docstead.db-wal'), 'log')
  await withServer(data, async (app) => expect(titlesIn(app)).toEqual(['One', 'Two', 'Three']))
  expect(readFileSync(join(data, 'before-restore-killed/docstead.db-wal'), 'utf8')).toBe('log')
})

test('a plan that cannot be read ends the start, and nothing is removed', async () => {
  const plan = join(data, 'restore.json')
  const outside = { staged: '.restore-killed', former: '../elsewhere' }
  const cases: [string, () => void][] = [
    ['EISDIR', () => mkdirSync(plan)],
    ['JSON', () => writeFileSync(plan, '{"staged')],
    ['JSON', () => writeFileSync(plan, 'null')],
    ['JSON', () => writeFileSync(plan, JSON.stringify(outside))],
  ]
  await stopAfter(0)
  const before = readdirSync(join(data, '.restore-killed'))
  for (const [detail, prepare] of cases) {
    rmSync(plan, { recursive: true })
    prepare()
    expect(() => lockDataFolder(data)).toThrow(
      expect.objectContaining({ name: 'StartError', text: 'restorePlanBad', values: { path: plan, detail } }),
    )
    expect(readdirSync(join(data, '.restore-killed'))).toEqual(before)
    expect(existsSync(plan)).toBe(true)
  }
})

test('restored content that cannot be read is not taken for exchanged', () => {
  symlinkSync('.restore-loop', join(data, '.restore-loop'))
  planRestore(data, { staged: '.restore-loop', former: '' })
  expect(() => lockDataFolder(data)).toThrow(expect.objectContaining({ name: 'StartError' }))
  expect(readdirSync(data)).toEqual(expect.arrayContaining(['.restore-loop', 'restore.json']))
})

test('the plan is written into a new file, not through a link', () => {
  const target = join(mkdtempSync(join(folder, 'other-')), 'file')
  writeFileSync(target, 'of somebody else')
  symlinkSync(target, join(data, 'restore.json.new'))
  planRestore(data, { staged: '.restore-x', former: '' })
  expect(readFileSync(target, 'utf8')).toBe('of somebody else')
  const found = lstatSync(join(data, 'restore.json'))
  expect(found.isFile()).toBe(true)
  expect(found.mode & 0o777).toBe(0o600)
})

test('sessions and grants of the backup have ended, access tokens have not', async () => {
  const origin = join(folder, 'signed-in')
  const path = join(folder, 'sessions.tar')
  await withServer(origin, async (app) => {
    const uid = app.uid('owner')
    const item_id = await app.rows.newItem()
    const page_id = app.rows.newPage(item_id, 'Page')
    const later = 4_000_000_000
    for (const kind of ['session', 'link', 'access']) {
      const row = { token_hash: randomBytes(32), uid, kind, addtime: 1, last_use_time: 1, token_expire: later }
      app.rows.insert('user_token', row)
    }
    const grant = { grant_hash: randomBytes(32), item_id, password_version: 1, expire_time: later }
    app.rows.insert('visit_grant', grant)
    app.rows.insert('download_ticket', { ticket_hash: randomBytes(32), uid, path: '/', expire_time: later })
    app.rows.insert('captcha', { captcha_id: 'a', captcha: 'b', expire_time: later })
    const lock = { page_id, lock_uid: uid, lock_username: 'owner', lock_to: later, addtime: 1 }
    app.rows.insert('page_lock', lock)
    await createBackup(origin, { file: path })
  })
  await restore(path)
  await withServer(data, async (app) => {
    expect(app.rows.all('user_token').map((row) => row['kind'])).toEqual(['access'])
    for (const table of ['visit_grant', 'download_ticket', 'captcha', 'page_lock'] as const)
      expect(app.rows.all(table), table).toEqual([])
  })
})

const isRoot = process.getuid?.() === 0

/** Gives all of a folder to the user 1000, as a server's user has it. */
function giveAll(path: string): void {
  for (const name of readdirSync(path, { recursive: true, encoding: 'utf8' })) lchownSync(join(path, name), 1000, 1000)
  chownSync(path, 1000, 1000)
}

/** What in a folder belongs to root, by path. */
const ofRoot = (path: string): string[] =>
  readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => lstatSync(join(path, name)).uid === 0)

const run = async (...words: string[]) => {
  const spies = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockReturnValue(true))
  try {
    return await runCommandLine([...words, '--data', data], { LANG: 'en' })
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

test.runIf(isRoot)('a restore by root belongs to the owner of the data folder', async () => {
  await fillPresent()
  giveAll(data)
  const outside = join(mkdtempSync(join(folder, 'root-')), 'file')
  writeFileSync(outside, 'of root')
  symlinkSync(outside, join(data, 'uploads/link'))
  linkSync(outside, join(data, 'before-restore-link'))
  writeFileSync(join(data, 'unknown'), 'of root')
  expect(await run('restore', file)).toBe(0)
  expect(ofRoot(data).toSorted()).toEqual(['before-restore-link', 'unknown'])
  expect(lstatSync(outside).uid).toBe(0)
  expect(lstatSync(join(data, 'uploads', stored.name.slice(0, 2), stored.name))).toMatchObject({ uid: 1000, gid: 1000 })

  // also when it fails, and when another command completes it
  expect(await run('restore', join(folder, 'none.tar'))).toBe(1)
  await stopAfter(2)
  expect(await run('backup', 'list')).toBe(0)
  expect(ofRoot(data).toSorted()).toEqual(['before-restore-link', 'unknown'])
})

test.runIf(isRoot)('a plan of root and what it names can be completed by the owner', async () => {
  chownSync(data, 1000, 1000)
  mkdirSync(join(data, '.restore-x/uploads/ab'), { recursive: true })
  planRestore(data, { staged: '.restore-x', former: '' })
  expect(ofRoot(data)).toEqual([])
})

test.runIf(isRoot)('backups by root belong to the owners of data folder and place', async () => {
  await fillPresent()
  giveAll(data)
  const place = mkdtempSync(join(folder, 'place-'))
  chownSync(place, 1001, 1001)
  writeFileSync(join(place, 'unknown'), 'of root')
  expect(await run('backup')).toBe(0)
  expect(await run('backup', '--to', `${place}/`)).toBe(0)
  expect(ofRoot(data)).toEqual([])
  expect(ofRoot(place)).toEqual(['unknown'])
  const [archive = ''] = readdirSync(place).filter((name) => name.endsWith('.tar'))
  expect(lstatSync(join(place, archive))).toMatchObject({ uid: 1001, gid: 1001 })
  expect(readdirSync(join(place, 'uploads')).length).toBeGreaterThan(1)
})

test.runIf(isRoot)('what a killed restore and backup of root left keeps no other user from starting', async () => {
  await fillPresent()
  giveAll(data)
  const left = ['.restore-0123', 'backups/.work-0123', 'uploads/.held-0123'].map((name) => join(data, name))
  for (const path of left) {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    writeFileSync(join(path, 'file'), 'of root')
  }
  chownSync(join(data, 'backups'), 1000, 1000)
  for (const path of [folder, data]) chmodSync(path, 0o755)
  process.seteuid?.(1000)
  onTestFinished(() => process.seteuid?.(0))
  lockDataFolder(data).release()
  ;(await lockBackups(data)).release()
  process.seteuid?.(0)
  expect(left.map((path) => existsSync(path))).toEqual([true, true, true])
  lockDataFolder(data).release()
  expect(existsSync(left[0] ?? '')).toBe(false)
})

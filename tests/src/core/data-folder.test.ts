import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openDataFolder, pathsIn } from '#src/core/data-folder.ts'
import { applyMigrations, openDatabase, schemaNumber } from '#src/db/engine.ts'

let data: string
let path: string

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'docstead-data-'))
  path = pathsIn(data).database
  onTestFinished(() => rmSync(data, { recursive: true, force: true }))
})

/** Creates a database of an earlier schema with some pages. */
async function makeEarlier(schema: number): Promise<void> {
  const open = openDatabase(path)
  await applyMigrations(open, 0, schema)
  const insert = open.sqlite.prepare(
    "INSERT INTO options (option_name, option_value) VALUES ('name-' || ?, hex(randomblob(2000)))",
  )
  for (let number = 0; number < 200; number++) insert.run(number)
  open.sqlite.pragma('wal_checkpoint(TRUNCATE)')
  await open.close()
}

const schemaIn = (file: string): number => {
  const sqlite = new Database(file, { readonly: true })
  try {
    return sqlite.pragma('user_version', { simple: true }) as number
  } finally {
    sqlite.close()
  }
}

test('backs up an earlier database, readable by its owner only, before upgrading it', async () => {
  await makeEarlier(schemaNumber - 1)
  const { open, migrated } = await openDataFolder(data)
  await open.close()
  const copy = migrated.snapshot ?? ''
  expect(schemaIn(copy)).toBe(schemaNumber - 1)
  expect(schemaIn(path)).toBe(schemaNumber)
  expect(statSync(copy).mode & 0o077).toBe(0)
  // the backup is a single file
  expect(readdirSync(join(data, 'backups'))).toHaveLength(1)
})

test('does not upgrade when the backup before it is damaged', async () => {
  await makeEarlier(schemaNumber - 1)
  const bytes = readFileSync(path)
  // inside the rows, past the schema: only a check of the whole file finds it
  bytes.fill('damaged ', bytes.length - 40 * 4096, bytes.length - 30 * 4096)
  writeFileSync(path, bytes)
  await expect(openDataFolder(data)).rejects.toMatchObject({
    name: 'StartError',
    text: 'copyDamaged',
    exitCode: 1,
  })
  expect(readFileSync(path).equals(bytes)).toBe(true)
  expect(readdirSync(join(data, 'backups'))).toEqual([])
})

test.each([
  ['database', 'docstead.db'],
  ['log', 'docstead.db-wal'],
  ['shared memory', 'docstead.db-shm'],
])('the %s is readable by its owner only', async (_, name) => {
  const { open } = await openDataFolder(data)
  expect(statSync(join(data, name)).mode & 0o077).toBe(0)
  await open.close()
})

test('recognizes a database of every earlier schema as ours', async () => {
  for (let schema = 1; schema <= schemaNumber; schema++) {
    await makeEarlier(schema)
    const { open, migrated } = await openDataFolder(data)
    await open.close()
    expect(migrated).toMatchObject({ from: schema, to: schemaNumber })
    for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true })
  }
})

test('keeps webhooks, and gives no id again, when their table is created again', async () => {
  await makeEarlier(28)
  const former = new Database(path)
  former.exec(`INSERT INTO user (uid, username, username_key, name, password, groupid, reg_time)
    VALUES (7, 'ann', 'ann', 'Ann', '', 2, 1)`)
  const insert =
    former.prepare(`INSERT INTO webhook (webhook_id, scope, scope_id, uid, format, url, events, lang, addtime)
    VALUES (?, 'user', 7, 7, 'json', 'https://a.test/in', 'page', 'en', 1)`)
  for (const id of [4, 9]) insert.run(id)
  former.exec('DELETE FROM webhook WHERE webhook_id = 9')
  former.close()
  const { open } = await openDataFolder(data)
  const { sqlite } = open
  const kept = { webhook_id: 4, uid: 7, url: 'https://a.test/in', is_from_start: 0 }
  expect(sqlite.prepare('SELECT webhook_id, uid, url, is_from_start FROM webhook').all()).toEqual([kept])
  const again = sqlite.prepare(`INSERT INTO webhook (scope, scope_id, uid, format, url, events, lang, addtime)
    VALUES ('user', 7, 7, 'json', 'https://a.test/in', 'page', 'en', 1)`)
  expect(again.run().lastInsertRowid).toBe(10)
  await open.close()
})

test('leaves no empty counter of ids', async () => {
  const { open } = await openDataFolder(data)
  expect(open.sqlite.prepare('SELECT name FROM sqlite_sequence WHERE seq IS NULL').all()).toEqual([])
  await open.close()
})

test('fills a database that a first start left without tables', async () => {
  const open = openDatabase(path)
  await open.close()
  expect(existsSync(path)).toBe(true)
  const ready = await openDataFolder(data)
  await ready.open.close()
  expect(ready.migrated).toMatchObject({ from: 0, to: schemaNumber })
})

test('waits for another process that upgrades the database, and keeps no copy of its own', async () => {
  await makeEarlier(schemaNumber - 1)
  const other = new Database(path)
  onTestFinished(() => void other.close())
  other.exec('BEGIN IMMEDIATE')
  other.pragma(`user_version = ${schemaNumber}`)
  const opening = openDataFolder(data)
  await expect.poll(() => existsSync(join(data, 'backups'))).toBe(true)
  other.exec('COMMIT')
  const { open, migrated } = await opening
  await open.close()
  expect(migrated).toEqual({ from: schemaNumber, to: schemaNumber, snapshot: undefined })
  expect(readdirSync(join(data, 'backups'))).toEqual([])
})

test('says so when another process writes for too long, and changes nothing', async () => {
  await makeEarlier(schemaNumber - 1)
  const other = new Database(path)
  onTestFinished(() => void other.close())
  other.exec('BEGIN IMMEDIATE')
  await expect(openDataFolder(data, 200)).rejects.toMatchObject({
    name: 'StartError',
    text: 'databaseBusy',
    exitCode: 1,
  })
  other.exec('ROLLBACK')
  expect(schemaIn(path)).toBe(schemaNumber - 1)
  expect(readdirSync(join(data, 'backups'))).toEqual([])
})

test('a copy that a killed upgrade left unfinished has no name of a copy, and is removed by the next', async () => {
  await makeEarlier(schemaNumber - 1)
  const backups = join(data, 'backups')
  mkdirSync(backups)
  const [old = '', young = ''] = ['old', 'young'].map((name) => join(backups, `before-schema-${name}.db.part`))
  for (const file of [old, young, `${old}-journal`]) writeFileSync(file, 'half')
  for (const file of [old, `${old}-journal`]) utimesSync(file, 1, 1)
  const { open, migrated } = await openDataFolder(data)
  await open.close()
  // the other one may be that of a process that is still running
  expect(readdirSync(backups).toSorted()).toEqual([basename(migrated.snapshot ?? ''), basename(young)].toSorted())
})

import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import pino from 'pino'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { startServer } from '#src/cli/start-server.ts'
import { readConfig } from '#src/core/config.ts'
import { openDataFolder, pathsIn } from '#src/core/data-folder.ts'
import { emptyLog, schemaNumber } from '#src/db/engine.ts'
import { createTestApp } from '#tests/support/app.ts'
import { writeWebStub } from '#tests/support/web-stub.ts'
import { runCommand } from './run-command.ts'

/** A data folder with some rows and an old uploaded file that no row mentions. */
async function usedFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'docstead-damaged-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const data = join(folder, 'data')
  const orphan = join(pathsIn(data).uploads, 'ab', 'ab'.repeat(16))
  mkdirSync(join(orphan, '..'), { recursive: true })
  writeFileSync(orphan, 'mine')
  utimesSync(orphan, 1, 1)
  const { open } = await openDataFolder(data)
  const insert = open.sqlite.prepare("INSERT INTO options VALUES ('name-' || ?, hex(randomblob(2000)))")
  for (let number = 0; number < 200; number++) insert.run(number)
  emptyLog(open)
  await open.close()
  const config = { ...readConfig(new Map(), {}), data, host: '127.0.0.1', port: 0 }
  return {
    data,
    path: pathsIn(data).database,
    orphan,
    start: () => startServer(config, pino({ enabled: false }), writeWebStub(join(folder, 'web'))),
  }
}

const readiness = async (address: string) => {
  const response = await fetch(`${address}/readyz`)
  return { status: response.status, body: await response.json() }
}

test('a server listens before its database is checked, and writes nothing once damage is found', async () => {
  const { data, path, orphan, start } = await usedFolder()
  const bytes = readFileSync(path)
  bytes.fill('damaged ', bytes.length - 4 * 4096, bytes.length - 2 * 4096)
  writeFileSync(path, bytes)
  const server = await start()
  try {
    expect((await fetch(`${server.address}/healthz`)).status).toBe(200)
    expect(await server.checked).toMatchObject({
      outcome: 'damaged',
      error: { text: 'databaseFoundDamaged', values: { path } },
    })
    expect(await readiness(server.address)).toEqual({
      status: 503,
      body: { status: 'not ready', problem: 'databaseFoundDamaged' },
    })
  } finally {
    await server.stop()
  }
  expect(readFileSync(path).equals(bytes)).toBe(true)
  expect(existsSync(orphan)).toBe(true)
  expect(readdirSync(data).toSorted()).toEqual(['docstead.db', 'run.lock', 'uploads'])
})

test('a server whose database is intact is ready, and tidies up after the check', async () => {
  const { orphan, start } = await usedFolder()
  const server = await start()
  try {
    expect(await server.checked).toEqual({ outcome: 'intact' })
    expect((await readiness(server.address)).status).toBe(200)
    await Promise.all(server.app.background)
    expect(existsSync(orphan)).toBe(false)
  } finally {
    await server.stop()
  }
})

test('a server that stops during the check ends it, and leaves all data in one file', async () => {
  const { data, orphan, start } = await usedFolder()
  const server = await start()
  await server.stop()
  expect(await server.checked).toEqual({ outcome: 'stopped' })
  expect(existsSync(orphan)).toBe(true)
  expect(readdirSync(data).toSorted()).toEqual(['docstead.db', 'run.lock', 'uploads'])
})

/** The database of a site with an account and some pages, and where the table of accounts lies in it. */
let whole: Buffer
let accounts: number

beforeAll(async () => {
  const app = await createTestApp()
  await app.newUser('admin', { groupid: 1 })
  const { item_id } = await app.as('admin').item.add({ item_name: 'Kept' })
  for (let number = 0; number < 60; number++)
    await app
      .as('admin')
      .page.save({ item_id, page_title: `Page ${number}`, page_content: `number ${number} `.repeat(500) })
  const { sqlite } = app.rows
  const root = sqlite.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'user'").pluck().get() as number
  accounts = (root - 1) * 4096
  sqlite.pragma('wal_checkpoint(TRUNCATE)')
  whole = readFileSync(pathsIn(app.data).database)
  await app.close()
})

const garbage = (from: number, bytes: number): Buffer => {
  const damaged = Buffer.from(whole)
  damaged.fill('damaged ', from, from + bytes)
  return damaged
}

/** A used data folder, with this content as its database. */
function folderOf(database: Buffer): { data: string; path: string } {
  const data = mkdtempSync(join(tmpdir(), 'docstead-damaged-'))
  onTestFinished(() => rmSync(data, { recursive: true, force: true }))
  mkdirSync(join(data, 'uploads', 'incoming'), { recursive: true })
  const path = join(data, 'docstead.db')
  writeFileSync(path, database)
  return { data, path }
}

const sumOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

test('the intact database is read, so the following ones are rejected for their damage', async () => {
  const { data } = folderOf(whole)
  expect((await runCommand(['user', 'list', '--data', data])).stdout).toContain('admin')
})

test.each<[string, () => Buffer]>([
  ['its head', () => garbage(0, 100)],
  ['all of it', () => garbage(0, whole.length)],
  ['its schema', () => garbage(100, 3000)],
  ['a table that the start reads', () => garbage(accounts, 4096)],
  ['cut in the middle', () => whole.subarray(0, Math.floor(whole.length / 2))],
  ['cut within a page', () => whole.subarray(0, whole.length - 1000)],
  ['cut to a few bytes', () => whole.subarray(0, 50)],
  ['emptied', () => Buffer.alloc(0)],
])('a damaged database is reported and left unchanged: %s', async (_, damage) => {
  const { data, path } = folderOf(damage())
  const before = sumOf(path)
  const { code, stdout, stderr } = await runCommand(['serve', '--port', '0', '--data', data])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^[^\n]+\n$/)
  for (const thing of [path, 'damaged']) expect(stderr).toContain(thing)
  // the other commands do not change it either
  const list = await runCommand(['user', 'list', '--data', data])
  if (list.code !== 0) expect(list.stderr).toMatch(/^[^\n]+\n$/)
  expect((await runCommand(['doctor', '--data', data])).code).toBe(1)
  expect(sumOf(path)).toBe(before)
})

test('a database of a newer version is rejected and left unchanged', async () => {
  const { data, path } = folderOf(whole)
  const sqlite = new Database(path)
  sqlite.pragma(`user_version = ${schemaNumber + 7}`)
  sqlite.pragma('wal_checkpoint(TRUNCATE)')
  sqlite.close()
  const before = sumOf(path)
  const { code, stderr } = await runCommand(['serve', '--port', '0', '--data', data])
  expect(code).toBe(1)
  for (const thing of [path, String(schemaNumber + 7), String(schemaNumber)]) expect(stderr).toContain(thing)
  expect((await runCommand(['user', 'list', '--data', data])).code).toBe(1)
  expect(sumOf(path)).toBe(before)
})

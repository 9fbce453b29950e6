import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Connection } from '#src/db/sqlite/kysely-connection.ts'
import { Writer } from '#src/db/sqlite/writer.ts'

let folder: string
let writer: Writer
let reader: Database.Database
/** What SQLite has run, without the statements that insert. */
let log: string[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'writer-'))
  const file = join(folder, 'test.db')
  const sqlite = new Database(file, { verbose: (text) => void log.push(String(text)) })
  log = []
  sqlite.exec(`PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON; CREATE TABLE note (id INTEGER PRIMARY KEY);
    CREATE TABLE reply (note_id INTEGER REFERENCES note (id) DEFERRABLE INITIALLY DEFERRED)`)
  log = []
  writer = new Writer(new Connection(sqlite), () => {})
  reader = new Database(file, { readonly: true })
})

afterEach(() => {
  writer.close()
  reader.close()
  rmSync(folder, { recursive: true })
})

const notes = () => reader.prepare('SELECT id FROM note ORDER BY id').pluck().all()
const commands = () => log.filter((text) => !/^(INSERT|PRAGMA busy_timeout)/.test(text)).join(', ')

/** Runs a transaction that adds note `id`; `fails` ends it with an error of its own. */
async function add(id: number, { isGrouped = true, fails = false, sql = 'INSERT INTO note VALUES (?)' } = {}) {
  await writer.begin(isGrouped)
  try {
    writer.run(sql, [id])
    await Promise.resolve()
    if (fails) throw new Error('on purpose')
  } catch (error) {
    writer.rollback()
    throw error
  }
  await writer.commit(isGrouped)
  // a caller that learns of the end finds the write on the disk
  if (sql.includes('note VALUES')) expect(notes()).toContain(id)
}

/** The errors of transactions, in their order; '' for those that have written. */
const errorsOf = async (all: Promise<unknown>[]) =>
  (await Promise.allSettled(all)).map((one) => (one.status === 'rejected' ? (one.reason as Error).message : ''))

test('grouped transactions that wait for each other share one COMMIT', async () => {
  await Promise.all([add(1), add(2), add(3)])
  expect(notes()).toEqual([1, 2, 3])
  const member = 'SAVEPOINT member, RELEASE member'
  expect(commands()).toBe(`BEGIN IMMEDIATE, ${member}, ${member}, COMMIT`)
})

test('a transaction that comes before the event loop goes round joins', async () => {
  await writer.begin(true)
  writer.run('INSERT INTO note VALUES (?)', [1])
  const first = writer.commit(true)
  await Promise.resolve()
  expect(notes()).toEqual([])
  await Promise.all([first, add(2)])
  expect(log.filter((text) => text === 'COMMIT')).toHaveLength(1)
})

test('a member that fails undoes its own writes only', async () => {
  const errors = await errorsOf([add(1), add(2, { fails: true }), add(3), add(4, { fails: true })])
  expect(errors).toEqual(['', 'on purpose', '', 'on purpose'])
  expect(notes()).toEqual([1, 3])
  expect(log.filter((text) => text === 'COMMIT')).toHaveLength(1)
})

test('the first of a group fails alone', async () => {
  expect(await errorsOf([add(1, { fails: true }), add(2), add(3)])).toEqual(['on purpose', '', ''])
  expect(notes()).toEqual([2, 3])
})

test('a group ends before what is not grouped, and at 16 members', async () => {
  const alone = writer.runAlone('INSERT INTO note VALUES (?)', [100])
  const before = [add(1), add(2)]
  const between = add(3, { isGrouped: false })
  const after = Array.from({ length: 20 }, (_, index) => add(10 + index))
  await Promise.all([alone, ...before, between, ...after])
  expect(notes()).toHaveLength(24)
  expect(commands().match(/BEGIN IMMEDIATE|COMMIT/g)?.length).toBe(2 * (1 + 1 + 2))
})

test('a COMMIT that fails rejects each member of the group, and no later one', async () => {
  const sql = 'INSERT INTO reply VALUES (?)'
  const errors = await errorsOf([add(1), add(7, { sql }), add(2), add(3, { isGrouped: false }), add(4)])
  const failed = 'FOREIGN KEY constraint failed'
  expect(errors).toEqual([failed, failed, failed, '', ''])
  expect(notes()).toEqual([3, 4])
})

test('a transaction that SQLite ends by itself takes the group with it, and nothing after it is written', async () => {
  const first = add(1)
  const second = (async () => {
    await writer.begin(true)
    // as with a full disk: the statement ends the transaction
    expect(() => writer.run('INSERT OR ROLLBACK INTO note VALUES (?)', [1])).toThrow('UNIQUE')
    expect(() => writer.run('INSERT INTO note VALUES (?)', [2])).toThrow('the transaction has ended')
    await writer.commit(true)
  })()
  const errors = await errorsOf([first, second, add(3)])
  expect(errors).toEqual([expect.stringContaining('UNIQUE'), 'the transaction has ended', ''])
  expect(notes()).toEqual([3])
})

test('an ungrouped transaction that cannot be committed leaves the connection free', async () => {
  const failing = add(7, { isGrouped: false, sql: 'INSERT INTO reply VALUES (?)' })
  expect(await errorsOf([failing, add(1, { isGrouped: false })])).toEqual(['FOREIGN KEY constraint failed', ''])
})

test('closing commits what waits for its COMMIT', async () => {
  await writer.begin(true)
  writer.run('INSERT INTO note VALUES (?)', [1])
  const saved = writer.commit(true)
  writer.close()
  await saved
  expect(notes()).toEqual([1])
})

test('while another process writes, transactions and statements wait, and the event loop does not', async () => {
  const other = new Database(reader.name)
  other.exec('BEGIN IMMEDIATE; INSERT INTO note VALUES (1)')
  let turns = 0
  const timer = setInterval(() => turns++, 5)
  const waiting = Promise.all([add(2), writer.runAlone('INSERT INTO note VALUES (3)', [])])
  await expect.poll(() => turns).toBeGreaterThan(20)
  expect(notes()).toEqual([])
  other.exec('COMMIT')
  await waiting
  clearInterval(timer)
  expect(notes()).toEqual([1, 2, 3])
  other.close()
})

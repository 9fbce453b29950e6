import { closeSync, fsyncSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ChangeFeed, FollowedDatabase, LogBuilder, type PagesOfMoment } from '#src/db/engine.ts'

/** A database as the product writes it, and a folder for what follows it. */
function newPrimary() {
  const folder = mkdtempSync(join(tmpdir(), 'docstead-feed-'))
  const file = join(folder, 'docstead.db')
  const open = () => {
    const sqlite = new Database(file, { timeout: 0 })
    sqlite.pragma('journal_mode = WAL')
    return sqlite
  }
  const sqlite = open()
  sqlite.exec('CREATE TABLE note (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL)')
  const feed = new ChangeFeed(file)
  onTestFinished(() => {
    feed.close()
    sqlite.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const insert = (rows: number, bytes = 500) => {
    const one = sqlite.prepare('INSERT INTO note (text) VALUES (?)')
    sqlite.transaction(() => {
      for (let at = 0; at < rows; at++) one.run(`${Math.random()}`.repeat(bytes / 18))
    })()
  }
  return { folder, file, sqlite, feed, insert, logBytes: () => statSync(`${file}-wal`).size }
}

type Primary = ReturnType<typeof newPrimary>

/** A copy that is made and kept as a follower does it. */
class Copy {
  readonly #primary: Primary
  readonly file: string
  readonly database: FollowedDatabase
  #steps = 0

  constructor(primary: Primary, moment: PagesOfMoment) {
    this.#primary = primary
    this.file = join(primary.folder, 'copy.db')
    const to = openSync(this.file, 'w')
    for (let page = 1; page <= moment.count; page += 7)
      writeSync(to, moment.read(page, Math.min(7, moment.count - page + 1)))
    closeSync(to)
    this.database = new FollowedDatabase(this.file)
    onTestFinished(() => this.database.open.close())
  }

  async step(): Promise<number> {
    const path = join(this.#primary.folder, `changes-${this.#steps++}`)
    const { frames, count } = await this.#primary.feed.collect(path)
    if (frames === 0) return 0
    const log = `${path}.log`
    const changes = readFileSync(path)
    const builder = new LogBuilder(Buffer.from('12345678'))
    const to = openSync(log, 'w')
    writeSync(to, builder.header(4096))
    for (let at = 0; at < frames; at++) {
      const frame = changes.subarray(at * 4100, (at + 1) * 4100)
      writeSync(to, builder.frame(frame.readUInt32BE(0), frame.subarray(4), at === frames - 1 ? count : 0))
    }
    fsyncSync(to)
    closeSync(to)
    expect(this.database.applyLog(log, frames)).toBe(true)
    return frames
  }

  rows(): unknown[] {
    return this.database.open.sqlite.prepare('SELECT * FROM note').all()
  }

  check(): void {
    expect(this.database.open.sqlite.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }])
    expect(this.rows()).toEqual(this.#primary.sqlite.prepare('SELECT * FROM note').all())
  }
}

describe('following the changes of a database', () => {
  test('the first moment is whole, whether it is in the log or in the file', async () => {
    const primary = newPrimary()
    primary.insert(50)
    primary.sqlite.pragma('wal_checkpoint(TRUNCATE)')
    primary.insert(20)
    const moment = await primary.feed.begin()
    primary.insert(30)
    const copy = new Copy(primary, moment)
    expect(copy.rows()).toHaveLength(70)
    await copy.step()
    copy.check()
  })

  test('a moment stays the same while the log begins again', async () => {
    const primary = newPrimary()
    primary.insert(50)
    primary.sqlite.pragma('wal_checkpoint(PASSIVE)')
    // all of the log is in the file: the held moment does not keep it from beginning again
    const moment = await primary.feed.begin()
    primary.insert(200)
    primary.sqlite.exec('DELETE FROM note WHERE id < 20')
    const copy = new Copy(primary, moment)
    expect(copy.rows()).toHaveLength(50)
    await copy.step()
    copy.check()
  })

  test('each step brings what all connections have written', async () => {
    const primary = newPrimary()
    const copy = new Copy(primary, await primary.feed.begin())
    const other = new Database(primary.file)
    onTestFinished(() => void other.close())
    for (let round = 0; round < 60; round++) {
      primary.insert(round % 9)
      if (round % 3 === 0) other.exec(`DELETE FROM note WHERE id % 5 = ${round % 5}`)
      if (round % 7 === 0) primary.sqlite.pragma('wal_checkpoint(PASSIVE)')
      if (round % 11 === 0) primary.sqlite.pragma('wal_checkpoint(TRUNCATE)')
      if (round % 13 === 0) primary.sqlite.exec('VACUUM')
      if (round % 2 === 0) {
        await copy.step()
        copy.check()
      }
    }
  })

  test('the log does not grow without end while somebody writes and follows', async () => {
    const primary = newPrimary()
    const copy = new Copy(primary, await primary.feed.begin())
    let largest = 0
    for (let round = 0; round < 80; round++) {
      primary.insert(200)
      await copy.step()
      largest = Math.max(largest, primary.logBytes())
    }
    copy.check()
    // 80 rounds write 10 MB; the log begins again at 3 MB
    expect(primary.sqlite.pragma('page_count', { simple: true })).toBeGreaterThan(1800)
    expect(largest).toBeLessThan(5_000_000)
  })

  test('writes while a step is under way come with the next one', async () => {
    const primary = newPrimary()
    const copy = new Copy(primary, await primary.feed.begin())
    for (let round = 0; round < 10; round++) {
      primary.insert(1500)
      const step = copy.step()
      for (let turn = 0; turn < 20; turn++) {
        primary.insert(3)
        await new Promise((done) => setImmediate(done))
      }
      await step
    }
    await copy.step()
    copy.check()
  })

  test('a transaction that is not committed is not followed', async () => {
    const primary = newPrimary()
    const copy = new Copy(primary, await primary.feed.begin())
    primary.sqlite.pragma('cache_size = 1')
    primary.sqlite.exec('BEGIN')
    const one = primary.sqlite.prepare('INSERT INTO note (text) VALUES (?)')
    // more than the cache takes: SQLite writes it to the log early
    for (let at = 0; at < 500; at++) one.run('x'.repeat(3000))
    expect(primary.logBytes()).toBeGreaterThan(1_000_000)
    expect(await copy.step()).toBe(0)
    primary.sqlite.exec('ROLLBACK')
    primary.insert(5)
    await copy.step()
    copy.check()
  })

  test('nothing new is no step, and says so', async () => {
    const primary = newPrimary()
    primary.insert(5)
    const copy = new Copy(primary, await primary.feed.begin())
    expect(primary.feed.hasNews()).toBe(false)
    expect(await copy.step()).toBe(0)
    primary.insert(1)
    expect(primary.feed.hasNews()).toBe(true)
    expect(await copy.step()).toBeGreaterThan(0)
    expect(primary.feed.hasNews()).toBe(false)
  })

  test('a copy that somebody else has open waits, and is not changed', async () => {
    const primary = newPrimary()
    const copy = new Copy(primary, await primary.feed.begin())
    const other = new Database(copy.file)
    expect(other.prepare('SELECT count(*) FROM note').pluck().get()).toBe(0)
    const log = join(primary.folder, 'log')
    writeSync(openSync(log, 'w'), 'anything')
    expect(copy.database.applyLog(log, 1)).toBe(false)
    other.close()
    primary.insert(3)
    await copy.step()
    copy.check()
  })

  test('a copy rejects every write', async () => {
    const primary = newPrimary()
    const copy = new Copy(primary, await primary.feed.begin())
    await expect(copy.database.open.db.deleteFrom('user').execute()).rejects.toThrow()
    expect(() => copy.database.open.sqlite.exec('DELETE FROM note')).toThrow(/readonly/)
  })
})

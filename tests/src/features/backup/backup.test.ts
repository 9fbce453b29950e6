import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createBackup, createCheckedBackup, inWorker, verifyBackup } from '#src/features/backup/index.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
let folder: string
let file: string
let item: number

/** Stores an upload as the product does, with random content. Returns its stored name and its content. */
async function addUpload(bytes = 5000): Promise<{ stored_name: string; content: Buffer }> {
  const content = randomBytes(bytes)
  const path = app.app.files.incomingPath()
  writeFileSync(path, content)
  const stored_name = await app.app.files.store(path)
  app.rows.insert('upload_file', {
    sign: randomBytes(16).toString('hex'),
    display_name: 'file.bin',
    file_type: 'application/octet-stream',
    file_size: bytes,
    stored_name,
    uid: app.uid('owner'),
    item_id: item,
    addtime: 1,
  })
  return { stored_name, content }
}

beforeEach(async () => {
  app = await createTestApp()
  folder = mkdtempSync(join(tmpdir(), 'docstead-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  file = join(folder, 'copy.tar')
  item = await app.rows.newItem()
  app.uid('admin')
  for (let number = 1; number <= 30; number++) app.rows.newPage(item, `Page ${number}`)
})

test('a backup of a running server is one file that holds database, uploads and configuration', async () => {
  const first = await addUpload()
  const empty = await addUpload(0)
  const large = await addUpload(3_000_000)
  writeFileSync(join(app.data, 'config.json'), '{"language":"zh"}')
  const made = await createBackup(app.data, { file })
  expect(made.summary.counts).toEqual({ items: 1, pages: 30, users: 2, uploads: 3 })
  expect(made.bytes).toBe(readFileSync(file).length)
  expect(await verifyBackup(file)).toMatchObject({ pages_read: 30, summary: { missing: [], uploads: 'inside' } })
  expect(readdirSync(folder)).toEqual(['copy.tar'])
  expect(readdirSync(join(app.data, 'uploads')).filter((name) => name.startsWith('.'))).toEqual([])

  // other tools can open it, without Docstead
  const unpacked = join(folder, 'unpacked')
  mkdirSync(unpacked)
  execFileSync('tar', ['-xf', file, '-C', unpacked])
  for (const { stored_name, content } of [first, empty, large])
    expect(readFileSync(join(unpacked, 'uploads', stored_name.slice(0, 2), stored_name)).equals(content)).toBe(true)
  expect(readFileSync(join(unpacked, 'config.json'), 'utf8')).toBe('{"language":"zh"}')
  execFileSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: unpacked })
})

test('it shows one moment while pages are saved and files deleted', async () => {
  const uploads = []
  for (let number = 0; number < 40; number++) uploads.push(await addUpload())
  const { sqlite } = app.rows
  // each change writes the same number in two tables: a copy of one moment has it twice
  const change = sqlite.transaction((number: number) => {
    sqlite.prepare("INSERT OR REPLACE INTO options VALUES ('first', ?)").run(String(number))
    sqlite.prepare('UPDATE page SET page_title = ?').run(`Number ${number}`)
  })
  change(0)
  let isDone = false
  const changing = (async () => {
    for (let number = 1; !isDone; number++) {
      change(number)
      const one = uploads[number % uploads.length]
      if (one && number < uploads.length) {
        sqlite.prepare('DELETE FROM upload_file WHERE stored_name = ?').run(one.stored_name)
        await app.app.files.remove(one.stored_name)
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
  })()
  const { summary } = await createBackup(app.data, { file }).finally(() => {
    isDone = true
  })
  await changing
  expect(summary.missing).toEqual([])
  await verifyBackup(file)
  const path = join(folder, 'moment.db')
  writeFileSync(join(folder, 'db.zst'), execFileSync('tar', ['-xOf', file, 'docstead.db.zst'], { maxBuffer: 1e9 }))
  const { zstdDecompressSync } = await import('node:zlib')
  writeFileSync(path, zstdDecompressSync(readFileSync(join(folder, 'db.zst'))))
  const copy = new Database(path, { readonly: true })
  const number = copy.prepare("SELECT option_value FROM options WHERE option_name = 'first'").pluck().get() as string
  expect(copy.prepare('SELECT DISTINCT page_title FROM page').pluck().all()).toEqual([`Number ${number}`])
  expect(summary.counts.uploads).toBe(copy.prepare('SELECT count(*) FROM upload_file').pluck().get())
  copy.close()
})

test('an upload that was missing before is named, and does not prevent the backup', async () => {
  const lost = await addUpload()
  await addUpload()
  await app.app.files.remove(lost.stored_name)
  const { summary } = await createBackup(app.data, { file })
  expect(summary.missing).toEqual([lost.stored_name])
  expect((await verifyBackup(file)).summary.missing).toEqual([lost.stored_name])
})

test('notices damage in every part, and a file that was cut off anywhere', async () => {
  await addUpload(20_000)
  await createBackup(app.data, { file })
  const whole = readFileSync(file)
  const bad = join(folder, 'bad.tar')
  const content = async () => {
    const { summary } = await verifyBackup(bad)
    return createHash('sha256').update(JSON.stringify(summary)).digest('hex')
  }
  writeFileSync(bad, whole)
  const intact = await content()
  let noticed = 0
  const positions = Array.from({ length: 60 }, (_, at) => Math.floor((whole.length * at) / 60))
  for (const at of [...positions, 0, 100, 150, 520, 600, whole.length - 2000, whole.length - 1]) {
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] ?? 0) ^ 0x41
    writeFileSync(bad, changed)
    // bytes that fill up a block carry nothing: then everything is as it was
    const found = await content().catch((error: { text?: string }) => error.text)
    if (found !== intact) {
      expect(found, `byte ${at} of ${whole.length}`).toMatch(/^backup(Damaged|Foreign|Newer)$/)
      noticed++
    }
  }
  expect(noticed).toBeGreaterThan(55)
  for (const part of [0, 0.001, 0.1, 0.5, 0.9, 0.999]) {
    writeFileSync(bad, whole.subarray(0, Math.floor(whole.length * part)))
    await expect(verifyBackup(bad), `cut off at ${part}`).rejects.toThrow(/^backup(Damaged|Foreign)$/)
  }
  writeFileSync(bad, Buffer.concat([whole, Buffer.from('more')]))
  await expect(verifyBackup(bad)).rejects.toThrow('backupDamaged')
})

test('rejects what is no backup, what is missing and what is newer', async () => {
  writeFileSync(file, randomBytes(100_000))
  await expect(verifyBackup(file)).rejects.toThrow('backupForeign')
  writeFileSync(file, '')
  await expect(verifyBackup(file)).rejects.toThrow('backupForeign')
  writeFileSync(join(folder, 'a.txt'), 'another archive')
  execFileSync('tar', ['-cf', file, '-C', folder, 'a.txt'])
  await expect(verifyBackup(file)).rejects.toThrow('backupForeign')
  await expect(verifyBackup(join(folder, 'none.tar'))).rejects.toThrow('backupMissing')

  const unpacked = join(folder, 'unpacked')
  mkdirSync(unpacked)
  await createBackup(app.data, { file })
  execFileSync('tar', ['-xf', file, '-C', unpacked])
  const head = join(unpacked, 'docstead-backup.json')
  writeFileSync(head, readFileSync(head, 'utf8').replace('"format_version": 1', '"format_version": 2'))
  execFileSync('tar', ['--format=ustar', '-cf', file, '-C', unpacked, 'docstead-backup.json', 'docstead.db.zst'])
  await expect(verifyBackup(file)).rejects.toMatchObject({ text: 'backupNewer', values: { found: 2, known: 1 } })

  app.rows.sqlite.pragma('user_version = 9999')
  await expect(createBackup(app.data, { file })).rejects.toThrow('databaseNewer')
})

test('one backup at a time, and what a killed one left is removed', async () => {
  await addUpload(500_000)
  const both = await Promise.allSettled([
    createBackup(app.data, { file }),
    createBackup(app.data, { file: join(folder, 'second.tar') }),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(both.find((one) => one.status === 'rejected')?.reason).toMatchObject({ text: 'backupBusy' })
  const left = [join(app.data, 'backups/.work-1'), join(app.data, 'uploads/.held-1')]
  for (const path of left) {
    mkdirSync(path)
    writeFileSync(join(path, 'some'), 'bytes')
  }
  writeFileSync(`${file}.part`, 'half')
  await createBackup(app.data, { file })
  expect([...left, `${file}.part`].filter((path) => existsSync(path))).toEqual([])
})

test('a place that cannot be written or does not exist is named', async () => {
  writeFileSync(join(folder, 'a-file'), '')
  await expect(createBackup(app.data, { file: join(folder, 'a-file/copy.tar') })).rejects.toMatchObject({
    text: 'backupPlaceBad',
  })
  await expect(createBackup(join(folder, 'none'), { file })).rejects.toThrow('dataMissing')
})

test.runIf(existsSync('/dev/full'))('a full disk leaves nothing behind', async () => {
  await addUpload(500_000)
  const sink = {
    write: () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' })),
    close: async () => undefined,
    abort: async () => undefined,
  }
  await expect(createBackup(app.data, { sink, name: 'stream' })).rejects.toMatchObject({ text: 'diskFull' })
  expect(
    readdirSync(join(app.data, 'backups')).filter((name) => !['.lock', '.reading', '.site'].includes(name)),
  ).toEqual([])
  expect(readdirSync(join(app.data, 'uploads')).filter((name) => name.startsWith('.'))).toEqual([])
})

test('a worker thread makes it and verifies it, and says what is wrong', async () => {
  await addUpload()
  const percents: number[] = []
  const onProgress = (done: number, total: number) => percents.push(done / total)
  const { made, pages_read } = await createCheckedBackup(app.data, { file }, { run: inWorker(), onProgress })
  expect({ ...made.summary.counts, pages_read }).toMatchObject({ pages: 30, uploads: 1, pages_read: 30 })
  expect(percents.length).toBeGreaterThan(2)
  expect(percents).toEqual(percents.toSorted((a, b) => a - b))
  writeFileSync(file, 'no backup')
  const verify = verifyBackup(file, { run: inWorker() })
  await expect(verify).rejects.toMatchObject({ text: 'backupForeign', values: { path: file } })
  const stopping = new AbortController()
  const stopped = createCheckedBackup(app.data, { file }, { run: inWorker(stopping.signal) })
  stopping.abort(new Error('the server stops'))
  await expect(stopped).rejects.toThrow('the server stops')
})

test('a place keeps unchanged uploads once, heals them, and each backup in it is complete', async () => {
  const place = { kind: 'folder' as const, path: join(folder, 'place'), mayCreate: true }
  const backUp = () => createCheckedBackup(app.data, { place, count: 2 })
  const first = await addUpload(100_000)
  const one = await backUp()
  const kept = join(place.path, 'uploads', first.stored_name.slice(0, 2), first.stored_name)
  expect(readFileSync(kept).equals(first.content)).toBe(true)
  const { ino } = statSync(kept)
  await addUpload(100_000)
  const two = await backUp()
  expect(statSync(kept).ino).toBe(ino)
  expect(two.made.bytes).toBeLessThan(100_000)
  expect(two.summary).toMatchObject({ uploads: 'separate', upload_bytes: 200_000, counts: { uploads: 2 } })
  execFileSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: join(place.path, 'uploads') })

  // the disk has changed it: the next backup notices and copies it again
  writeFileSync(kept, first.content.subarray(1))
  await expect(verifyBackup(two.made.name)).rejects.toMatchObject({ text: 'backupFilesDamaged' })
  const changed = Buffer.from(first.content)
  changed[5] = (changed[5] ?? 0) ^ 1
  writeFileSync(kept, changed)
  const three = await backUp()
  expect(readFileSync(kept).equals(first.content)).toBe(true)
  expect(three.removed).toContain(one.made.placed)

  // the file goes with the last backup that needs it
  app.rows.sqlite.prepare('DELETE FROM upload_file WHERE stored_name = ?').run(first.stored_name)
  await backUp()
  expect(existsSync(kept)).toBe(true)
  await backUp()
  expect(existsSync(kept)).toBe(false)
  const names = readdirSync(place.path).filter((name) => name.endsWith('.tar'))
  expect(names.length).toBe(2)
  for (const name of names) await verifyBackup(join(place.path, name))
})

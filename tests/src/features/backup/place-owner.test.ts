import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createBackup, createCheckedBackup, restoreBackup, verifyBackup } from '#src/features/backup/index.ts'
import { FolderPlace, sourceOf } from '#src/features/backup/place.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let site: TestApp
let folder: string
let path: string

beforeEach(async () => {
  site = await createTestApp()
  folder = mkdtempSync(join(tmpdir(), 'docstead-owner-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  path = join(folder, 'place')
  site.rows.newPage(await site.rows.newItem(), 'Page')
  await addUpload(site)
})

async function addUpload(app: TestApp): Promise<void> {
  const incoming = app.app.files.incomingPath()
  writeFileSync(incoming, 'content of a file')
  const stored_name = await app.app.files.store(incoming)
  const row = { sign: stored_name, display_name: 'a', file_type: 'a/b', file_size: 17, uid: app.uid('owner') }
  app.rows.insert('upload_file', { ...row, stored_name, item_id: 1, addtime: 1 })
}

const backUp = (data: string) =>
  createCheckedBackup(data, { place: { kind: 'folder', path, mayCreate: true }, count: 1 })

const backups = () => readdirSync(path).filter((name) => name.endsWith('.tar'))

const uploads = () =>
  readdirSync(join(path, 'uploads'), { recursive: true, encoding: 'utf8' }).filter((name) => /[0-9a-f]{32}$/.test(name))

test('a restored copy adds backups to the place of the original, and neither removes those of the other', async () => {
  const first = await backUp(site.data)
  expect(first.isShared).toBe(false)
  const copy = join(folder, 'copy')
  await restoreBackup(sourceOf(first.made.name), copy)
  expect(existsSync(join(copy, 'backups/.site'))).toBe(false)

  const other = await backUp(copy)
  expect(other).toMatchObject({ removed: [], isShared: true })
  expect(backups()).toEqual([first.made.placed, other.made.placed])
  // each keeps its own: the original's newest stays, and so does what the copy needs
  site.rows.sqlite.prepare('DELETE FROM upload_file').run()
  const second = await backUp(site.data)
  expect(second).toMatchObject({ removed: [first.made.placed], isShared: false })
  for (let count = 1; count <= 2; count++) expect((await backUp(copy)).removed).toEqual([])
  expect((await backUp(site.data)).removed).toEqual([second.made.placed])
  expect(backups()).toHaveLength(4)
  expect(uploads()).toHaveLength(1)
  for (const name of backups()) await verifyBackup(join(path, name))
})

test('an administrator takes a place over by saving the settings with a schedule', async () => {
  const first = await backUp(site.data)
  const other = await createTestApp()
  const admin = other.as('admin').adminBackup
  await admin.saveConfig({ place: 'folder', folder: path, schedule: 'off' })
  expect((await admin.getList()).place_note).toContain('another site')
  expect((await backUp(other.data)).isShared).toBe(true)
  // what is as old as the takeover stays, in seconds
  await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(first.made.summary.time)
  await admin.saveConfig({ schedule: 'daily' })
  expect((await admin.getList()).place_note).toBe('')
  const mine = await backUp(other.data)
  expect(mine.removed).toContain(first.made.placed)
  expect(backups()).toEqual([mine.made.placed])
  expect(await backUp(site.data)).toMatchObject({ removed: [], isShared: true })
})

test('a place whose owner is unknown is left as it is, that of the data folder is its own', async () => {
  const first = await backUp(site.data)
  const owner = readFileSync(join(path, 'site.json'), 'utf8')
  const other = await createTestApp()
  for (const spoil of [() => rmSync(join(path, 'site.json')), () => writeFileSync(join(path, 'site.json'), '{')]) {
    spoil()
    expect(await backUp(other.data)).toMatchObject({ removed: [], isShared: true })
  }
  expect(backups()).toContain(first.made.placed)
  writeFileSync(join(path, 'site.json'), owner)
  expect((await backUp(site.data)).removed).toEqual([first.made.placed])
  path = join(site.data, 'backups')
  await backUp(site.data)
  rmSync(join(path, 'site.json'))
  expect(await backUp(site.data)).toMatchObject({ isShared: false, removed: [expect.any(String)] })
})

test('a disk that goes in the middle: the folder below it gets nothing', async () => {
  await backUp(site.data)
  const kept = readdirSync(path, { recursive: true, encoding: 'utf8' }).toSorted()
  await addUpload(site)
  const place = new FolderPlace(path)
  await place.requireSame()
  const write = place.write.bind(place)
  place.write = async (name) => {
    const sink = await write(name)
    return {
      write: (chunk) => sink.write(chunk),
      abort: () => sink.abort(),
      async close() {
        renameSync(path, `${path}-gone`)
        mkdirSync(path)
        await sink.close()
      },
    }
  }
  await expect(createBackup(site.data, { place })).rejects.toMatchObject({ name: 'StartError' })
  expect(readdirSync(path)).toEqual([])
  rmSync(path, { recursive: true })
  renameSync(`${path}-gone`, path)
  const found = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => !name.endsWith('.part'))
  expect(found.toSorted().filter((name) => kept.includes(name))).toEqual(kept)
  await backUp(site.data)
})

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  createCheckedBackup,
  removeEndedTickets,
  startBackupSchedule,
  verifyBackup,
} from '#src/features/backup/index.ts'
import { backupsIn } from '#src/features/backup/work-folder.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const password = 'a good password'
let app: TestApp
let folder: string

beforeEach(async () => {
  app = await createTestApp()
  await app.newUser('admin', { password, groupid: 1 })
  folder = mkdtempSync(join(tmpdir(), 'docstead-places-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const item = await app.rows.newItem()
  for (const title of ['One', 'Two']) app.rows.newPage(item, title)
  const path = app.app.files.incomingPath()
  writeFileSync(path, 'content of a file')
  const stored_name = await app.app.files.store(path)
  const row = { sign: 'a'.repeat(32), display_name: 'a', file_type: 'a/b', file_size: 17, uid: app.uid('owner') }
  app.rows.insert('upload_file', { ...row, stored_name, item_id: item, addtime: 1 })
})

let administrator = 'admin'
const admin = () => app.as(administrator).adminBackup

async function backUp() {
  await admin().start()
  await vi.waitFor(async () => expect(await admin().status()).toMatchObject({ running: -1 }), { timeout: 15_000 })
}

const actions = () => app.rows.all('audit_log').map(({ action, username, detail }) => ({ action, username, detail }))

test('an administrator makes a backup by the button, sees it in the list and downloads it whole', async () => {
  expect(await admin().status()).toMatchObject({ health: 'waiting', running: -1, good_time: 0, schedule: 'daily' })
  expect(await admin().getList()).toMatchObject({ place: backupsIn(app.data), place_error: '', list: [], copies: [] })
  await backUp()
  expect(await admin().status()).toMatchObject({ health: 'ok', error_message: '' })
  const { list } = await admin().getList()
  expect(list).toMatchObject([{ pages: 2, uploads: 1, damaged: false }])
  expect(list[0]?.verified).toBeGreaterThan(0)
  expect(actions()).toMatchObject([{ action: 'backedUp', username: 'admin' }])

  const name = list[0]?.name ?? ''
  const headers = { authorization: `Bearer ${app.token('admin')}` }
  const { ticket } = await admin().allowDownload({ name, password })
  const link = `${app.url}/api/adminBackup/download?name=${name}&ticket=${ticket}`
  const response = await fetch(link, { headers })
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(response.headers.get('content-length')).toBe(String(bytes.length))
  const file = join(folder, 'downloaded.tar')
  writeFileSync(file, bytes)
  expect(await verifyBackup(file)).toMatchObject({
    pages_read: 2,
    summary: { uploads: 'inside', counts: { uploads: 1 } },
  })
  // a download that broke off goes on
  const rest = await fetch(link, { headers: { ...headers, range: 'bytes=3000-' } })
  expect(Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(3000))).toBe(true)
  expect(actions().at(-1)).toEqual({ action: 'backupDownloaded', username: 'admin', detail: name })
  for (const other of ['docstead-20200101-000000Z.tar', '../docstead.db', 'x'])
    await expect(admin().allowDownload({ name: other, password })).rejects.toMatchObject({ errorName: 'backupGone' })
  expect(
    (await app.call(`adminBackup/download?name=${name}`, {}, { as: 'owner', method: 'GET' })).json.error_name,
  ).toBe('adminOnly')
})

test('a backup is downloaded by who gives their own password, for an hour, and by nobody else', async () => {
  await backUp()
  const name = (await admin().getList()).list[0]?.name ?? ''
  await expect(admin().allowDownload({ name, password: 'wrong' })).rejects.toMatchObject({ errorName: 'passwordWrong' })
  await expect(app.as('owner').adminBackup.allowDownload({ name, password })).rejects.toMatchObject({
    errorName: 'adminOnly',
  })
  const { ticket, expire_time } = await admin().allowDownload({ name, password })
  const get = async (as: string, change: { name?: string; ticket?: string } = {}) => {
    const query = new URLSearchParams({ name, ticket, ...change })
    const response = await fetch(`${app.url}/api/adminBackup/download?${query}`, {
      headers: { authorization: `Bearer ${app.token(as)}`, range: 'bytes=0-0' },
    })
    return response.headers.get('content-type') === 'application/x-tar'
      ? response.status
      : ((await response.json()) as { error_name: string }).error_name
  }
  await app.newUser('second', { groupid: 1 })
  expect(await get('admin')).toBe(206)
  expect(await get('admin', { ticket: '' })).toBe('backupTicketEnded')
  expect(await get('admin', { ticket: 'a'.repeat(64) })).toBe('backupTicketEnded')
  expect(await get('admin', { name: 'docstead-20200101-000000Z.tar' })).toBe('backupTicketEnded')
  expect(await get('second')).toBe('backupTicketEnded')
  expect(actions().map(({ action }) => action)).toEqual(['backedUp', 'backupDownloaded'])
  app.app.now = () => new Date(expire_time * 1000)
  expect(await get('admin')).toBe('backupTicketEnded')
  expect(await removeEndedTickets(app.app.db, expire_time)).toMatchObject([{ numDeletedRows: 1n }])
})

test('another folder, and what is wrong with it', async () => {
  await expect(admin().saveConfig({ place: 'folder', folder: 'relative' })).rejects.toMatchObject({
    errorName: 'backupFolderBad',
  })
  writeFileSync(join(folder, 'a-file'), '')
  await expect(admin().saveConfig({ place: 'folder', folder: join(folder, 'a-file') })).rejects.toMatchObject({
    errorName: 'backupPlaceBad',
  })
  await expect(admin().saveConfig({ schedule: 'daily', time: '25:00' })).rejects.toMatchObject({
    errorName: 'backupTimeBad',
  })
  expect(await admin().loadConfig()).toMatchObject({ place: 'data', time: '02:00', count: '7' })
  const other = join(folder, 'other')
  await admin().saveConfig({ place: 'folder', folder: other, count: 3, secret: 'never shown' })
  expect(await admin().loadConfig()).toMatchObject({ place: 'folder', folder: other, count: '3', secret: '********' })
  await backUp()
  expect((await admin().getList()).place).toBe(other)
  expect(readdirSync(other).some((name) => name.endsWith('.tar'))).toBe(true)

  // the disk of the place is gone
  rmSync(other, { recursive: true })
  await backUp()
  expect(existsSync(other)).toBe(false)
  expect(await admin().status()).toMatchObject({ health: 'failed', error_message: expect.stringContaining('ENOENT') })
  expect(app.errors.splice(0)).toHaveLength(1)
  writeFileSync(other, '')
  await backUp()
  expect(await admin().status()).toMatchObject({ health: 'failed', error_message: expect.stringContaining(other) })
  expect(await admin().getList()).toMatchObject({ list: [], place_error: expect.stringContaining(other) })
  expect(actions().at(-1)).toMatchObject({ action: 'backupFailed', detail: expect.stringContaining(other) })
  expect(app.errors.splice(0)).toHaveLength(1)
})

test('a data folder is no place for backups, whatever name it has', async () => {
  const other = join(folder, 'other-site')
  mkdirSync(join(other, 'uploads'), { recursive: true })
  writeFileSync(join(other, 'run.lock'), '')
  const linked = join(folder, 'linked')
  symlinkSync(app.data, linked)
  const uploadsLinked = join(folder, 'uploads-linked')
  mkdirSync(uploadsLinked)
  symlinkSync(join(app.data, 'uploads'), join(uploadsLinked, 'uploads'))
  for (const path of [app.data, join(app.data, 'uploads'), linked, uploadsLinked, other, `${app.data}/uploads/..`])
    await expect(admin().saveConfig({ place: 'folder', folder: path }), path).rejects.toMatchObject({
      errorName: 'backupPlaceData',
    })
  expect(await admin().loadConfig()).toMatchObject({ place: 'data' })
  const place = { kind: 'folder' as const, path: app.data }
  await expect(createCheckedBackup(app.data, { place, count: 1 })).rejects.toMatchObject({ text: 'backupPlaceData' })
})

test('keys that no service has are refused', async () => {
  const s3 = { place: 's3', endpoint: 'https://s3.invalid', region: 'us-east-1', bucket: 'b', key: 'k', secret: 's' }
  for (const wrong of [{ key: 'ключ' }, { secret: '密钥' }, { region: 'us–east' }, { key: 'a\nb' }])
    await expect(admin().saveConfig({ ...s3, ...wrong } as never)).rejects.toMatchObject({
      errorName: 'backupPlaceBad',
      message: expect.stringContaining('(key)'),
    })
  // one that was stored before
  const form = JSON.stringify({ ...s3, key: 'ключ' })
  app.rows.sqlite.prepare("INSERT OR REPLACE INTO options VALUES ('backup_form', ?)").run(form)
  expect((await admin().getList()).place_error).toContain('(key)')
  const name = 'docstead-20200101-000000Z.tar'
  await expect(admin().allowDownload({ name, password })).rejects.toMatchObject({ errorName: 'backupPlaceBad' })
})

test('the schedule makes one when it is due, and not before', async () => {
  app.uid('admin')
  const schedule = startBackupSchedule(app.app)
  onTestFinished(() => schedule.stop())
  await schedule.check()
  expect((await admin().getList()).list).toEqual([])
  const start = Date.now()
  await admin().saveConfig({ schedule: 'hours', hours: 2 })
  app.app.now = () => new Date(start + 2.1 * 3600 * 1000)
  expect((await admin().status()).health).toBe('waiting')
  await schedule.check()
  expect((await admin().getList()).list).toHaveLength(1)
  await schedule.check()
  expect((await admin().getList()).list).toHaveLength(1)
  expect(actions().at(-1)).toMatchObject({ action: 'backedUp', username: '' })
})

test('a server that stops ends its backup, and the next backup removes what it left', async () => {
  const data = join(folder, 'data')
  const first = await createTestApp({ data })
  await first.as('admin').adminBackup.start()
  await first.close()
  expect(first.errors).toEqual([])
  app = await createTestApp({ data })
  administrator = 'second'
  onTestFinished(() => {
    administrator = 'admin'
  })
  await app.newUser(administrator, { groupid: 1 })
  await backUp()
  const left = readdirSync(data, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(held|work)-/.test(name))
  expect(left).toEqual([])
  expect((await admin().getList()).list).toHaveLength(1)
})

/** A file system of so many MB, unmounted after the test; undefined where the system allows none. */
function smallDisk(mb: number): string | undefined {
  const path = join(folder, 'disk')
  mkdirSync(path)
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mb}m`, 'tmpfs', path]).status !== 0) return undefined
  onTestFinished(() => void spawnSync('umount', ['-l', path]))
  return path
}

test('a disk that is full, read-only, not mounted: clear words in both languages, an audit entry, nothing changed', async (context) => {
  const disk = smallDisk(1)
  if (disk === undefined) return context.skip()
  const place = join(disk, 'place')
  await admin().saveConfig({ place: 'folder', folder: place, schedule: 'daily' })
  const stored = async () => ({
    list: await admin().getList(),
    files: readdirSync(place, { recursive: true }).toSorted(),
  })
  const before = await stored()
  const failsWith = async (english: RegExp, chinese: RegExp) => {
    await backUp()
    expect(await admin().status()).toMatchObject({ health: 'failed', error_message: expect.stringMatching(english) })
    const status = await app.call('adminBackup/status', {}, { as: 'admin', headers: { 'accept-language': 'zh' } })
    expect((status.json.data as { error_message: string }).error_message).toMatch(chinese)
    expect(actions().at(-1)).toMatchObject({ action: 'backupFailed', detail: expect.stringContaining(disk) })
    expect(app.errors.splice(0)).toHaveLength(1)
  }
  await failsWith(/GB are needed|is full/, /需要|已满/)
  expect(await stored()).toEqual(before)
  spawnSync('mount', ['-o', 'remount,ro', disk])
  await failsWith(/can’t be used|can’t be written/, /不可写/)
  spawnSync('umount', [disk])
  mkdirSync(place) // what is below a disk that is not mounted
  await failsWith(/is empty[^]*mounted/, /是空的/)
  expect(readdirSync(place)).toEqual([])
})

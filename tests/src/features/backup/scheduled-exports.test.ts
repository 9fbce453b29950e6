import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startBackupSchedule } from '#src/features/backup/index.ts'
import { nextExportTime } from '#src/features/backup/scheduled-exports.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { startS3 } from '#tests/support/s3-server.ts'
import { textsIn } from '../export/opened.ts'

let app: TestApp
let folder: string
let orders: number

beforeEach(async () => {
  app = await createTestApp({ config: { outbound_allow: ['127.0.0.1'] } })
  await app.newUser('admin', { groupid: 1 })
  folder = mkdtempSync(join(tmpdir(), 'docstead-exports-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  orders = await app.rows.newItem({ item_name: 'Orders' })
  app.rows.newPage(orders, 'start', { page_content: 'hello' })
  app.rows.newPage(orders, 'draft of another', { page_content: 'not yet', is_draft: 1 })
  const deleted = await app.rows.newItem({ item_name: 'Deleted', is_del: 1 })
  app.rows.newPage(deleted, 'gone')
})

const admin = () => app.as('admin').adminBackup
const exportsOf = async () => (await admin().status()).exports

async function exportNow() {
  await admin().startExports()
  await vi.waitFor(async () => expect((await exportsOf()).is_running).toBe(false), { timeout: 15_000 })
  return exportsOf()
}

const filesIn = (path: string) => readdirSync(path).filter((name) => name.startsWith('export-'))
const audited = () => app.rows.all('audit_log').map(({ action, username }) => [action, username])

test('puts a file of each project into the folder of the backups, and keeps the newest', async () => {
  await admin().saveConfig({ place: 'folder', folder, export_schedule: 'daily', export_count: 2 })
  expect(await exportsOf()).toMatchObject({ is_running: false, last_time: 0, files: 0, failed: [], error_message: '' })
  const start = Date.now()
  for (const hours of [0, 1, 2]) {
    app.app.now = () => new Date(start + hours * 3_600_000)
    expect(await exportNow()).toMatchObject({ files: 1, failed: [], error_message: '' })
  }
  const names = filesIn(folder)
  expect(names).toHaveLength(2)
  expect(names[0]).toMatch(new RegExp(`^export-${orders}-markdown-\\d{8}-\\d{6}Z\\.zip$`))
  const texts = textsIn(readFileSync(join(folder, names[0] ?? '')))
  expect([...texts.keys()]).toEqual(['start.md', 'docstead.json', 'info.json'])
  expect(audited().filter(([action]) => action === 'exportsMade')).toHaveLength(3)
  expect(app.rows.all('item_change_log')).toEqual([])
  expect(readdirSync(join(app.data, 'uploads', 'incoming'))).toEqual([])
  // they are no backups
  expect((await admin().getList()).list).toEqual([])
})

test('the schedule makes them when they are due, only of the chosen projects', async () => {
  const other = await app.rows.newItem({ item_name: 'Other' })
  app.rows.newPage(other, 'p')
  await admin().saveConfig({ schedule: 'off', place: 'folder', folder })
  const schedule = startBackupSchedule(app.app)
  onTestFinished(() => schedule.stop())
  await schedule.check()
  expect(filesIn(folder)).toEqual([])
  await admin().saveConfig({ export_schedule: 'weekly', export_items: `${other}`, export_format: 'docx' })
  const { next_time } = await exportsOf()
  app.app.now = () => new Date(next_time * 1000 + 1000)
  await schedule.check()
  await schedule.check()
  expect(filesIn(folder)).toEqual([expect.stringMatching(new RegExp(`^export-${other}-docx-.*\\.docx$`))])
  expect(audited().at(-1)).toEqual(['exportsMade', ''])
  const days = ((await exportsOf()).next_time - next_time) / 86_400
  expect([6, 7]).toContain(Math.round(days))
})

test('puts them into S3 storage', async () => {
  const service = await startS3()
  const { endpoint, region, bucket, key, secret, objects } = service
  const place = { place: 's3', endpoint, region, bucket, key, secret, prefix: 'site' }
  await admin().saveConfig({ ...place, export_schedule: 'daily' } as never)
  expect(await exportNow()).toMatchObject({ files: 1, error_message: '' })
  const names = [...objects.keys()].filter((name) => name.startsWith('site/export-'))
  expect(names).toHaveLength(1)
  expect([...textsIn(objects.get(names[0] ?? '') ?? Buffer.from('')).keys()]).toEqual([
    'start.md',
    'docstead.json',
    'info.json',
  ])
})

test('names a project that cannot be exported and goes on with the others', async () => {
  const large = await app.rows.newItem({ item_name: 'Too large' })
  for (let number = 0; number < 6; number += 1)
    app.rows.newPage(large, `p${number}`, { page_content: 'x'.repeat(9_000_000) })
  await admin().saveConfig({ place: 'folder', folder, export_schedule: 'daily', export_format: 'docx' })
  const { files, failed } = await exportNow()
  expect(files).toBe(1)
  expect(failed).toEqual([{ item_name: 'Too large', error_message: expect.stringContaining('50 MB') }])
  expect(audited().at(-1)).toEqual(['exportsFailed', 'admin'])
})

test('says when the place is gone, leaves nothing, and tries again after an hour', async () => {
  const inside = join(folder, 'disk')
  mkdirSync(inside)
  await admin().saveConfig({ place: 'folder', folder: inside, export_schedule: 'daily' })
  rmSync(inside, { recursive: true })
  const { files, error_message, last_time, next_time } = await exportNow()
  expect(files).toBe(0)
  expect(error_message).toContain(inside)
  expect(next_time - last_time).toBeLessThanOrEqual(3600)
  expect(readdirSync(folder)).toEqual([])
  expect(audited().at(-1)).toEqual(['exportsFailed', 'admin'])
})

test.each([
  [{ export_time: '25:00' }, 'exportTimeBad'],
  [{ export_items: '1, x' }, 'exportItemsBad'],
  [{ export_items: '999' }, 'exportItemsBad'],
])('%j is rejected', async (fields, errorName) => {
  await expect(admin().saveConfig(fields)).rejects.toMatchObject({ errorName })
})

test('are due at the next time of day after the last ones; a week later when they are weekly', () => {
  const at = (text: string) => Math.floor(new Date(text).getTime() / 1000)
  const run = { start_time: at('2026-03-10T04:00:30'), end_time: 0, files: 1, bytes: 1, failed: [] }
  const next = (export_schedule: string, last?: typeof run & { error?: never }) =>
    nextExportTime({ export_schedule, export_time: '04:00' }, last, at('2026-03-01T12:00:00'))
  expect(next('off', run)).toBeUndefined()
  expect(next('daily')).toBe(at('2026-03-02T04:00:00'))
  expect(next('daily', run)).toBe(at('2026-03-11T04:00:00'))
  expect(next('weekly', run)).toBe(at('2026-03-17T04:00:00'))
})

import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createBackup, createCheckedBackup, restoreBackup, verifySource } from '#src/features/backup/index.ts'
import { type S3Settings, sourceIn } from '#src/features/backup/place.ts'
import { patient, S3Place } from '#src/features/backup/s3-place.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { type S3Server, sendS3Error, startS3 } from '#tests/support/s3-server.ts'

let app: TestApp
let service: S3Server

const local = ['127.0.0.0/8']

beforeEach(async () => {
  app = await createTestApp({ config: { outbound_allow: local } })
  service = await startS3()
  app.rows.newPage(await app.rows.newItem(), 'Page')
  for (const bytes of [0, 17, 70_000]) await addUpload(bytes)
})

async function addUpload(bytes: number): Promise<void> {
  const path = app.app.files.incomingPath()
  writeFileSync(path, randomBytes(bytes))
  const stored_name = await app.app.files.store(path)
  const row = { sign: stored_name, display_name: 'a', file_type: 'a/b', file_size: bytes, uid: app.uid('owner') }
  app.rows.insert('upload_file', { ...row, stored_name, item_id: 1, addtime: 1 })
}

const settings = (change: Partial<S3Settings> = {}): S3Settings => {
  const { endpoint, region, bucket, key, secret } = service
  return {
    kind: 's3',
    endpoint,
    region,
    bucket,
    prefix: 'docs/site',
    key,
    secret,
    allow: local,
    style: 'path',
    ca: '',
    ...change,
  }
}

/** The place as backups reach it, but without pauses between attempts. */
const place = (change: Partial<S3Settings> = {}, patience: Partial<typeof patient> = {}) =>
  new S3Place(settings(change), { ...patient, pauseMs: 1, ...patience })

const form = () => {
  const { kind: _kind, allow: _allow, style: _style, ca: _ca, ...fields } = settings()
  return { place: 's3', schedule: 'daily', count: 1, ...fields } as const
}

const admin = () => app.as('admin').adminBackup
const actions = () => app.rows.all('audit_log').map(({ action, detail }) => ({ action, detail }))
const archives = () => [...service.objects.keys()].filter((key) => key.endsWith('.tar'))

async function backUp() {
  await admin().start()
  await vi.waitFor(async () => expect(await admin().status()).toMatchObject({ running: -1 }), { timeout: 15_000 })
  return admin().status()
}

/** Nothing of a backup that failed is left where backups are made. */
const leftovers = () =>
  readdirSync(app.data, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(work|held|check)-/.test(name))

test('from the console: kept, listed, pruned, downloaded and restored, with signed requests only', async () => {
  await admin().saveConfig(form())
  for (let count = 1; count <= 2; count++) expect(await backUp()).toMatchObject({ health: 'ok', error_message: '' })
  const { list, place: name } = await admin().getList()
  expect(name).toBe('s3://backups/docs/site')
  expect(list).toHaveLength(1)
  expect(list[0]).toMatchObject({ pages: 1, uploads: 3, damaged: false })
  expect(archives()).toEqual(list.map((one) => `docs/site/${one.name}`).toReversed())
  const puts = service.requests.filter(({ method, key }) => method === 'PUT' && /uploads\/..\//.test(key))
  expect(puts).toHaveLength(3) // each upload once
  expect(service.unfinished.size).toBe(0)

  const folder = mkdtempSync(join(tmpdir(), 'docstead-s3-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { summary } = await restoreBackup(sourceIn(place(), list[0]?.name ?? ''), join(folder, 'data'))
  expect(summary.counts).toEqual({ items: 1, pages: 1, users: 2, uploads: 3 })
})

test('an archive in many parts, lists in many pages', async () => {
  for (let count = 0; count < 5; count++) await addUpload(1000)
  await addUpload(20_000_000)
  service.listMost = 3
  const { made } = await createCheckedBackup(app.data, { place: settings(), count: 7 })
  expect(service.requests.filter(({ query }) => query.has('partNumber'))).toHaveLength(2)
  const { made: second } = await createCheckedBackup(app.data, { place: settings(), count: 7 })
  expect(service.requests.filter(({ query }) => query.has('partNumber'))).toHaveLength(2)
  for (const { placed } of [made, second])
    expect((await verifySource(sourceIn(place(), placed))).summary.counts.uploads).toBe(9)
})

test('wrong keys, a wrong region, a missing bucket: said when the settings are saved, and nothing is saved', async () => {
  const saved = await admin().loadConfig()
  for (const [change, detail] of [
    [{ secret: 'another' }, 'HTTP 403 SignatureDoesNotMatch'],
    [{ key: 'another' }, 'HTTP 403 InvalidAccessKeyId'],
    [{ region: 'mars' }, 'HTTP 403 AuthorizationHeaderMalformed'],
    [{ bucket: 'another' }, 'HTTP 404 NoSuchBucket'],
  ] as const)
    await expect(admin().saveConfig({ ...form(), ...change })).rejects.toMatchObject({
      errorName: 'backupPlaceBad',
      message: expect.stringContaining(detail),
    })
  expect(await admin().loadConfig()).toEqual(saved)
  expect(service.objects.size).toBe(0)
})

const isUpload = ({ method, key }: { method: string; key: string }) => method === 'PUT' && key.includes('/uploads/')

test.each<[string, RegExp, RegExp, (state: { seen: number }) => S3Server['intercept']]>([
  [
    'full',
    /has no room left \(HTTP 507 XMinioStorageFull\)/,
    /空间已满/,
    (state) => (request, response) => {
      if (!isUpload(request) || ++state.seen < 2) return false
      sendS3Error(response, 507, 'XMinioStorageFull')
      return true
    },
  ],
  [
    'over its quota at the archive',
    /has no room left \(HTTP 403 QuotaExceeded\)/,
    /空间已满/,
    () => (request, response) => {
      if (request.method !== 'PUT' || !request.key.endsWith('.tar')) return false
      sendS3Error(response, 403, 'QuotaExceeded')
      return true
    },
  ],
  [
    'denied in the middle',
    /rejects this server \(HTTP 403 AccessDenied\)/,
    /拒绝了本服务器/,
    (state) => (request, response) => {
      if (!isUpload(request) || ++state.seen < 2) return false
      sendS3Error(response, 403, 'AccessDenied')
      return true
    },
  ],
])('a place that is %s: clear words, an audit entry, earlier backups unchanged', async (_, words, chinese, fault) => {
  await admin().saveConfig(form())
  await createCheckedBackup(app.data, { place: settings(), count: 1 })
  const before = new Map(service.objects)
  for (const bytes of [100, 200, 300]) await addUpload(bytes)
  service.intercept = fault({ seen: 0 })
  expect(await backUp()).toMatchObject({ health: 'failed', error_message: expect.stringMatching(words) })
  const status = await app.call('adminBackup/status', {}, { as: 'admin', headers: { 'accept-language': 'zh' } })
  expect((status.json.data as { error_message: string }).error_message).toMatch(chinese)
  expect(app.errors.splice(0)).toHaveLength(1)
  expect(actions().at(-1)).toMatchObject({ action: 'backupFailed', detail: expect.stringContaining('s3://backups') })
  service.intercept = undefined
  expect([...service.objects.keys()].toSorted()).toEqual([...before.keys()].toSorted())
  for (const [key, bytes] of before) expect(service.objects.get(key)?.equals(bytes), key).toBe(true)
  expect(service.unfinished.size).toBe(0)
  expect(leftovers()).toEqual([])
})

test('a place that goes in the middle: tried again four times, then given up without waiting for each file', async () => {
  await createBackup(app.data, { place: place() })
  const before = new Map(service.objects)
  for (let count = 0; count < 20; count++) await addUpload(100)
  let seen = 0
  service.intercept = (request, response) => {
    if (!isUpload(request) || ++seen < 10) return false
    response.destroy()
    service.stop()
    return true
  }
  const pauseMs = 20
  const started = performance.now()
  await expect(createBackup(app.data, { place: place({}, { pauseMs }) })).rejects.toMatchObject({
    text: 'backupS3Silent',
    values: { path: 's3://backups/docs/site', detail: 'unreachable' },
  })
  // the pauses of one request, and not of each of the nine removals
  expect(performance.now() - started).toBeLessThan(9 * 7 * pauseMs)
  // what had arrived is of no backup yet, and in the way of none
  for (const [key, bytes] of before) expect(service.objects.get(key)?.equals(bytes), key).toBe(true)
  expect(leftovers()).toEqual([])
})

test('what passes is tried again: a service that is overloaded, a connection that breaks, one that is slow', async () => {
  let turn = 0
  service.intercept = (_, response) => {
    turn++
    if (turn % 3 === 1) sendS3Error(response, 503, 'SlowDown')
    else if (turn % 3 === 2) response.destroy()
    return turn % 3 !== 0
  }
  const { placed } = await createBackup(app.data, { place: place() })
  service.intercept = undefined
  expect((await verifySource(sourceIn(place(), placed))).summary.counts.uploads).toBe(3)
})

test('a service that answers nothing is given up after its time, and the health of the site says so', async () => {
  await admin().saveConfig(form())
  service.intercept = () => true
  await expect(createBackup(app.data, { place: place({}, { totalMs: 50, attempts: 2 }) })).rejects.toMatchObject({
    text: 'backupS3Silent',
    values: { detail: 'tooSlow' },
  })
  service.stop()
  const health = (await app.as('admin').adminSite.health()).find(({ name }) => name === 'backups')
  expect(health).toMatchObject({ status: 'warning', finding: expect.stringContaining('doesn’t answer (unreachable)') })
  expect((await admin().getList()).place_error).toContain('doesn’t answer')
})

test('an archive that was changed there is damaged, and its damaged uploads are copied again', async () => {
  const { made } = await createCheckedBackup(app.data, { place: settings(), count: 7 })
  const stored = [...service.objects.keys()].find(
    (key) => /uploads\/../.test(key) && service.objects.get(key)?.length === 17,
  )
  service.objects.set(stored ?? '', Buffer.alloc(17))
  await expect(verifySource(sourceIn(place(), made.placed))).rejects.toMatchObject({ text: 'backupFilesDamaged' })
  await createCheckedBackup(app.data, { place: settings(), count: 7 })
  await verifySource(sourceIn(place(), made.placed))
  const [archive = ''] = archives()
  const bytes = Buffer.from(service.objects.get(archive) ?? '')
  bytes[700] = (bytes[700] ?? 0) ^ 1
  service.objects.set(archive, bytes)
  await expect(verifySource(sourceIn(place(), made.placed))).rejects.toMatchObject({ text: 'backupDamaged' })
})

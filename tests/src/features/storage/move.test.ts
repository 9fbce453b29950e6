import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  contentStore,
  failInterruptedMove,
  moveFiles,
  removeLeftovers,
  resumeMove,
  startMove,
} from '#src/features/storage/index.ts'
import { sendS3Error } from '#tests/support/s3-server.ts'
import {
  type BucketSite,
  contentOf,
  moveAll,
  objectsIn,
  startBucketSite,
  storages,
  turnOff,
  turnOn,
} from './support.ts'

let site: BucketSite
let contents: Map<string, Buffer>

beforeEach(async () => {
  site = await startBucketSite()
  contents = new Map()
})

async function addFiles(count: number, bytes = 3000): Promise<void> {
  for (let at = 0; at < count; at++) {
    const content = Buffer.from(randomBytes(bytes / 2).toString('hex'))
    const { url } = await site.app.as('owner').page.upload({ file: new File([content], `${at}.txt`) })
    contents.set(url, content)
  }
}

const folder = () => join(site.app.data, 'uploads')
const local = () =>
  readdirSync(folder(), { recursive: true, encoding: 'utf8' }).filter((name) => /^[0-9a-f]{2}.[0-9a-f]{32}$/.test(name))

async function expectAllOpen(): Promise<void> {
  for (const [url, content] of contents) expect((await contentOf(site.app, url)).equals(content)).toBe(true)
}

/** Lets the times pass after which a move removes what it has left. */
async function later(): Promise<void> {
  const { app } = site.app
  const now = app.now()
  app.now = () => new Date(now.getTime() + 2 * 3600_000)
  await removeLeftovers(app)
  app.now = () => new Date()
}

const isFile = ({ key }: { key: string }) => /\/[0-9a-f]{32}$/.test(key)

test('there and back: every file compared, no link broken, the old copies removed after that', async () => {
  await addFiles(12)
  await addFiles(1, 17_000_000)
  await turnOn(site)
  expect(await site.app.as('admin').adminStorage.status()).toMatchObject({
    target: 's3://backups/docs',
    elsewhere_files: 13,
    places: [{ name: '', files: 13, is_current: false }],
    move: { state: 'none' },
  })
  expect(await moveAll(site)).toMatchObject({ state: 'done', moved: 13, problem_count: 0 })
  expect(new Set(storages(site.app)).size).toBe(1)
  expect(objectsIn(site.service)).toHaveLength(13)
  await expectAllOpen()
  expect(local()).toHaveLength(13)
  await later()
  expect(local()).toEqual([])
  await expectAllOpen()
  for (const { sha256, sign } of site.app.rows.all('upload_file'))
    expect(sha256).toBe(
      createHash('sha256')
        .update(contents.get(`/api/attachment/visitFile?sign=${sign}`) ?? '')
        .digest('hex'),
    )

  await turnOff(site)
  expect(await moveAll(site)).toMatchObject({ state: 'done', moved: 13, problem_count: 0 })
  expect(new Set(storages(site.app))).toEqual(new Set(['local']))
  expect(objectsIn(site.service)).toHaveLength(13)
  await later()
  expect(objectsIn(site.service)).toEqual([])
  expect(site.app.rows.all('file_leftover')).toEqual([])
  await expectAllOpen()
  const moves = site.app.rows.all('audit_log').filter(({ action }) => action === 'filesMoved')
  expect(moves).toHaveLength(2)
})

test('from one bucket to another, without passing through the disk for good', async () => {
  await turnOn(site)
  await addFiles(3)
  const first = objectsIn(site.service)
  await turnOn(site, { subcat: 'other' })
  expect(new Set(storages(site.app)).size).toBe(1)
  await addFiles(1)
  expect(new Set(storages(site.app)).size).toBe(2)
  expect(await moveAll(site)).toMatchObject({ state: 'done', moved: 3 })
  expect(new Set(storages(site.app)).size).toBe(1)
  await later()
  expect(objectsIn(site.service).filter((key) => first.includes(key))).toEqual([])
  expect(local()).toEqual([])
  await expectAllOpen()
})

test('the same bucket under another address, with another key, stays the same place', async () => {
  await turnOn(site)
  await addFiles(1)
  site.service.secret = 'rotated'
  await turnOn(site, { endpoint: site.service.endpoint.replace('127.0.0.1', 'localhost') })
  await addFiles(1)
  expect(new Set(storages(site.app)).size).toBe(1)
  await expectAllOpen()
})

test('files can be read, uploaded and deleted while others are moved', async () => {
  await addFiles(40)
  await turnOn(site)
  let puts = 0
  const urls = [...contents.keys()]
  const ids = site.app.rows.all('upload_file').map(({ file_id }) => Number(file_id))
  site.service.intercept = (request) => {
    if (request.method === 'PUT' && isFile(request)) puts++
    return false
  }
  await startMove(site.app.app, { uid: site.app.uid('admin'), username: 'admin', ip: '' })
  let reads = 0
  const deleted = new Set<string>()
  while (puts < 40) {
    const at = reads++ % urls.length
    const url = urls[at] ?? ''
    if (reads % 9 === 0 && !deleted.has(url)) {
      await site.app.as('owner').attachment.deleteMyAttachment({ file_id: ids[at] ?? 0 })
      deleted.add(url)
      contents.delete(url)
    } else if (!deleted.has(url)) {
      expect((await contentOf(site.app, url)).equals(contents.get(url) ?? Buffer.alloc(0))).toBe(true)
    }
    if (reads > 400 || !(await site.app.as('admin').adminStorage.status()).elsewhere_files) break
  }
  await addFiles(2)
  await vi.waitFor(async () => expect((await site.app.as('admin').adminStorage.status()).move.state).toBe('done'))
  expect(deleted.size).toBeGreaterThan(0)
  await expectAllOpen()
  await later()
  expect(objectsIn(site.service)).toHaveLength(contents.size)
  expect(local()).toEqual([])
  expect(site.app.rows.all('file_leftover')).toEqual([])
})

describe('a file that cannot be moved stays where it is, and is named', () => {
  test('lost or changed on the disk', async () => {
    await addFiles(3)
    const [lost = '', changed = ''] = local()
    rmSync(join(folder(), lost))
    writeFileSync(join(folder(), changed), 'shorter')
    await turnOn(site)
    const { problems, ...move } = await moveAll(site)
    expect(move).toMatchObject({ state: 'done', moved: 1, problem_count: 2 })
    expect(problems.map(({ reason }) => reason).toSorted()).toEqual(['damaged', 'missing'])
    expect(objectsIn(site.service)).toHaveLength(1)
    await later()
    expect(local()).toEqual([changed])
  })

  test('a bucket that returns something else than was written', async () => {
    await addFiles(2)
    await turnOn(site)
    const [row] = site.app.rows.all('upload_file')
    site.service.intercept = ({ method, key }, response) => {
      if (method !== 'GET' || !key.endsWith(String(row?.['stored_name']))) return false
      const bytes = Buffer.alloc(3000, 'x')
      response.writeHead(206, { 'content-range': 'bytes 0-2999/3000', 'content-length': 3000 }).end(bytes)
      return true
    }
    expect(await moveAll(site)).toMatchObject({
      state: 'done',
      moved: 1,
      problems: [{ stored_name: row?.['stored_name'], reason: 'changed' }],
    })
    site.service.intercept = undefined
    expect(objectsIn(site.service)).toHaveLength(1)
    await later()
    expect(local()).toHaveLength(1)
    await expectAllOpen()
  })

  test('a file that came back from the bucket changed', async () => {
    await turnOn(site)
    await addFiles(1)
    const [key = ''] = objectsIn(site.service)
    site.service.objects.set(key, Buffer.alloc(3000, 'x'))
    await turnOff(site)
    expect(await moveAll(site)).toMatchObject({ moved: 0, problems: [{ reason: 'damaged' }] })
    expect(site.service.objects.has(key)).toBe(true)
    expect(local()).toEqual([])
  })
})

test('a bucket that fails ends the move with its reason; another one goes on', async () => {
  await addFiles(10)
  await turnOn(site)
  let puts = 0
  site.service.intercept = (request, response) => {
    if (request.method !== 'PUT' || !isFile(request) || ++puts <= 4) return false
    sendS3Error(response, 507, 'QuotaExceeded')
    return true
  }
  const failed = await moveAll(site)
  expect(failed).toMatchObject({ state: 'failed', error_message: expect.stringContaining('no room left') })
  await expectAllOpen()
  site.service.intercept = undefined
  expect(await moveAll(site)).toMatchObject({ state: 'done', moved: 10 - (failed.moved ?? 0) })
  site.app.errors.length = 0
  await expectAllOpen()
  await later()
  expect(objectsIn(site.service)).toHaveLength(10)
  expect(local()).toEqual([])
})

test('one at a time; stopped by a person; resumed by a start', async () => {
  await addFiles(30)
  await turnOn(site)
  const { adminStorage } = site.app.as('admin')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let puts = 0
  site.service.intercept = (request, response) => {
    if (request.method !== 'PUT' || !isFile(request) || ++puts !== 9) return false
    void held.then(() => sendS3Error(response, 403, 'AccessDenied'))
    return true
  }
  await adminStorage.startMove()
  await expect(adminStorage.startMove()).rejects.toMatchObject({ errorName: 'storageMoving' })
  await vi.waitFor(() => expect(puts).toBeGreaterThanOrEqual(9))
  await expect(
    moveFiles(site.app.app, { signal: new AbortController().signal, onProgress: () => undefined }),
  ).rejects.toMatchObject({ errorName: 'storageMoving' })
  const stopped = adminStorage.stopMove()
  release()
  await stopped
  expect((await adminStorage.status()).move).toMatchObject({ state: expect.stringMatching(/stopped|failed/) })
  site.service.intercept = undefined
  site.app.errors.length = 0
  // as a server leaves it that was killed
  site.app.rows.sqlite
    .prepare(
      "UPDATE options SET option_value = json_set(option_value, '$.state', 'running') WHERE option_name = 'storage_move'",
    )
    .run()
  await resumeMove(site.app.app)
  await vi.waitFor(async () => expect((await adminStorage.status()).move.state).toBe('done'), { timeout: 10_000 })
  expect((await adminStorage.status()).elsewhere_files).toBe(0)
  await expectAllOpen()
})

test('a file that a bucket has lost is copied as nothing, and a path that cannot be written is an error', async () => {
  await turnOn(site)
  await addFiles(1)
  const row = site.app.rows.all('upload_file')[0] as { storage: string; stored_name: string }
  const store = await contentStore(site.app.app, row.storage)
  const path = join(site.app.data, 'copied')
  await expect(store.copyTo(row.stored_name, join(path, 'no such folder'))).rejects.toThrow('ENOENT')
  site.service.objects.clear()
  expect(await store.copyTo(row.stored_name, path)).toBeUndefined()
  expect(existsSync(path)).toBe(false)
})

test('a move that cannot go on after a start has failed, and may be started again', async () => {
  await turnOn(site)
  const { app } = site.app
  const begun = { state: 'running', uid: 1, username: 'admin', ip: '', start_time: 5 }
  site.app.rows.insert('options', { option_name: 'storage_move', option_value: JSON.stringify(begun) })
  await failInterruptedMove(app, new Error('no bucket'))
  const { move } = await site.app.as('admin').adminStorage.status()
  expect(move).toMatchObject({ state: 'failed' })
  expect((await moveAll(site)).state).toBe('done')
})

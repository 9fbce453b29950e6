import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createBackup, createCheckedBackup, restoreBackup } from '#src/features/backup/index.ts'
import { sourceOf } from '#src/features/backup/place.ts'
import { removeLeftovers } from '#src/features/storage/index.ts'
import { createTestApp } from '#tests/support/app.ts'
import { sendS3Error } from '#tests/support/s3-server.ts'
import { png } from '../attachment/files.ts'
import {
  type BucketSite,
  contentOf,
  get,
  objectsIn,
  removeFolder,
  startBucketSite,
  storages,
  turnOff,
  turnOn,
} from './support.ts'

let site: BucketSite
beforeEach(async () => {
  site = await startBucketSite()
})

const text = (bytes: number, name = 'log.txt') => {
  const content = randomBytes(bytes / 2).toString('hex')
  return { content, file: new File([content], name, { type: 'text/plain' }) }
}

const upload = async (file: File, ids: { item_id?: number; page_id?: number } = {}, as = 'owner') =>
  (await site.app.as(as).page.upload({ ...ids, file })).url

const local = () =>
  readdirSync(join(site.app.data, 'uploads'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /[0-9a-f]{32}$/.test(name),
  )

const isPut = ({ method, key }: { method: string; key: string }) => method === 'PUT' && /\/[0-9a-f]{32}$/.test(key)

test('a file goes to the bucket before it is acknowledged, and nowhere else', async () => {
  await turnOn(site)
  const { content, file } = text(3000)
  const url = await upload(file)
  const [key = ''] = objectsIn(site.service)
  expect(key).toMatch(/^docs\/[0-9a-f]{16}\/([0-9a-f]{2})\/\1[0-9a-f]{30}$/)
  expect(site.service.objects.get(key)?.toString()).toBe(content)
  expect(local()).toEqual([])
  expect(site.app.rows.all('file_leftover')).toEqual([])
  expect((await contentOf(site.app, url)).toString()).toBe(content)
})

test('headers, ranges and HEAD are those of a file on the disk; the rights are checked', async () => {
  const { rows } = site.app
  const item_id = await rows.newItem({ password: 'secret' })
  const page_id = rows.newPage(item_id, 'Page')
  const { content, file } = text(600_000)
  const kept = await upload(file, { item_id, page_id })
  await turnOn(site)
  const remote = await upload(file, { item_id, page_id })
  expect(storages(site.app)).toEqual(['local', expect.stringMatching(/^[0-9a-f]{16}$/)])
  for (const headers of [
    {},
    { range: 'bytes=5-9' },
    { range: 'bytes=-7' },
    { range: 'bytes=599990-' },
    { range: 'bytes=900000-' },
  ] as Record<string, string>[])
    for (const method of ['GET', 'HEAD']) {
      const answers = await Promise.all([kept, remote].map((url) => get(site.app, url, 'owner', headers, method)))
      const [a, b] = await Promise.all(
        answers.map(async (answer) => {
          const { date: _date, etag: _etag, 'x-request-id': _id, ...rest } = Object.fromEntries(answer.headers)
          return { status: answer.status, rest, body: await answer.text() }
        }),
      )
      expect(b).toEqual(a)
    }
  const etag = (await get(site.app, remote, 'owner')).headers.get('etag') ?? ''
  const before = site.service.requests.length
  expect((await get(site.app, remote, 'owner', { 'if-none-match': etag })).status).toBe(304)
  expect(site.service.requests).toHaveLength(before)
  expect(await (await get(site.app, remote, 'stranger')).json()).toMatchObject({ error_name: 'fileGone' })
  expect(await (await get(site.app, remote)).json()).toMatchObject({ error_name: 'fileGone' })
  expect(site.service.requests).toHaveLength(before)
  expect(await (await get(site.app, remote, 'owner', { range: 'bytes=5-9' })).text()).toBe(content.slice(5, 10))
})

test('a large file goes in parts, and comes in parts', async () => {
  await turnOn(site)
  const { content, file } = text(40_000_000)
  const url = await upload(file)
  expect(site.service.requests.filter(({ query }) => query.has('partNumber'))).toHaveLength(5)
  expect(site.service.unfinished.size).toBe(0)
  const before = site.service.requests.length
  expect((await contentOf(site.app, url)).equals(Buffer.from(content))).toBe(true)
  expect(site.service.requests.length - before).toBe(10)
})

test('small images are read from the bucket once', async () => {
  await turnOn(site)
  const url = await upload(png())
  const first = await contentOf(site.app, url)
  const before = site.service.requests.length
  expect(await contentOf(site.app, url)).toEqual(first)
  expect(site.service.requests).toHaveLength(before)
})

test('a deleted file is removed from the bucket; from a bucket that does not answer, once it does', async () => {
  await turnOn(site)
  await upload(text(100).file)
  await upload(text(100).file)
  const [first, second] = site.app.rows.all('upload_file').map(({ file_id }) => Number(file_id))
  await site.app.as('owner').attachment.deleteMyAttachment({ file_id: first ?? 0 })
  await vi.waitFor(() => expect(objectsIn(site.service)).toHaveLength(1))
  site.service.intercept = ({ method }, response) => {
    if (method !== 'DELETE') return false
    sendS3Error(response, 403, 'AccessDenied')
    return true
  }
  await site.app.as('owner').attachment.deleteMyAttachment({ file_id: second ?? 0 })
  await vi.waitFor(() => expect(site.app.app.background.size).toBe(0))
  expect(site.app.rows.all('file_leftover')).toHaveLength(1)
  site.service.intercept = undefined
  await removeLeftovers(site.app.app)
  expect(objectsIn(site.service)).toEqual([])
  expect(site.app.rows.all('file_leftover')).toEqual([])
})

describe('a bucket that fails', () => {
  test.each([
    ['does not take the file', 500, 'InternalError', 'storageUnavailable'],
    ['is full', 507, 'QuotaExceeded', 'storageNoRoom'],
    ['rejects the key', 403, 'InvalidAccessKeyId', 'storageUnavailable'],
  ])('%s: a clear error, and nothing is left', async (_, status, code, errorName) => {
    await turnOn(site)
    site.service.intercept = (request, response) => {
      if (!isPut(request)) return false
      sendS3Error(response, status, code)
      return true
    }
    await expect(upload(text(100).file)).rejects.toMatchObject({ errorName })
    expect(site.app.rows.all('upload_file')).toEqual([])
    site.service.intercept = undefined
    await removeLeftovers(site.app.app)
    expect(objectsIn(site.service)).toEqual([])
    expect(readdirSync(join(site.app.data, 'uploads/incoming'))).toEqual([])
    expect(site.app.errors.length).toBeGreaterThan(0)
    site.app.errors.length = 0
  })

  test('that stores less than it was sent is found out', async () => {
    await turnOn(site)
    site.service.intercept = (request, response) => {
      if (!isPut(request)) return false
      site.service.objects.set(request.key, Buffer.from('half'))
      response.writeHead(200).end()
      return true
    }
    await expect(upload(text(100).file)).rejects.toMatchObject({ errorName: 'storageUnavailable' })
    site.service.intercept = undefined
    await removeLeftovers(site.app.app)
    expect(objectsIn(site.service)).toEqual([])
    site.app.errors.length = 0
  })

  test('that loses a file: the file is gone, the others open', async () => {
    await turnOn(site)
    const [lost, kept] = [await upload(text(100).file), await upload(text(100).file)]
    site.service.objects.delete(objectsIn(site.service)[0] ?? '')
    const answers = await Promise.all(
      [lost, kept].map(async (url) => (await get(site.app, url, 'owner')).headers.get('content-type')),
    )
    expect(answers.filter((type) => type?.includes('json'))).toHaveLength(1)
  })

  test('that is off: readers are told to try later', async () => {
    await turnOn(site)
    const url = await upload(text(100).file)
    site.service.stop()
    expect(await (await get(site.app, url, 'owner')).json()).toMatchObject({ error_name: 'storageUnavailable' })
    site.app.errors.length = 0
  })
})

test('a rejected upload leaves nothing in the bucket', async () => {
  site = await startBucketSite({ config: { upload_quota_mb: 1 } })
  await turnOn(site)
  await expect(upload(text(1_200_000).file)).rejects.toMatchObject({ errorName: 'quotaReached' })
  await vi.waitFor(() => expect(objectsIn(site.service)).toEqual([]))
  expect(site.app.rows.all('file_leftover')).toEqual([])
})

test('exports and imports of projects have the files of the bucket', async () => {
  await turnOn(site)
  const owner = site.app.as('owner')
  const item_id = await site.app.rows.newItem()
  const { content, file } = text(5000)
  const url = await upload(file, { item_id })
  await upload(png(), { item_id })
  const { page_id } = await owner.page.save({ item_id, page_title: 'A', page_content: `![a](${url})` })
  expect(Number(page_id)).toBeGreaterThan(0)
  const archive = await get(site.app, `/api/export/markdown?item_id=${item_id}`, 'owner')
  expect(archive.status).toBe(200)
  const zip = Buffer.from(await archive.arrayBuffer())
  const other = site.app.as('other')
  const before = objectsIn(site.service).length
  const made = await other.import.auto({ file: new File([zip], 'a.zip') })
  expect(made).toBeDefined()
  await vi.waitFor(() => expect(objectsIn(site.service).length).toBe(before + 1), { timeout: 10_000 })
  const contents = [...site.service.objects]
    .filter(([key]) => /[0-9a-f]{32}$/.test(key))
    .map(([, value]) => value.toString())
  expect(contents.filter((one) => one === content)).toHaveLength(2)
  expect(readdirSync(join(site.app.data, 'uploads/incoming'))).toEqual([])
})

test('an import that is repeated reads no file of the bucket, and brings one again that is lost there', async () => {
  await turnOn(site)
  const owner = site.app.as('owner')
  const item_id = await site.app.rows.newItem()
  const url = await upload(text(5000).file, { item_id })
  await owner.page.save({ item_id, page_title: 'A', page_content: `![a](${url})` })
  const zip = Buffer.from(await (await get(site.app, `/api/export/markdown?item_id=${item_id}`, 'owner')).arrayBuffer())
  const [first = ''] = objectsIn(site.service)
  const requestsOf = () => site.service.requests.splice(0).flatMap(({ method, key }) => (key === first ? [method] : []))
  const repeat = () => owner.import.auto({ item_id, file: new File([zip], 'a.zip') })
  requestsOf()
  await repeat()
  await vi.waitFor(() => expect(requestsOf()).toContain('HEAD'), { timeout: 10_000 })
  await vi.waitFor(() => expect(site.app.app.background.size).toBe(0))
  expect(requestsOf()).not.toContain('GET')
  expect(objectsIn(site.service)).toEqual([first])
  site.service.objects.delete(first)
  await repeat()
  await vi.waitFor(() => expect(objectsIn(site.service)).toHaveLength(1), { timeout: 10_000 })
})

describe('backups', () => {
  let folder: string
  const allow = ['127.0.0.0/8']

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'docstead-storage-'))
    onTestFinished(() => removeFolder(folder))
    site.app.rows.newPage(await site.app.rows.newItem(), 'Page')
    await upload(text(1000).file)
    await turnOn(site)
    await upload(text(2000).file)
    await upload(text(20_000_000).file)
  })

  test('have all files, wherever they are; a restored site has them on its disk and leaves the bucket alone', async () => {
    const path = join(folder, 'all.tar')
    const { made } = await createCheckedBackup(site.app.data, { file: path }, { allow })
    expect(made.summary).toMatchObject({ missing: [], counts: { uploads: 3 } })
    const data = join(folder, 'restored')
    await restoreBackup(sourceOf(path), data)
    const before = [...site.service.objects.keys()]
    const copy = await createTestApp({ data, config: { outbound_allow: allow } })
    expect(storages(copy)).toEqual(['local', 'local', 'local'])
    expect(copy.rows.all('file_store')).toEqual([])
    // its accounts have no sessions any more
    copy.rows.sqlite.exec("UPDATE user SET username = username || '2', username_key = username_key || '2'")
    copy.rows.sqlite.exec(`UPDATE upload_file SET uid = ${copy.uid('owner')}`)
    for (const { sign, file_size } of copy.rows.all('upload_file'))
      expect((await contentOf(copy, `/api/attachment/visitFile?sign=${sign}`)).length).toBe(file_size)
    // it is another site now: what it deletes and uploads is its own
    const { file_id } = copy.rows.all('upload_file')[1] ?? {}
    await copy.as('owner').attachment.deleteMyAttachment({ file_id: Number(file_id) })
    await copy.as('owner').page.upload({ file: text(10).file })
    expect([...site.service.objects.keys()]).toEqual(expect.arrayContaining(before))
    const folders = new Set(objectsIn(site.service).map((key) => key.split('/')[1]))
    expect(folders.size).toBe(2)
    await copy.close()
  })

  test('to a place copy each file of the bucket once', async () => {
    const target = { place: { kind: 'folder' as const, path: join(folder, 'place'), mayCreate: true }, count: 7 }
    await createCheckedBackup(site.app.data, target, { allow })
    const reads = () => site.service.requests.filter(({ method, key }) => method === 'GET' && key !== '').length
    const before = reads()
    const { made } = await createCheckedBackup(site.app.data, target, { allow })
    expect(reads()).toBe(before)
    expect(made.summary.counts.uploads).toBe(3)
  })

  test('to a place ask about new files one by one, where a list of the bucket would take longer', async () => {
    const target = { place: { kind: 'folder' as const, path: join(folder, 'place'), mayCreate: true }, count: 7 }
    const listed = () => site.service.requests.splice(0).flatMap(({ method, key }) => (key === '' ? [method] : []))
    listed()
    await createCheckedBackup(site.app.data, target, { allow })
    // two files and one page of the list
    expect(listed()).toEqual(['GET'])
    await upload(text(3000).file)
    listed()
    await createCheckedBackup(site.app.data, target, { allow })
    expect(listed()).toEqual([])
    await createCheckedBackup(site.app.data, target, { allow })
    expect(site.service.requests.filter(({ method }) => method === 'GET' || method === 'HEAD')).toEqual([])
  })

  test('read the list page by page, and no further than the last file that they need', async () => {
    site.service.listMost = 1
    site.service.requests.length = 0
    // of another program, after all files
    for (let at = 0; at < 5; at++) site.service.objects.set(`docs/zz/${at}`, Buffer.from('x'))
    const { made } = await createCheckedBackup(site.app.data, { file: join(folder, 'all.tar') }, { allow })
    expect(made.summary).toMatchObject({ missing: [], counts: { uploads: 3 } })
    const lists = site.service.requests.filter(({ key, method }) => key === '' && method === 'GET')
    expect(lists.length).toBeLessThanOrEqual(3)
  })

  test('name what the bucket has lost, and fail when it cannot be read', async () => {
    const [lost = ''] = objectsIn(site.service)
    site.service.objects.delete(lost)
    const { made } = await createCheckedBackup(site.app.data, { file: join(folder, 'a.tar') }, { allow })
    expect(made.summary.missing).toEqual([lost.split('/').at(-1)])
    site.service.intercept = ({ key }, response) => {
      if (key === lost) return false
      sendS3Error(response, 403, 'AccessDenied')
      return true
    }
    await expect(createBackup(site.app.data, { file: join(folder, 'b.tar') }, { allow })).rejects.toMatchObject({
      text: 'backupStorageBad',
      values: { detail: 'HTTP 403 AccessDenied' },
    })
    expect(existsSync(join(folder, 'b.tar'))).toBe(false)
  })

  test('nothing is removed from the bucket while one is made', async () => {
    const { file_id } = site.app.rows.all('upload_file')[1] ?? {}
    let during: string[] = []
    const sink = {
      isFirst: true,
      async write() {
        if (!this.isFirst) return
        this.isFirst = false
        await site.app.as('owner').attachment.deleteMyAttachment({ file_id: Number(file_id) })
        await vi.waitFor(() => expect(site.app.app.background.size).toBe(0))
        during = objectsIn(site.service)
      },
      close: async () => undefined,
      abort: async () => undefined,
    }
    const { summary } = await createBackup(site.app.data, { sink, name: '-' }, { allow })
    expect(summary).toMatchObject({ missing: [], counts: { uploads: 3 } })
    expect(during).toHaveLength(2)
    await removeLeftovers(site.app.app)
    expect(objectsIn(site.service)).toHaveLength(1)
  })
})

test('with the storage off again, new files go to the disk and those of the bucket still open', async () => {
  await turnOn(site)
  const { content, file } = text(1000)
  const url = await upload(file)
  await turnOff(site)
  await upload(text(1000).file)
  expect(storages(site.app)[1]).toBe('local')
  expect((await contentOf(site.app, url)).toString()).toBe(content)
})

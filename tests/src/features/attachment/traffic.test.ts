import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { flushTraffic } from '#src/features/attachment/index.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { bytes } from './files.ts'

const mb = 'x'.repeat(2 ** 20)

async function visit(app: TestApp, url: string, headers: Record<string, string> = {}, method = 'GET') {
  await (await fetch(app.url + url, { method, headers })).arrayBuffer()
}

const counts = async (app: TestApp) => {
  const { list, used_flow_m } = await app.as('owner').attachment.getMyList()
  return { visit_times: list[0]?.visit_times, used_flow_m, seen: list[0]?.last_visit_time !== '' }
}

test('counts visits and traffic, shows them at once, and writes them in batches', async () => {
  const app = await createTestApp()
  const { url } = await app.as('owner').page.upload({ file: bytes('a.txt', mb) })
  expect(await counts(app)).toEqual({ visit_times: 0, used_flow_m: 0, seen: false })
  await visit(app, url)
  await visit(app, url)
  expect(app.rows.all('upload_file')).toMatchObject([{ visit_times: 0 }])
  const two = { visit_times: 2, used_flow_m: 2, seen: true }
  expect(await counts(app)).toEqual(two)
  await flushTraffic(app.app)
  expect(app.rows.all('upload_file')).toMatchObject([{ visit_times: 2 }])
  expect(app.rows.all('file_flow')).toMatchObject([{ uid: app.uid('owner'), used: 2 * 2 ** 20 }])
  expect(await counts(app)).toEqual(two)
  await flushTraffic(app.app)
  expect(await counts(app)).toEqual(two)
})

test('counts ranges as traffic and only the first as a visit, and ignores what is not sent', async () => {
  const app = await createTestApp()
  const { url } = await app.as('owner').page.upload({ file: bytes('a.txt', mb) })
  const half = 2 ** 19
  await visit(app, url, { range: `bytes=0-${half - 1}` })
  await visit(app, url, { range: `bytes=${half}-` })
  expect(await counts(app)).toMatchObject({ visit_times: 1, used_flow_m: 1 })
  const etag = (await fetch(app.url + url, { method: 'HEAD' })).headers.get('etag') ?? ''
  await visit(app, url, { 'if-none-match': etag })
  await visit(app, url, { range: 'bytes=9999999-' })
  expect(await counts(app)).toMatchObject({ visit_times: 1, used_flow_m: 1 })
})

test('loses no visit when the server stops, and continues counting after a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docstead-visits-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const first = await createTestApp({ data: folder })
  const { url } = await first.as('owner').page.upload({ file: bytes('a.txt', mb) })
  await visit(first, url)
  await first.close()
  const second = await createTestApp({ data: folder })
  await visit(second, url)
  await flushTraffic(second.app)
  expect(second.rows.all('upload_file')).toMatchObject([{ visit_times: 2 }])
  expect(second.rows.all('file_flow')).toMatchObject([{ used: 2 * 2 ** 20 }])
})

test('keeps counts that cannot be written for the next attempt', async () => {
  const app = await createTestApp()
  const { url } = await app.as('owner').page.upload({ file: bytes('a.txt', 'x') })
  await visit(app, url)
  app.rows.sqlite.exec("CREATE TRIGGER full BEFORE UPDATE ON upload_file BEGIN SELECT RAISE(ABORT, 'full'); END")
  await expect(flushTraffic(app.app)).rejects.toThrow('full')
  await visit(app, url)
  app.rows.sqlite.exec('DROP TRIGGER full')
  await flushTraffic(app.app)
  expect(app.rows.all('upload_file')).toMatchObject([{ visit_times: 2 }])
})

test('discards the traffic of a deleted account and of a deleted file', async () => {
  const app = await createTestApp()
  const { url } = await app.as('owner').page.upload({ file: bytes('a.txt', 'x') })
  await visit(app, url)
  app.rows.sqlite.exec("DELETE FROM upload_file; DELETE FROM user WHERE username = 'owner'")
  await flushTraffic(app.app)
  expect(app.rows.all('file_flow')).toEqual([])
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Config, readConfig, StartError } from '#src/core/config.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { bytes } from './files.ts'

const proxies = { trusted_proxies: ['127.0.0.1'] }

async function appWithFile(config: Partial<Config>) {
  const app = await createTestApp({ config })
  const item_id = await app.rows.newItem({ password: 'secret' })
  const page_id = app.rows.newPage(item_id, 'T')
  const { url } = await app.as('owner').page.upload({ item_id, page_id, file: bytes('报告.txt', '0123456789') })
  const { stored_name } = app.rows.sqlite.prepare('SELECT stored_name FROM upload_file').get() as {
    stored_name: string
  }
  return { app, url, stored_name }
}

const get = (app: TestApp, url: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(app.url + url, { method, headers: { authorization: `Bearer ${app.token('owner')}`, ...headers } })

test('nginx is told where the file is, with all headers of a file and no content', async () => {
  const { app, url, stored_name } = await appWithFile({ ...proxies, file_offload: 'x-accel' })
  const answer = await get(app, url)
  expect([answer.status, await answer.text()]).toEqual([200, ''])
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'x-accel-redirect': `/docstead-uploads/${stored_name.slice(0, 2)}/${stored_name}`,
    'content-type': 'application/octet-stream',
    'content-disposition': "attachment; filename*=UTF-8''%E6%8A%A5%E5%91%8A.txt",
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    etag: `"${stored_name}"`,
  })
  expect(answer.headers.get('content-length')).toBe('0')
})

test('Apache is given the path on the disk, and nginx another location when one is set', async () => {
  const apache = await appWithFile({ ...proxies, file_offload: 'x-sendfile' })
  const { stored_name } = apache
  const answer = await get(apache.app, apache.url)
  expect(answer.headers.get('x-sendfile')).toBe(join(apache.app.data, 'uploads', stored_name.slice(0, 2), stored_name))
  expect(answer.headers.get('x-accel-redirect')).toBeNull()
  const nginx = await appWithFile({ ...proxies, file_offload: 'x-accel', file_offload_path: '/-/files' })
  expect((await get(nginx.app, nginx.url)).headers.get('x-accel-redirect')).toMatch(
    /^\/-\/files\/[0-9a-f]{2}\/[0-9a-f]{32}$/,
  )
})

test('a path that no header can carry is sent by this server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docstead-文档-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const app = await createTestApp({ data: join(folder, 'data'), config: { ...proxies, file_offload: 'x-sendfile' } })
  const item_id = await app.rows.newItem()
  const page_id = app.rows.newPage(item_id, 'T')
  const { url } = await app.as('owner').page.upload({ item_id, page_id, file: bytes('a.txt', '0123456789') })
  const answer = await get(app, url)
  expect([answer.status, await answer.text(), answer.headers.get('x-sendfile')]).toEqual([200, '0123456789', null])
})

test('a client that comes through no trusted proxy gets the content itself', async () => {
  for (const config of [{ file_offload: 'x-sendfile' as const }, { ...proxies }]) {
    const { app, url } = await appWithFile(config)
    const answer = await get(app, url)
    expect(await answer.text()).toBe('0123456789')
    expect([answer.headers.get('x-sendfile'), answer.headers.get('x-accel-redirect')]).toEqual([null, null])
  }
})

test('the right is checked for each request, and a missing file is an error', async () => {
  const { app, url } = await appWithFile({ ...proxies, file_offload: 'x-accel' })
  const rejected = async (headers: Record<string, string>) => {
    const answer = await get(app, url, headers)
    expect(answer.headers.get('x-accel-redirect')).toBeNull()
    return ((await answer.json()) as { error_name: string }).error_name
  }
  expect(await rejected({ authorization: `Bearer ${app.token('stranger')}` })).toBe('fileGone')
  rmSync(join(app.data, 'uploads'), { recursive: true })
  expect(await rejected({})).toBe('fileGone')
  expect(app.errors).toEqual([])
})

test('answers without content come from this server', async () => {
  const { app, url, stored_name } = await appWithFile({ ...proxies, file_offload: 'x-accel' })
  const known = await get(app, url, { 'if-none-match': `"${stored_name}"` })
  const outside = await get(app, url, { range: 'bytes=99-' })
  const head = await get(app, url, {}, 'HEAD')
  expect([known, outside, head].map((one) => [one.status, one.headers.get('x-accel-redirect')])).toEqual([
    [304, null],
    [416, null],
    [200, null],
  ])
  expect(head.headers.get('content-length')).toBe('10')
})

test('the internal location is a path', () => {
  const read = (path: string) => readConfig(new Map([['file-offload-path', path]]), {}).file_offload_path
  expect(read('/a/b/')).toBe('/a/b')
  for (const bad of ['', '/', 'uploads', '/a b', 'http://x']) expect(() => read(bad), bad).toThrow(StartError)
})

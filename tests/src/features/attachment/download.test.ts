import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { bytes, png, samples } from './files.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})

const get = (url: string, as?: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(app.url + url, {
    method,
    headers: { ...headers, ...(as === undefined ? {} : { authorization: `Bearer ${app.token(as)}` }) },
  })

/** Returns true if the user gets the file, false for the only expected error. */
async function opens(url: string, as?: string): Promise<boolean> {
  const answer = await get(url, as)
  const type = answer.headers.get('content-type') ?? ''
  if (type.startsWith('application/json')) {
    expect(await answer.json()).toMatchObject({ error_name: 'fileGone', error_code: 10101 })
    return false
  }
  expect(answer.status).toBe(200)
  await answer.arrayBuffer()
  return true
}

const upload = async (file: File, ids: { item_id?: number; page_id?: number } = {}, as = 'owner') =>
  (await app.as(as).page.upload({ ...ids, file })).url

const shownAs: [string, string, string][] = [
  ['gif', 'image/gif', 'inline'],
  ['mp3', 'audio/mpeg', 'inline'],
  ['mp4', 'video/mp4', 'inline'],
  ['pdf', 'application/octet-stream', 'attachment'],
  ['zip', 'application/octet-stream', 'attachment'],
  ['svg', 'application/octet-stream', 'attachment'],
  ['html', 'application/octet-stream', 'attachment'],
]

test.each(shownAs)('%s is sent as %s, %s', async (ending, type, how) => {
  const url = await upload(bytes(`报告 'x' (1).${ending}`, samples[ending] ?? ''), {}, 'admin')
  for (const method of ['GET', 'HEAD']) {
    const answer = await get(url, 'admin', {}, method)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': type,
      'content-disposition': `${how}; filename*=UTF-8''%E6%8A%A5%E5%91%8A%20%27x%27%20%281%29.${ending}`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'content-length': String(samples[ending]?.length),
    })
    expect((await answer.arrayBuffer()).byteLength).toBe(method === 'HEAD' ? 0 : samples[ending]?.length)
  }
})

test('downloads text files, whatever they contain', async () => {
  for (const ending of ['txt', 'css', 'json', 'md']) {
    const answer = await get(await upload(bytes(`a.${ending}`, samples['html'] ?? '')))
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; /)
  }
})

test('never displays a stored type that is not known', async () => {
  const url = await upload(bytes('a.txt', 'x'))
  for (const file_type of ['text/html', 'image/svg+xml', 'image/png; x', '']) {
    app.rows.sqlite.prepare('UPDATE upload_file SET file_type = ?').run(file_type)
    expect((await get(url)).headers.get('content-type')).toBe('application/octet-stream')
  }
})

test('sends a single range of small and large files', async () => {
  const small = await upload(bytes('a.txt', '0123456789'))
  const large = await upload(bytes('b.txt', 'abcdefghij'.repeat(100_000)))
  const part = async (url: string, range: string) => {
    const answer = await get(url, undefined, { range })
    return [answer.status, answer.headers.get('content-range'), (await answer.text()).slice(0, 12)]
  }
  expect(await part(small, 'bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234'])
  expect(await part(small, 'bytes=7-')).toEqual([206, 'bytes 7-9/10', '789'])
  expect(await part(small, 'bytes=-2')).toEqual([206, 'bytes 8-9/10', '89'])
  expect(await part(small, 'bytes=0-99')).toEqual([206, 'bytes 0-9/10', '0123456789'])
  expect(await part(small, 'bytes=10-')).toEqual([416, 'bytes */10', ''])
  expect(await part(small, 'bytes=-0')).toEqual([416, 'bytes */10', ''])
  expect(await part(small, 'bytes=1-2,4-5')).toEqual([200, null, '0123456789'])
  expect(await part(large, 'bytes=999995-')).toEqual([206, 'bytes 999995-999999/1000000', 'fghij'])
  const most = await get(large, undefined, { range: 'bytes=1-' })
  expect([most.status, (await most.arrayBuffer()).byteLength]).toEqual([206, 999_999])
  const whole = await get(large)
  expect([whole.status, (await whole.text()) === 'abcdefghij'.repeat(100_000)]).toEqual([200, true])
})

test('sends a range only if the client holds the rest of the same file, and sends no range twice', async () => {
  const url = await upload(bytes('a.txt', '0123456789'))
  const etag = (await get(url)).headers.get('etag') ?? ''
  const range = 'bytes=1-2'
  expect((await get(url, undefined, { range, 'if-range': etag })).status).toBe(206)
  expect((await get(url, undefined, { range, 'if-range': '"other"' })).status).toBe(200)
  expect((await get(url, undefined, { range }, 'HEAD')).status).toBe(200)
  for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*'])
    expect((await get(url, undefined, { 'if-none-match': known })).status).toBe(304)
  expect((await get(url, undefined, { 'if-none-match': '"x"' })).status).toBe(200)
})

test('reports an error for a file whose bytes are missing, instead of a short response', async () => {
  const url = await upload(bytes('a.txt', 'hello'))
  rmSync(join(app.data, 'uploads'), { recursive: true })
  expect(await opens(url)).toBe(false)
  expect(await (await get(url)).headers.get('content-disposition')).toBeNull()
  expect(app.errors).toEqual([])
})

test('opens a file of a private item only for people who can read its page', async () => {
  const item_id = await app.rows.newItem({ password: 'secret' })
  const page_id = app.rows.newPage(item_id, 'T')
  const url = await upload(bytes('a.txt', 'x'), { page_id })
  const member = app.rows.newMember(item_id, 'reader', 'read')
  expect(await opens(url, 'reader')).toBe(true)
  expect(await opens(url, 'admin')).toBe(true)
  expect(await opens(url, 'stranger')).toBe(false)
  expect(await opens(url)).toBe(false)
  expect(await opens(`${url}&_item_pwd=secret`)).toBe(true)
  expect(await opens(`${url}&user_token=${app.token('reader')}`)).toBe(true)
  const common = url.replace('/attachment/', '/common/')
  expect([await opens(common, 'reader'), await opens(common, 'stranger')]).toEqual([true, false])
  app.rows.sqlite.prepare('DELETE FROM item_member WHERE item_member_id = ?').run(member)
  expect(await opens(url, 'reader')).toBe(false)
})

test('opens the files of an item for anyone who entered its access password', async () => {
  const item_id = await app.rows.newItem({ password: 'secret' })
  const page_id = app.rows.newPage(item_id, 'T')
  const url = await upload(bytes('a.txt', 'x'), { page_id })
  const passed = await app.call(
    'item/pwd',
    { item_id: String(item_id), password: 'secret' },
    { headers: { origin: app.url, 'sec-fetch-site': 'same-origin' } },
  )
  const cookie = passed.headers.get('set-cookie')?.split(';')[0] ?? ''
  expect(cookie).toMatch(/=/)
  expect((await get(url, undefined, { cookie })).headers.get('content-disposition')).toMatch(/^attachment/)
})

test('access ends when the page is moved to the recycle bin, and when its item is deleted', async () => {
  const item_id = await app.rows.newItem()
  const page_id = app.rows.newPage(item_id, 'T')
  const url = await upload(bytes('a.txt', 'x'), { page_id })
  expect(await opens(url)).toBe(true)
  await app.as('owner').page.delete({ page_id })
  expect([await opens(url), await opens(url, 'stranger'), await opens(url, 'owner')]).toEqual([false, false, true])
  app.rows.sqlite.prepare('UPDATE page SET is_del = 0').run()
  expect(await opens(url)).toBe(true)
  app.rows.sqlite.prepare('UPDATE item SET is_del = 1').run()
  expect(await opens(url)).toBe(false)
})

test('a member limited to a catalog opens only files of its pages', async () => {
  const item_id = await app.rows.newItem({ password: 'secret' })
  const mine = app.rows.newCatalog(item_id, 'mine')
  const inside = await upload(bytes('a.txt', 'x'), { page_id: app.rows.newPage(item_id, 'in', { cat_id: mine }) })
  const outside = await upload(bytes('a.txt', 'x'), { page_id: app.rows.newPage(item_id, 'out') })
  const nowhere = await upload(bytes('a.txt', 'x'), { item_id })
  app.rows.newMember(item_id, 'limited', 'edit', [mine])
  app.rows.newMember(item_id, 'reader', 'read')
  const all = [inside, outside, nowhere]
  expect(await Promise.all(all.map((url) => opens(url, 'limited')))).toEqual([true, false, false])
  expect(await Promise.all(all.map((url) => opens(url, 'reader')))).toEqual([true, true, true])
})

test('opens a file that only a draft shows for the author alone', async () => {
  const item_id = await app.rows.newItem()
  const page_id = app.rows.newPage(item_id, 'T', { is_draft: 1, author: 'writer' })
  app.rows.newMember(item_id, 'writer', 'edit')
  const url = await upload(bytes('a.txt', 'x'), { item_id })
  app.rows.insert('file_page', { file_id: 1, page_id, item_id, addtime: 1 })
  expect([await opens(url, 'writer'), await opens(url, 'reader'), await opens(url)]).toEqual([true, false, false])
})

test('a public link opens the files that its page shows, as long as it is valid', async () => {
  const item_id = await app.rows.newItem({ password: 'secret' })
  const page_id = app.rows.newPage(item_id, 'T')
  const url = await upload(png(), { page_id })
  const link = { unique_key: 'k'.repeat(32), page_id, uid: 1, addtime: 1 }
  expect(await opens(url)).toBe(false)
  app.rows.insert('single_page', link)
  expect(await opens(url)).toBe(true)
  app.rows.sqlite.prepare('UPDATE single_page SET expire_time = 1000').run()
  expect(await opens(url)).toBe(false)
  app.rows.sqlite.prepare('UPDATE single_page SET expire_time = 99999999999').run()
  expect(await opens(url)).toBe(true)
  app.rows.sqlite.prepare('UPDATE page SET is_draft = 1').run()
  expect(await opens(url)).toBe(false)
  app.rows.sqlite.prepare('UPDATE page SET is_draft = 0, is_del = 1').run()
  expect(await opens(url)).toBe(false)
})

test('a file that belongs to no item is open to anyone with its address', async () => {
  const url = await upload(bytes('a.txt', 'x'))
  expect([await opens(url), await opens(url, 'stranger')]).toEqual([true, true])
})

import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { png } from './files.ts'

const send = ({ as }: TestApp, file: File, more: { item_id?: number; page_id?: number } = {}) =>
  as('owner').page.uploadImg({ ...more, 'editormd-image-file': file })

test('stores an image and shows it to anyone who can read its item', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ password: 'secret' })
  const page_id = app.rows.newPage(item_id, 'T')
  const file = png(3, 2)
  const { url, success } = await send(app, file, { page_id })
  expect(success).toBe(1)
  expect(url).toMatch(/^\/api\/attachment\/visitFile\?sign=[0-9a-f]{32}$/)
  expect(app.rows.all('file_page')).toMatchObject([{ page_id, item_id }])
  expect(await app.as('owner').page.info({ page_id })).toMatchObject({ attachment_count: 1 })

  const get = (headers: Record<string, string>) => fetch(app.url + url, { headers })
  const owner = { authorization: `Bearer ${app.token('owner')}` }
  const shown = await get(owner)
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(Buffer.from(await file.arrayBuffer()))
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'private, no-cache',
  })
  expect((await get({ ...owner, 'if-none-match': shown.headers.get('etag') ?? '' })).status).toBe(304)
  const part = await get({ ...owner, range: 'bytes=1-3' })
  expect([part.status, await part.text()]).toEqual([206, 'PNG'])
  expect((await get({ ...owner, range: 'bytes=9999-' })).status).toBe(416)
  const others: Record<string, string>[] = [{}, { authorization: `Bearer ${app.token('stranger')}` }]
  for (const headers of others) {
    expect(await (await get(headers)).json()).toMatchObject({ error_name: 'fileGone' })
  }
})

test('reports a missing file in every request', async () => {
  const app = await createTestApp()
  for (const sign of ['x', '../../docstead.db', '0'.repeat(32)]) {
    await expect(app.visitor.attachment.visitFile({ sign })).rejects.toMatchObject({ errorName: 'fileGone' })
  }
})

const text = (name: string, content: string) => new File([content], name, { type: 'image/png' })
const refused: [string, File, string][] = [
  ['an empty file', new File([], 'a.png'), 'fileMissing'],
  ['a text called a picture', text('a.png', 'hello'), 'notAnImage'],
  ['an SVG', text('a.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), 'notAnImage'],
  ['a page', text('a.png', '<!doctype html><script>1</script>'), 'notAnImage'],
  ['more than 4 MB', new File([png(3, 2), new Uint8Array(4 * 1024 * 1024)], 'a.png'), 'fileTooLarge'],
  ['a picture 30000 wide', png(30_000, 10), 'imageTooLarge'],
  ['a picture 30000 high', png(10, 30_000), 'imageTooLarge'],
]

test.each(refused)('%s is not stored', async (_, file, errorName) => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const body = new FormData()
  body.append('item_id', String(item_id))
  body.append('editormd-image-file', file)
  const { json } = await app.call('page/uploadImg', body, { as: 'owner' })
  expect(json).toMatchObject({ error_name: errorName, success: 0, message: expect.stringMatching(/./) })
  expect(app.rows.all('upload_file')).toEqual([])
})

test('rejects a request without a file, and one with two files', async () => {
  const app = await createTestApp()
  const none = new FormData()
  none.append('item_id', '0')
  expect((await app.call('page/uploadImg', none, { as: 'owner' })).json).toMatchObject({ error_name: 'fileMissing' })
  const two = new FormData()
  for (let count = 0; count < 2; count++) two.append('editormd-image-file', png(3, 2))
  expect((await app.call('page/uploadImg', two, { as: 'owner' })).json).toMatchObject({ error_name: 'badParameter' })
  const visitor = new FormData()
  visitor.append('editormd-image-file', png(3, 2))
  expect((await app.call('page/uploadImg', visitor)).json).toMatchObject({ error_code: 10102 })
})

test('rejects an upload into an item without the right to edit', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  app.rows.newMember(item_id, 'reader', 'read')
  for (const who of ['reader', 'stranger']) {
    await expect(app.as(who).page.uploadImg({ item_id, 'editormd-image-file': png(3, 2) })).rejects.toMatchObject({
      code: 10103,
    })
  }
})

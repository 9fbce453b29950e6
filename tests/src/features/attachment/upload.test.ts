import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { bytes, png, samples } from './files.ts'

const stored = ({ rows }: TestApp) => rows.all('upload_file')

/** Uploads as a third-party client does and returns the raw response. */
async function upload({ call }: TestApp, file: File, as?: string, fields: Record<string, string> = {}) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  body.append('file', file)
  return (await call('page/upload', body, as === undefined ? {} : { as })).json
}

/** The number of files in the data folder. */
const filesIn = ({ data }: TestApp) =>
  readdirSync(join(data, 'uploads'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length

test('uploads an attachment to a page, to an item, or to the person’s own files', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const page_id = app.rows.newPage(item_id, 'T')
  const owner = app.as('owner')
  const file = bytes('说明.txt', 'hello')
  const answer = await owner.page.upload({ page_id, item_id, file })
  expect(answer).toEqual({
    url: expect.stringMatching(/^\/api\/attachment\/visitFile\?sign=[0-9a-f]{32}$/),
    success: 1,
  })
  await owner.attachment.attachmentUpload({ item_id, file })
  await owner.page.upload({ file })
  expect(stored(app)).toMatchObject([
    { item_id, display_name: '说明.txt', file_type: 'text/plain', file_size: 5, uid: app.uid('owner') },
    { item_id },
    { item_id: 0 },
  ])
  expect(app.rows.all('file_page')).toMatchObject([{ file_id: 1, page_id, item_id, is_listed: 1 }])
  expect(filesIn(app)).toBe(3)
  const [{ stored_name = '' } = {}] = stored(app)
  const path = join(app.data, 'uploads', String(stored_name).slice(0, 2), String(stored_name))
  expect(readFileSync(path, 'utf8')).toBe('hello')
})

test.each(['gif', 'bmp', 'pdf', 'zip', 'docx', 'gz', 'rar', 'mp3', 'wav', 'mp4', 'doc'])(
  '%s is accepted',
  async (ending) => {
    const app = await createTestApp()
    expect(await upload(app, bytes(`a.${ending.toUpperCase()}`, samples[ending] ?? ''), 'owner')).toMatchObject({
      success: 1,
    })
  },
)

test.each(['txt', 'csv', 'json', 'css', 'md', 'log', 'yaml', 'sql'])(
  'stores text as %s, also in GBK',
  async (ending) => {
    const app = await createTestApp()
    expect(await upload(app, bytes(`a.${ending}`, '\u00d6\u00d0\u00ce\u00c4'), 'owner')).toMatchObject({ success: 1 })
  },
)

const refused: [string, File, string][] = [
  ['nothing', bytes('a.txt', ''), 'fileMissing'],
  ['a page', bytes('a.html', samples['html'] ?? ''), 'fileTypeRefused'],
  ['an SVG', bytes('a.svg', samples['svg'] ?? ''), 'fileTypeRefused'],
  ['a script', bytes('a.js', 'alert(1)'), 'fileTypeRefused'],
  ['a program', bytes('a.exe', samples['exe'] ?? ''), 'fileTypeRefused'],
  ['a name without an ending', bytes('README', 'x'), 'fileTypeRefused'],
  ['a script for the server', bytes('a.php', 'x'), 'fileNameBlocked'],
  ['one in the middle of a name', bytes('shell.pHp.jpg', 'x'), 'fileNameBlocked'],
  ['a name with a path', bytes('..\\..\\a.php', 'x'), 'fileNameBlocked'],
  ['a name whose ending an invisible sign hides', new File(['x'], 'a.p\u202ehp'), 'fileNameBlocked'],
  ['a page called a picture', bytes('a.png', samples['html'] ?? ''), 'fileContentWrong'],
  ['an SVG called a picture', bytes('a.png', samples['svg'] ?? ''), 'fileContentWrong'],
  ['a picture of another kind', bytes('a.jpg', samples['gif'] ?? ''), 'fileContentWrong'],
  ['a program called a document', bytes('a.pdf', samples['exe'] ?? ''), 'fileContentWrong'],
  ['a program called an archive', bytes('a.zip', samples['elf'] ?? ''), 'fileContentWrong'],
  ['a program called a text', bytes('a.txt', samples['elf'] ?? ''), 'fileContentWrong'],
  ['a picture with nothing but its first bytes', bytes('a.gif', 'GIF89a'), 'notAnImage'],
  ['a picture 30000 wide', png(30_000, 1), 'imageTooLarge'],
]

test.each(refused)('%s is rejected and leaves nothing behind', async (_, file, error_name) => {
  const app = await createTestApp()
  expect(await upload(app, file, 'owner')).toMatchObject({
    error_name,
    success: 0,
    message: expect.stringMatching(/\S/),
  })
  expect(stored(app)).toEqual([])
  expect(filesIn(app)).toBe(0)
})

test('an administrator can upload all types except blocked ones and files of a false type', async () => {
  const app = await createTestApp()
  expect(await upload(app, bytes('a.svg', samples['svg'] ?? ''), 'admin')).toMatchObject({ success: 1 })
  expect(await upload(app, bytes('README', 'x'), 'admin')).toMatchObject({ success: 1 })
  expect(await upload(app, bytes('a.php', 'x'), 'admin')).toMatchObject({ error_name: 'fileNameBlocked' })
  expect(await upload(app, bytes('a.png', samples['html'] ?? ''), 'admin')).toMatchObject({
    error_name: 'fileContentWrong',
  })
  expect(stored(app)).toMatchObject([
    { file_type: 'application/octet-stream' },
    { file_type: 'application/octet-stream' },
  ])
})

test.each([
  ['../../etc/a.txt', 'a.txt'],
  ['C:\\temp\\a.txt', 'a.txt'],
  ['a\u202etxt.txt', 'atxt.txt'],
  ['a\u200b\ufeff.txt ', 'a.txt'],
  [`${'名'.repeat(300)}.txt`, `${'名'.repeat(196)}.txt`],
  [`${'😀'.repeat(300)}.txt`, `${'😀'.repeat(98)}.txt`],
])('stores the name %j as %j', async (name, kept) => {
  const app = await createTestApp()
  const body = `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\nhi\r\n--b--\r\n`
  const { json } = await app.call('page/upload', body, {
    as: 'owner',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  })
  expect(json).toMatchObject({ success: 1 })
  const [row] = stored(app)
  expect(row).toMatchObject({ display_name: kept })
})

test('rejects a file over the limit by name, whatever follows it', async () => {
  const app = await createTestApp({ config: { upload_max_mb: 1 } })
  const mb = 'x'.repeat(1024 * 1024)
  expect(await upload(app, bytes('a.txt', mb), 'owner')).toMatchObject({ success: 1 })
  expect(await upload(app, bytes('b.txt', `${mb}x`), 'owner')).toMatchObject({ error_name: 'fileTooLarge', success: 0 })
  expect(await upload(app, bytes('c.txt', mb.repeat(10)), 'owner')).toMatchObject({ error_name: 'fileTooLarge' })
  expect(stored(app)).toHaveLength(1)
  expect(filesIn(app)).toBe(1)
})

test('the file limit can be larger than the image limit, which still applies', async () => {
  const app = await createTestApp({ config: { upload_max_mb: 6 } })
  const owner = app.as('owner')
  const large = [png(), new Uint8Array(5 * 1024 * 1024)]
  expect(await owner.page.upload({ file: new File(large, 'a.png') })).toMatchObject({ success: 1 })
  const picture = { 'editormd-image-file': new File(large, 'a.png') }
  await expect(owner.page.uploadImg(picture)).rejects.toMatchObject({ errorName: 'fileTooLarge' })
})

test('limits the total size of a person’s files when a quota is set', async () => {
  const app = await createTestApp({ config: { upload_quota_mb: 1 } })
  const file = bytes('a.txt', 'x'.repeat(600 * 1024))
  expect(await upload(app, file, 'owner')).toMatchObject({ success: 1 })
  expect(await upload(app, file, 'owner')).toMatchObject({ error_name: 'quotaReached', success: 0 })
  const picture = { 'editormd-image-file': new File([png(), new Uint8Array(600 * 1024)], 'a.png') }
  await expect(app.as('owner').page.uploadImg(picture)).rejects.toMatchObject({ errorName: 'quotaReached' })
  expect(await upload(app, file, 'other')).toMatchObject({ success: 1 })
  expect(stored(app)).toHaveLength(2)
  expect(filesIn(app)).toBe(2)
  await app.as('owner').attachment.deleteMyAttachment({ file_id: '1' })
  expect(await upload(app, file, 'owner')).toMatchObject({ success: 1 })
})

test('concurrent uploads cannot exceed the quota together', async () => {
  const app = await createTestApp({ config: { upload_quota_mb: 1 } })
  const file = bytes('a.txt', 'x'.repeat(600 * 1024))
  const answers = await Promise.all([1, 2, 3].map(() => upload(app, file, 'owner')))
  expect(answers.filter((one) => one['success'] === 1)).toHaveLength(1)
  expect(filesIn(app)).toBe(1)
})

test('queues many files that are sent at once', async () => {
  const app = await createTestApp()
  const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => upload(app, bytes(`${at}.txt`, 'x'), 'owner')))
  expect(answers.map((one) => one['success'])).toEqual(answers.map(() => 1))
})

test('rejects too many uploads in a minute', async () => {
  const app = await createTestApp()
  for (let at = 0; at < 120; at++) app.app.limiter.take(`upload:${app.uid('owner')}`, 120, 60_000)
  expect(await upload(app, bytes('a.txt', 'x'), 'owner')).toMatchObject({ error_code: 10429, success: 0 })
})

test('rejects uploads without the right to edit', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ password: 'secret' })
  const page_id = app.rows.newPage(item_id, 'T')
  const other = await app.rows.newItem({ owner: 'other' })
  app.rows.newMember(item_id, 'reader', 'read')
  const file = bytes('a.txt', 'x')
  expect(await upload(app, file, undefined, { item_id: String(item_id) })).toMatchObject({ error_code: 10102 })
  expect(await upload(app, file, 'reader', { item_id: String(item_id) })).toMatchObject({ error_code: 10103 })
  expect(await upload(app, file, 'reader', { page_id: String(page_id) })).toMatchObject({ error_code: 10103 })
  expect(await upload(app, file, 'stranger', { item_id: String(item_id) })).toMatchObject({ error_code: 10303 })
  // owning an item does not grant access to a page of another item
  const mixed = { item_id: String(other), page_id: String(page_id) }
  expect(await upload(app, file, 'other', mixed)).toMatchObject({ error_code: 10303 })
  expect(await upload(app, file, 'owner', mixed)).toMatchObject({ error_name: 'pageGone' })
  expect(await upload(app, file, 'owner', { page_id: '77' })).toMatchObject({ error_name: 'pageGone' })
  expect(stored(app)).toEqual([])
  expect(filesIn(app)).toBe(0)
})

test('rejects files for an archived item, and uploads of a limited member outside the limit', async () => {
  const app = await createTestApp()
  const archived = await app.rows.newItem({ is_archived: 1 })
  const file = bytes('a.txt', 'x')
  expect(await upload(app, file, 'owner', { item_id: String(archived) })).toMatchObject({ error_name: 'itemArchived' })
  const item_id = await app.rows.newItem()
  const mine = app.rows.newCatalog(item_id, 'mine')
  const inside = app.rows.newPage(item_id, 'inside', { cat_id: mine })
  const outside = app.rows.newPage(item_id, 'outside')
  app.rows.newMember(item_id, 'limited', 'edit', [mine])
  expect(await upload(app, file, 'limited', { page_id: String(outside) })).toMatchObject({ error_name: 'pageGone' })
  expect(await upload(app, file, 'limited', { page_id: String(inside) })).toMatchObject({ success: 1 })
})

test('a pasted image gets the extension of its type', async () => {
  const app = await createTestApp()
  await app.as('owner').page.uploadImg({ 'editormd-image-file': png(3, 2, 'blob') })
  await app.as('owner').attachment.uploadImg({ 'editormd-image-file': png(3, 2, 'shot.jpg') })
  expect(stored(app)).toMatchObject([
    { display_name: 'blob.png', file_type: 'image/png' },
    { display_name: 'shot.jpg', file_type: 'image/png' },
  ])
})

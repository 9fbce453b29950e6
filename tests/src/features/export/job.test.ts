import { readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { failInterruptedJobs, removeOldJobs } from '#src/features/job/index.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { bytesOf, textsIn } from './opened.ts'
import { poppler } from './pdf/written.ts'
import { sheetPage } from './xlsx/sheets.ts'

/** Starts an export and waits until it has ended. */
async function exported(app: TestApp, who: string, input: Record<string, unknown>) {
  const { job_id } = await app.as(who).export.start({ format: 'markdown', ...input } as never)
  const job = await ended(app, who, job_id)
  return { job_id, job }
}

async function ended(app: TestApp, who: string, job_id: string) {
  const find = async () => (await app.as(who).job.list()).find((one) => one.job_id === job_id)
  await expect.poll(async () => (await find())?.state, { timeout: 20_000 }).not.toBe('running')
  await Promise.all(app.app.background)
  return (await find()) ?? Promise.reject(new Error('the job is gone'))
}

/** The names of all files that the data folder has of uploads, finished or not. */
const uploads = ({ data }: TestApp): string[] =>
  readdirSync(join(data, 'uploads'), { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [] : [entry.name],
  )

const pagesIn = (bytes: Uint8Array): string[] =>
  [...textsIn(bytes).keys()].filter((name) => name.endsWith('.md')).toSorted()

/** An item with pages at the top and in two catalogs, one inside another. */
async function tree(app: TestApp) {
  const item_id = await app.rows.newItem({ item_name: 'Orders' })
  const guide = app.rows.newCatalog(item_id, 'Guide', { s_number: 1 })
  const deep = app.rows.newCatalog(item_id, 'Deep', { parent_cat_id: guide, level: 3 })
  const other = app.rows.newCatalog(item_id, 'Other', { s_number: 2 })
  const page = (title: string, cat_id = 0) => app.rows.newPage(item_id, title, { cat_id, page_content: `of ${title}` })
  return {
    item_id,
    guide,
    deep,
    other,
    top: page('top'),
    inGuide: page('in guide', guide),
    inDeep: page('in deep', deep),
    alsoDeep: page('also deep', deep),
    inOther: page('in other', other),
  }
}

/** An item whose export takes long enough to be met in the middle. */
async function largeItem(app: TestApp): Promise<number> {
  const item_id = await app.rows.newItem({ item_name: 'Large' })
  const page_content = `${'A long text about orders. '.repeat(400)}\n\n`.repeat(4)
  app.rows.sqlite.exec('BEGIN')
  for (let number = 0; number < 900; number += 1) app.rows.newPage(item_id, `p${number}`, { page_content })
  app.rows.sqlite.exec('COMMIT')
  return item_id
}

/** Starts a long export and returns its job once some pages are done. */
async function inTheMiddle(app: TestApp, who: string, item_id: number): Promise<string> {
  const { job_id } = await app.as(who).export.start({ item_id, format: 'docx' } as never)
  const done = async () => (await app.as(who).job.list()).find((one) => one.job_id === job_id)?.done
  await expect.poll(done, { timeout: 20_000, interval: 5 }).toBeGreaterThan(0)
  return job_id
}

test('makes a file that its owner can download for a day, and then removes it', async () => {
  const app = await createTestApp()
  const { item_id } = await tree(app)
  const { job_id, job } = await exported(app, 'owner', { item_id })
  expect(job).toMatchObject({
    kind: 'export',
    title: 'Orders',
    state: 'done',
    done: 5,
    total: 5,
    item_id,
    file_name: 'Orders.zip',
    format: 'markdown',
    notes: [],
    note_count: 0,
  })
  const response = await app.as('owner').export.download({ job_id })
  expect(response.headers.get('content-disposition')).toContain("filename*=UTF-8''Orders.zip")
  const bytes = await bytesOf(response)
  expect(bytes.length).toBe(job.file_bytes)
  expect(pagesIn(bytes)).toHaveLength(5)
  expect(app.rows.all('item_change_log')).toMatchObject([{ op_action_type: 'export' }])
  expect(app.rows.all('audit_log').filter(({ action }) => action === 'itemExported')).toMatchObject([
    { detail: 'Orders: markdown', object_id: item_id },
  ])
  const link = await fetch(`${app.url}/api/export/download?job_id=${job_id}&user_token=${app.token('owner')}`)
  expect((await bytesOf(link)).equals(bytes)).toBe(true)
  const part = await fetch(`${app.url}/api/export/download?job_id=${job_id}&user_token=${app.token('owner')}`, {
    headers: { range: 'bytes=0-3' },
  })
  expect([part.status, (await bytesOf(part)).toString()]).toEqual([206, 'PK\u0003\u0004'])

  expect(uploads(app)).toHaveLength(1)
  app.app.now = () => new Date(Date.now() + 86_500_000)
  await removeOldJobs(app.app)
  expect(uploads(app)).toEqual([])
})

test('gives its file to nobody else, and not to an owner who may no longer export what is in it', async () => {
  const app = await createTestApp()
  const { item_id, guide, other } = await tree(app)
  app.rows.newMember(item_id, 'bob', 'edit')
  const whole = await exported(app, 'bob', { item_id })
  const part = await exported(app, 'bob', { item_id, cat_id: guide })
  const download = (job_id: string, who = 'bob') => app.as(who).export.download({ job_id })
  await expect(download(whole.job_id, 'owner')).rejects.toMatchObject({ errorName: 'jobGone' })
  await expect(app.visitor.export.download({ job_id: whole.job_id })).rejects.toMatchObject({
    errorName: 'notLoggedIn',
  })
  const setMember = (set: string) => app.rows.sqlite.prepare(`UPDATE item_member SET ${set}`).run()
  setMember(`cat_ids = '${guide}'`)
  await app.as('owner').item.update({ item_id, item_name: 'Orders' } as never)
  await expect(download(whole.job_id)).rejects.toMatchObject({ errorName: 'exportRightEnded' })
  expect(pagesIn(await bytesOf(await download(part.job_id)))).toHaveLength(3)
  setMember(`cat_ids = '${other}'`)
  await app.as('owner').item.update({ item_id, item_name: 'Orders' } as never)
  await expect(download(part.job_id)).rejects.toMatchObject({ errorName: 'exportRightEnded' })
  app.rows.sqlite.prepare('DELETE FROM item_member').run()
  await app.as('owner').item.update({ item_id, item_name: 'Orders' } as never)
  await expect(download(part.job_id)).rejects.toMatchObject({ errorName: 'exportRightEnded' })
})

test('exports chosen catalogs and pages in their catalogs, and nothing that a limited member cannot see', async () => {
  const app = await createTestApp()
  const at = await tree(app)
  const chosen = async (who: string, choice: Record<string, unknown>) => {
    const { job_id, job } = await exported(app, who, { item_id: at.item_id, ...choice })
    return { title: job.title, pages: pagesIn(await bytesOf(await app.as(who).export.download({ job_id }))) }
  }
  expect(await chosen('owner', { page_ids: [at.inDeep, at.top] })).toEqual({
    title: 'Orders',
    pages: ['Guide/Deep/in deep.md', 'top.md'],
  })
  expect(await chosen('owner', { cat_ids: `${at.deep},${at.other}`, page_ids: `${at.inDeep}` })).toEqual({
    title: 'Orders',
    pages: ['Guide/Deep/also deep.md', 'Guide/Deep/in deep.md', 'Other/in other.md'],
  })
  expect(await chosen('owner', { page_id: at.top })).toEqual({ title: 'top', pages: ['top.md'] })
  app.rows.newMember(at.item_id, 'bob', 'edit', [at.guide])
  expect((await chosen('bob', {})).pages).toEqual([
    'Guide/Deep/also deep.md',
    'Guide/Deep/in deep.md',
    'Guide/in guide.md',
  ])
  const start = (choice: object) =>
    app.as('bob').export.start({ item_id: at.item_id, format: 'markdown', ...choice } as never)
  await expect(start({ page_ids: [at.inOther] })).rejects.toMatchObject({ errorName: 'pageGone' })
  await expect(start({ cat_ids: [at.other] })).rejects.toMatchObject({ errorName: 'catalogGone' })
  await expect(start({ cat_ids: [at.deep], page_ids: [at.top] })).rejects.toMatchObject({ errorName: 'pageGone' })
})

test('leaves nothing behind when it is cancelled', async () => {
  const app = await createTestApp()
  const item_id = await largeItem(app)
  const job_id = await inTheMiddle(app, 'owner', item_id)
  expect(await app.as('owner').job.cancel({ job_id })).toEqual({ success: true })
  expect(await ended(app, 'owner', job_id)).toMatchObject({ state: 'cancelled', file_name: '' })
  await expect(app.as('owner').export.download({ job_id })).rejects.toMatchObject({ errorName: 'exportNotReady' })
  expect(uploads(app)).toEqual([])
  expect(app.rows.all('item_change_log')).toEqual([])
})

test('leaves nothing behind when the item is deleted, or the right is lost, in the middle', async () => {
  const app = await createTestApp()
  const item_id = await largeItem(app)
  app.rows.newMember(item_id, 'bob', 'edit')
  const bobs = await inTheMiddle(app, 'bob', item_id)
  await app
    .as('owner')
    .member.delete({ item_id, item_member_id: app.rows.all('item_member')[0]?.item_member_id } as never)
  expect(await ended(app, 'bob', bobs)).toMatchObject({ state: 'failed', error_name: 'exportRightEnded' })
  const owners = await inTheMiddle(app, 'owner', item_id)
  app.rows.sqlite.prepare('UPDATE item SET is_del = 1').run()
  await app.as('owner').item.add({ item_name: 'Another' } as never)
  expect(await ended(app, 'owner', owners)).toMatchObject({ state: 'failed', error_name: 'exportRightEnded' })
  expect(uploads(app)).toEqual([])
})

test.each(['markdown', 'pdf', 'docx', 'site'])(
  'leaves nothing of a file as %s behind on a full disk, and says so',
  async (format) => {
    const app = await createTestApp()
    const { item_id } = await tree(app)
    const path = join(app.data, 'uploads', 'incoming', 'full')
    symlinkSync('/dev/full', path)
    app.app.files.incomingPath = () => path
    const { job } = await exported(app, 'owner', { item_id, format })
    expect(job).toMatchObject({ state: 'failed', error_name: 'diskFull' })
    expect(uploads(app)).toEqual([])
  },
)

/** All texts of an export: those of its parts, or what is read in a PDF file. */
async function wordsOf(bytes: Buffer, format: string, folder: string): Promise<string> {
  if (format !== 'pdf') return [...textsIn(bytes)].flat().join('\n')
  const path = join(folder, 'exported.pdf')
  writeFileSync(path, bytes)
  return poppler('pdftotext', path, '-')
}

test.each(['markdown', 'pdf', 'docx', 'site'])(
  'a file as %s has nothing that its maker may not read',
  async (format) => {
    const app = await createTestApp()
    const at = await tree(app)
    app.rows.newMember(at.item_id, 'bob', 'edit', [at.guide])
    const draft = { cat_id: at.guide, author: 'owner', is_draft: 1, page_content: 'words of a draft' }
    app.rows.newPage(at.item_id, 'unfinished', draft)
    const { job_id } = await exported(app, 'bob', { item_id: at.item_id, format })
    const bytes = await bytesOf(await app.as('bob').export.download({ job_id }))
    const words = await wordsOf(bytes, format, app.data)
    for (const own of ['in guide', 'in deep', 'also deep']) expect(words).toContain(own)
    for (const other of ['of in other', 'of top', 'unfinished', 'words of a draft']) expect(words).not.toContain(other)
  },
)

/** The texts of pages of which formats for programs are made. */
const programPages: Record<string, (title: string) => string> = {
  xlsx: (title) => sheetPage({ name: title, rows: { 0: { cells: { 0: { text: `of ${title}` } } }, len: 10 } }),
  openapi: (title) =>
    JSON.stringify({ info: { url: `https://a.test/${title}`, method: 'get', remark: `of ${title}` } }),
  postman: (title) =>
    JSON.stringify({ info: { url: `https://a.test/${title}`, method: 'get', remark: `of ${title}` } }),
}

test.each(Object.keys(programPages))('a file as %s has nothing that its maker may not read either', async (format) => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ item_type: format === 'xlsx' ? 4 : 1 })
  const text = programPages[format] ?? String
  const guide = app.rows.newCatalog(item_id, 'Guide')
  const other = app.rows.newCatalog(item_id, 'Other')
  for (const [title, cat_id] of [
    ['own', guide],
    ['foreign', other],
    ['top', 0],
  ] as const)
    app.rows.newPage(item_id, title, { cat_id, page_content: text(title) })
  const draft = { cat_id: guide, author: 'owner', is_draft: 1, page_content: text('draft') }
  app.rows.newPage(item_id, 'draft', draft)
  app.rows.newMember(item_id, 'bob', 'edit', [guide])
  const textOf = async (who: string) => {
    const { job_id } = await exported(app, who, { item_id, format })
    const answer: unknown = await app.as(who).export.download({ job_id })
    // the client reads JSON
    if (!(answer instanceof Response)) return JSON.stringify(answer)
    return [...textsIn(await bytesOf(answer))].flat().join('\n')
  }
  expect(await textOf('owner')).toMatch(/of foreign[^]*of top|of top[^]*of foreign/)
  const words = await textOf('bob')
  expect(words).toContain('of own')
  for (const hidden of ['of foreign', 'of top', 'of draft']) expect(words).not.toContain(hidden)
})

test('leaves nothing behind when the server is killed in the middle', async () => {
  const app = await createTestApp()
  const stored_name = 'ab'.repeat(16)
  const { item_id } = await tree(app)
  const { job_id } = await exported(app, 'owner', { item_id })
  const { stored_name: made } = JSON.parse(String(app.rows.all('job')[0]?.input)) as { stored_name: string }
  await app.app.files.storeAs(app.app.files.pathOf(made), stored_name)
  const set = app.rows.sqlite.prepare("UPDATE job SET state = 'running', input = ? WHERE job_id = ?")
  set.run(JSON.stringify({ stored_name }), job_id)
  expect(await failInterruptedJobs(app.app)).toBe(1)
  expect(uploads(app)).toEqual([])
})

test('keeps ten files of a person', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({})
  app.rows.newPage(item_id, 'p', { page_content: 'x' })
  for (let number = 0; number < 12; number += 1) await exported(app, 'owner', { item_id })
  expect((await app.as('owner').job.list()).length).toBe(10)
  expect(uploads(app)).toHaveLength(10)
})

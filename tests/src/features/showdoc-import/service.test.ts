import { openAsBlob, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { copySite, type SiteCopy } from './support.ts'

let app: TestApp
let site: SiteCopy

beforeEach(async () => {
  app = await createTestApp()
  site = copySite()
  app.uid('admin')
})

const database = async () => new File([await openAsBlob(site.database)], 'showdoc.db.php')

async function ended(job_id: string) {
  const state = () => app.as('admin').adminShowdoc.report({ job_id })
  await expect.poll(async () => (await state()).state, { timeout: 20_000, interval: 20 }).not.toBe('running')
  return state()
}

test('an administrator checks an uploaded database, then imports it after a verified backup', async () => {
  const { job_id } = await app.as('admin').adminShowdoc.check({ file: await database(), path: site.folder })
  const check = await ended(job_id)
  expect(app.errors).toEqual([])
  expect(check).toMatchObject({ action: 'check', state: 'done', percent: 100, error_message: '' })
  expect(check.report?.kinds.find(({ kind }) => kind === 'file')).toMatchObject({ added: 7, left: 0 })
  expect(app.rows.all('item')).toEqual([])
  const started = await app.as('admin').adminShowdoc.start({ job_id })
  const done = await ended(started.job_id)
  expect(done).toMatchObject({ action: 'import', state: 'done', percent: 100 })
  expect(done.report?.kinds).toEqual(check.report?.kinds)
  expect(app.rows.all('item')).toHaveLength(12)
  expect(app.rows.all('upload_file')).toHaveLength(7)
  expect(readdirSync(join(app.data, 'backups')).filter((name) => name.endsWith('.tar'))).toHaveLength(1)
  // written down once it is done
  await expect.poll(() => app.rows.all('audit_log').map((row) => row['action'])).toContain('showdocImported')
  // what was uploaded is gone, and the same check starts no second import
  const stored = () =>
    readdirSync(join(app.data, 'uploads'), { recursive: true }).filter((name) => /[0-9a-f]{32}$/.test(String(name)))
  await expect.poll(() => stored().length).toBe(app.rows.all('upload_file').length)
  await expect(app.as('admin').adminShowdoc.start({ job_id })).rejects.toMatchObject({ errorName: 'jobNotReady' })
  // the last one is shown without its number
  expect(await app.as('admin').adminShowdoc.report({})).toMatchObject({ job_id: started.job_id })
  expect(app.errors).toEqual([])
})

test('a path on the server is enough, and others do not see the jobs', async () => {
  const { job_id } = await app.as('admin').adminShowdoc.checkPath({ path: site.folder })
  expect((await ended(job_id)).report?.kinds.find(({ kind }) => kind === 'page')).toMatchObject({ added: 49 })
  await app.newUser('second', { groupid: 1 })
  await expect(app.as('second').adminShowdoc.report({ job_id })).rejects.toMatchObject({ errorName: 'jobGone' })
  await expect(app.as('second').adminShowdoc.start({ job_id })).rejects.toMatchObject({ errorName: 'jobGone' })
  await expect(app.as('liwei').adminShowdoc.checkPath({ path: site.folder })).rejects.toMatchObject({
    errorName: 'adminOnly',
  })
})

test('paths without a ShowDoc are rejected, and files come from Public/Uploads alone', async () => {
  const { check, checkPath } = app.as('admin').adminShowdoc
  await expect(check({ file: new File([], 'empty.db') })).rejects.toMatchObject({ errorName: 'showdocNoSource' })
  for (const path of ['/etc', 'relative', join(site.folder, 'nothing')])
    await expect(checkPath({ path })).rejects.toMatchObject({ errorName: 'showdocPathBad' })
  await expect(check({ file: await database(), path: '/etc' })).rejects.toMatchObject({ errorName: 'showdocPathBad' })
  const alone = await check({ file: await database() })
  expect((await ended(alone.job_id)).report?.notes.find(({ reason }) => reason === 'fileMissing')).toMatchObject({
    count: 7,
  })
})

test('a rejected file says why in the language of the person, and is not kept', async () => {
  const file = new File([readFileSync(site.database).subarray(0, 50_000)], 'x.db')
  const { job_id } = await app.as('admin').adminShowdoc.check({ file })
  expect(await ended(job_id)).toMatchObject({ state: 'failed', error_message: expect.stringContaining('damaged') })
  const { json } = await app.call(
    'adminShowdoc/report',
    { job_id },
    { as: 'admin', headers: { 'accept-language': 'zh' } },
  )
  expect(json.data).toMatchObject({ error_message: expect.stringContaining('已损坏') })
  const stored = readdirSync(join(app.data, 'uploads'), { recursive: true }).filter((name) =>
    /[0-9a-f]{32}$/.test(String(name)),
  )
  expect(stored).toEqual([])
})

test('a cancelled import leaves nothing', async () => {
  const { job_id } = await app.as('admin').adminShowdoc.checkPath({ path: site.folder })
  await ended(job_id)
  site.change((sqlite) => {
    const insert = sqlite.prepare(
      'INSERT INTO page (item_id, page_title, page_content, addtime, is_del) VALUES (16360, ?, ?, 1, 0)',
    )
    sqlite.transaction(() => {
      for (let number = 0; number < 20_000; number++) insert.run(`Page ${number}`, 'text '.repeat(100))
    })()
  })
  const started = await app.as('admin').adminShowdoc.start({ job_id })
  await expect
    .poll(async () => (await app.as('admin').adminShowdoc.report(started)).percent, { timeout: 20_000, interval: 5 })
    .toBeGreaterThan(40)
  expect(await app.as('admin').job.cancel(started)).toEqual({ success: true })
  expect((await ended(started.job_id)).state).toBe('cancelled')
  expect(app.rows.all('item')).toEqual([])
  expect(app.rows.all('upload_file')).toEqual([])
  // its folder is free again at once
  await expect.poll(() => readdirSync(join(app.data, 'import'))).toEqual(['.lock'])
  expect(app.errors).toEqual([])
})

test('people read and save while a site is imported', async () => {
  const item = await app.rows.newItem()
  const page = app.rows.newPage(item, 'Ours')
  const { job_id } = await app.as('admin').adminShowdoc.checkPath({ path: site.folder })
  await ended(job_id)
  const started = await app.as('admin').adminShowdoc.start({ job_id })
  let isDone = false
  const end = ended(started.job_id).then(() => {
    isDone = true
  })
  let saves = 0
  while (!isDone) {
    await app
      .as('owner')
      .page.save({ item_id: item, page_id: page, page_title: 'Ours', page_content: `text ${saves++}`, cat_id: 0 })
    await app.as('owner').page.info({ page_id: page })
  }
  await end
  expect(saves).toBeGreaterThan(3)
  expect(app.rows.all('item')).toHaveLength(13)
  expect(app.errors).toEqual([])
  rmSync(site.uploads, { recursive: true })
})

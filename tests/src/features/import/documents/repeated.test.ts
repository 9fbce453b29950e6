import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { excelOf, pixel, zipOf } from './archives.ts'

const file = (files: Record<string, string | Buffer>, name = 'notes.zip') => new File([zipOf(files)], name)
const first = {
  'guide/start.md': '![p](p.png) see [roses](../plants/roses.md)',
  'guide/p.png': pixel,
  'plants/roses.md': 'red',
  'plants/tulips.md': 'yellow',
}

/** Runs a check and its import, and returns the report. */
async function run({ as }: TestApp, item_id: number, upload: File, choice: { remove_missing?: '1' } = {}) {
  const owner = as('owner')
  const { job_id, report } = await owner.import.check({ file: upload, item_id })
  await owner.import.start({ job_id, ...choice })
  const state = async () => (await owner.job.list()).find((job) => job.job_id === job_id)?.state
  await expect.poll(state, { timeout: 20_000, interval: 20 }).toBe('done')
  return report
}

test('an import that is repeated changes only what has changed', { timeout: 60_000 }, async () => {
  const app = await createTestApp()
  const owner = app.as('owner')
  const { item_id } = await owner.item.add({ item_name: 'Garden', item_type: '1', visibility: 'members' })
  const id = Number(item_id)
  expect(await run(app, id, file(first))).toMatchObject({
    source: 'markdown',
    new_pages: 3,
    unchanged: 0,
    replaced: [],
    missing: [],
    files: 1,
  })

  const pages = app.rows.all('page') as { page_id: number; page_title: string; page_version: number }[]
  const idOf = (title: string) => pages.find(({ page_title }) => page_title === title)?.page_id ?? 0
  const { page_content } = await owner.page.info({ page_id: idOf('start') })
  const [stored] = app.rows.all('upload_file') as { sign: string; file_id: number }[]
  expect(page_content).toBe(`![p](/api/attachment/visitFile?sign=${stored?.sign}) see [roses](/${id}/${idOf('roses')})`)
  expect(app.rows.all('file_page')).toMatchObject([{ file_id: stored?.file_id, page_id: idOf('start') }])

  // the same again: nothing is written
  expect(await run(app, id, file(first))).toMatchObject({
    new_pages: 0,
    unchanged: 3,
    replaced: [],
    missing: [],
    files: 0,
  })
  expect(app.rows.all('page')).toEqual(pages)
  expect(app.rows.all('upload_file')).toHaveLength(1)

  const { 'plants/tulips.md': _, ...kept } = first
  const next = { ...kept, 'plants/roses.md': 'white', 'plants/lilies.md': 'new' }
  const report = await run(app, id, file(next))
  expect(report).toMatchObject({
    added: [{ path: 'plants', page_title: 'lilies' }],
    replaced: [{ path: 'plants', page_title: 'roses' }],
    missing: [{ path: 'plants', page_title: 'tulips' }],
    unchanged: 1,
  })
  // without the choice, what the file no longer has stays
  expect((await owner.page.info({ page_id: idOf('tulips') })).page_content).toBe('yellow')
  await run(app, id, file(next), { remove_missing: '1' })
  await expect(owner.page.info({ page_id: idOf('tulips') })).rejects.toMatchObject({ errorName: 'pageGone' })
  expect(await owner.recycle.getList({ item_id: id })).toMatchObject([{ page_title: 'tulips' }])
  expect((await owner.page.info({ page_id: idOf('start') })).page_content).toBe(page_content)
})

test('a spreadsheet item takes the sheets of an Excel file in place of its own', { timeout: 60_000 }, async () => {
  const app = await createTestApp()
  const owner = app.as('owner')
  const { item_id } = await owner.item.add({ item_name: 'Beds', item_type: '4', visibility: 'members' })
  const id = Number(item_id)
  const excel = new File([excelOf({ Roses: [['red', 'white']] })], 'Any name.xlsx')
  await run(app, id, excel)
  const [page, ...others] = app.rows.all('page') as { page_id: number }[]
  expect(others).toEqual([])
  const { page_content } = await owner.page.info({ page_id: page?.page_id ?? 0 })
  expect(JSON.parse(page_content)).toMatchObject([{ name: 'Roses', rows: { 0: { cells: { 0: { text: 'red' } } } } }])
  await expect(owner.import.check({ file: file({ 'Beds.md': 'text' }), item_id: id })).rejects.toMatchObject({
    errorName: 'importOnePage',
  })
})

test('a rejected file leaves nothing behind', { timeout: 60_000 }, async () => {
  const app = await createTestApp()
  const owner = app.as('owner')
  await owner.user.info()
  const before = app.rows.counts()
  const deep = new File(['<div>'.repeat(5000)], 'deep.html')
  await expect(owner.import.check({ file: deep })).rejects.toMatchObject({ errorName: 'importHtmlTooDeep' })
  await expect(owner.import.auto({ file: deep })).rejects.toMatchObject({ errorName: 'importHtmlTooDeep' })
  // the image is unpacked before the page that is rejected
  const late = file({ 'a.html': '<img src="p.png">', 'p.png': pixel, 'b.html': '<p><b>'.repeat(2000) })
  await expect(owner.import.check({ file: late })).rejects.toMatchObject({ errorName: 'importHtmlTooDeep' })
  expect(app.rows.counts()).toEqual(before)
  expect(readdirSync(`${app.data}/uploads/incoming`)).toEqual([])
})

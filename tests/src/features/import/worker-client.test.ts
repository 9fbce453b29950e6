import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { readImport } from '#src/features/import/plan.ts'
import { type ImportFileAt, readImportInWorker } from '#src/features/import/worker-client.ts'
import { makeZip } from './zip-writer.ts'

const sample = {
  name: 'plainmd.zip',
  path: fileURLToPath(new URL('../../../fixtures/showdoc/plainmd.zip', import.meta.url)),
  withTexts: true,
  filesFolder: '',
  forApiClient: false,
  lang: 'en' as const,
}

/** A file with these bytes in a folder of its own. */
function fileWith(bytes: Uint8Array): ImportFileAt {
  const path = join(mkdtempSync(join(tmpdir(), 'docstead-worker-')), 'x.zip')
  writeFileSync(path, bytes)
  onTestFinished(() => rmSync(dirname(path), { recursive: true }))
  return { ...sample, name: 'x.zip', path }
}

test('the worker returns the same plan', async () => {
  const plan = await readImportInWorker(sample)
  expect(plan).toEqual(readImport({ name: sample.name, bytes: readFileSync(sample.path) }))
})

test('a check returns the same titles without the texts', async () => {
  const whole = await readImportInWorker(sample)
  const plan = await readImportInWorker({ ...sample, withTexts: false })
  const titles = (from: typeof plan) => from.catalogs.flatMap((catalog) => catalog.pages.map((page) => page.page_title))
  expect(titles(plan)).toEqual(titles(whole))
  expect(whole.pages[0]?.page_content).not.toBe('')
  expect(plan.pages[0]?.page_content).toBe('')
})

test('passes on an error with its reason and detail', async () => {
  const bytes = makeZip([{ name: 'a.md' }, { name: '../x.md' }])
  await expect(readImportInWorker(fileWith(bytes))).rejects.toMatchObject({
    name: 'ImportRefused',
    reason: 'hostileName',
    detail: '../x.md',
  })
})

test('times out', async () => {
  await expect(readImportInWorker(sample, { timeMs: 1, memoryMb: 512 })).rejects.toMatchObject({ reason: 'tooSlow' })
})

test('limits memory in the worker only', async () => {
  const page_content = (index: number) => `${index} words `.repeat(30)
  const pages = Array.from({ length: 12_000 }, (_, index) => ({
    page_title: `${index}`,
    page_content: page_content(index),
  }))
  const info = JSON.stringify({ item_name: 'I', pages: { pages } })
  const file = fileWith(makeZip([{ name: 'info.json', data: info }]))
  await expect(readImportInWorker(file, { timeMs: 20_000, memoryMb: 12 })).rejects.toMatchObject({ reason: 'tooSlow' })
  await expect(readImportInWorker(file)).resolves.toMatchObject({ source: 'showdoc' })
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readImport } from '#src/features/import/plan.ts'
import { readImportInWorker } from '#src/features/import/worker.ts'
import { makeZip } from './zip-writer.ts'

const sample = {
  name: 'plainmd.zip',
  bytes: readFileSync(new URL('../../../fixtures/showdoc/plainmd.zip', import.meta.url)),
}

test('the worker gives the same plan and leaves the bytes alone', async () => {
  const plan = await readImportInWorker(sample)
  expect(sample.bytes.length).toBeGreaterThan(600)
  expect(plan).toEqual(readImport(sample))
})

test('a refusal comes over with its reason and detail', async () => {
  const bytes = makeZip([{ name: 'a.md' }, { name: '../x.md' }])
  await expect(readImportInWorker({ name: 'x.zip', bytes })).rejects.toMatchObject({
    name: 'ImportRefused',
    reason: 'hostileName',
    detail: '../x.md',
  })
})

test('time runs out', async () => {
  await expect(readImportInWorker(sample, { timeMs: 1, memoryMb: 512 })).rejects.toMatchObject({ reason: 'tooSlow' })
})

test('memory runs out, for the worker alone', async () => {
  const page_content = (index: number) => `${index} words `.repeat(30)
  const pages = Array.from({ length: 12_000 }, (_, index) => ({
    page_title: `${index}`,
    page_content: page_content(index),
  }))
  const info = JSON.stringify({ item_name: 'I', pages: { pages } })
  const file = { name: 'x.zip', bytes: makeZip([{ name: 'info.json', data: info }]) }
  await expect(readImportInWorker(file, { timeMs: 20_000, memoryMb: 12 })).rejects.toMatchObject({ reason: 'tooSlow' })
  await expect(readImportInWorker(file)).resolves.toMatchObject({ source: 'showdoc' })
})

import { expect, test } from 'vitest'
import { qrModules, qrPath, qrQuiet } from '#web/ui/qr-image.ts'

test('joins the dark modules of a row into one stroke, inside the white border', () => {
  const path = qrPath({ size: 3, data: [1, 1, 0, 0, 0, 0, 1, 0, 1] })
  expect(path).toBe(
    `M${qrQuiet} ${qrQuiet}h2v1h-2z` + `M${qrQuiet} ${qrQuiet + 2}h1v1h-1z` + `M${qrQuiet + 2} ${qrQuiet + 2}h1v1h-1z`,
  )
})

test('an address becomes a square with finders in three corners', async () => {
  const modules = await qrModules('https://docs.example.com/p/0123456789abcdef0123456789abcdef')
  if (!modules) throw new Error('no code')
  const { size, data } = modules
  const cornerOf = (row: number, column: number) =>
    Array.from({ length: 7 }, (_, at) => data[row * size + column + at]).join('')
  expect(size % 4).toBe(1)
  expect([cornerOf(0, 0), cornerOf(0, size - 7), cornerOf(size - 1, 0)]).toEqual(['1111111', '1111111', '1111111'])
})

test('gives none for a text that does not fit a code', async () => {
  expect(await qrModules('x'.repeat(4000))).toBeUndefined()
})

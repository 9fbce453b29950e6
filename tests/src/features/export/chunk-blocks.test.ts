import { expect, test } from 'vitest'
import { splitIntoChunks } from '#src/features/export/chunk-blocks.ts'

const kb = 1000

test('keeps a text of ordinary length in one chunk', () => {
  const text = `${'A paragraph of an ordinary length, which says something. '.repeat(5)}\n\n`.repeat(2 * kb)
  expect([...splitIntoChunks(text)]).toEqual([text])
})

test('splits a long text at empty lines', () => {
  const text = 'one line\nand another\n\n'.repeat(60 * kb)
  const pieces = [...splitIntoChunks(text)]
  expect(pieces.length).toBeGreaterThan(2)
  expect(pieces.join('').replaceAll(/\n+/g, '\n')).toBe(text.replaceAll(/\n+/g, '\n'))
  expect(pieces.every((piece) => piece.endsWith('another\n') || piece.trim() === '' || piece.endsWith('\n\n'))).toBe(
    true,
  )
})

test('repeats the header of a split table and the start of a split code block', () => {
  const row = '| a | b |\n'
  const table = [...splitIntoChunks(`intro\n\n| h | i |\n|---|---|\n${row.repeat(200 * kb)}`)]
  expect(table.length).toBeGreaterThan(2)
  for (const piece of table.slice(1)) expect(piece.startsWith('| h | i |\n|---|---|\n| a')).toBe(true)
  const code = [...splitIntoChunks(`\`\`\`\`js\n${'x = "```"\n\n'.repeat(100 * kb)}\`\`\`\`\nafter\n`)]
  expect(code.length).toBeGreaterThan(1)
  for (const piece of code.slice(0, -1)) expect(piece).toMatch(/^````js\n[^]*\n````\n$/)
  expect(code.at(-1)).toMatch(/\n````\nafter\n$/)
})

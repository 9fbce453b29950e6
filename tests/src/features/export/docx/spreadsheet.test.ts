import { expect, test } from 'vitest'
import { TooManyCells } from '#src/features/export/chunk-blocks.ts'
import { spreadsheetXml } from '#src/features/export/docx/spreadsheet.ts'

test('writes the results of formulas and aligns numbers to the right', () => {
  const cells = { 0: { text: 'Rose' }, 1: { text: '3' }, 2: { text: '=B1*2' }, 3: { text: '=VLOOKUP(1)' } }
  const xml = spreadsheetXml({ text: JSON.stringify([{ rows: { 0: { cells } } }]), title: '' }, () => '') ?? ''
  const paragraphs = [...xml.matchAll(/<w:tc>.*?<w:p>(.*?)<\/w:p>/g)].map(([, inner = '']) => [
    /<w:jc w:val="(\w+)"/.exec(inner)?.[1] ?? 'left',
    inner.replace(/<[^>]+>/g, ''),
  ])
  expect(paragraphs).toEqual([
    ['left', 'Rose'],
    ['right', '3'],
    ['right', '6'],
    ['left', '=VLOOKUP(1)'],
  ])
})

test.each([
  [
    'a cell far to the right and down',
    { 0: { cells: { 1999: { text: 'a' } } }, 4999: { cells: { 0: { text: 'b' } } } },
  ],
])('refuses %s', (_, rows) => {
  expect(() => spreadsheetXml({ text: JSON.stringify([{ rows }]), title: 'Far' }, () => '')).toThrow(TooManyCells)
})

test('leaves out columns that nobody scrolls to', () => {
  const rows = { 0: { cells: { 0: { text: 'a' }, 900000: { text: 'far' } } } }
  const xml = spreadsheetXml({ text: JSON.stringify([{ rows }]), title: '' }, () => '') ?? ''
  expect(xml.match(/<w:tc>/g)).toHaveLength(1)
})

test('merged areas that overlap cost no more than the sheet has cells', () => {
  const merged = { text: 'a', merge: [5000, 2000] }
  const row = { cells: Object.fromEntries(Array.from({ length: 100 }, (_, column) => [column, merged])) }
  const rows = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [at, row]))
  const xml = spreadsheetXml({ text: JSON.stringify([{ rows }]), title: '' }, () => '') ?? ''
  expect(xml.match(/<w:tr>/g)?.length).toBeGreaterThanOrEqual(100)
})

import { expect, test } from 'vitest'
import { spreadsheetXml } from '#src/features/export/docx/spreadsheet.ts'

test('writes the results of formulas and aligns numbers to the right', () => {
  const cells = { 0: { text: 'Rose' }, 1: { text: '3' }, 2: { text: '=B1*2' }, 3: { text: '=VLOOKUP(1)' } }
  const xml = spreadsheetXml(JSON.stringify([{ rows: { 0: { cells } } }]), () => '') ?? ''
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

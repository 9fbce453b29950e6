import { expect, test } from 'vitest'
import { decodeText, detectSeparator, parseCsv, parseDelimited, toCsv, toDelimited } from '#shared/spreadsheet/csv.ts'

test('reads and writes CSV and marks what a program would calculate', () => {
  expect(toCsv([['a,b', 'x"y', 'l1\nl2', '-5', '=1+1', '+cmd', '@x']])).toBe(
    '"a,b","x""y","l1\nl2",-5,\'=1+1,\'+cmd,\'@x',
  )
  const rows = [
    ['a,b', 'x"y', 'l1\r\nl2', ''],
    ['=1+1', '', '007', '中文'],
  ]
  expect(parseCsv(toCsv(rows))).toEqual(rows)
  expect(detectSeparator('a;b;c\n1;2;3', [',', ';', '\t'])).toBe(';')
  expect(parseCsv('a\tb\n1\t2\n')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
})

test('reads a text file in its encoding', () => {
  expect(decodeText(new Uint8Array([0xd6, 0xd0, 0xce, 0xc4]))).toBe('中文')
  expect(decodeText(new TextEncoder().encode('中文'))).toBe('中文')
  expect(decodeText(new Uint8Array([0xff, 0xfe, 0x2d, 0x4e]))).toBe('中')
})

test('splits cells as programs copy them', () => {
  expect(parseDelimited('a,"b, c","d ""e"""\r"one\r\ntwo",,x\r\n\n', ',')).toEqual([
    ['a', 'b, c', 'd "e"'],
    ['one\r\ntwo', '', 'x'],
    [''],
  ])
  expect(parseDelimited('say "hi" now\t2\n"open\t"in" 3', '\t')).toEqual([
    ['say "hi" now', '2'],
    ['"open', '"in" 3'],
  ])
  expect(parseDelimited('', ',')).toEqual([])
  const rows = [
    ['a\tb', 'say "x"'],
    ['two\nlines', ''],
  ]
  expect(parseDelimited(toDelimited(rows, '\t'), '\t')).toEqual(rows)
})

test('detects the separator that gives the most even rows', () => {
  expect(detectSeparator('a;b\n1,5;2', [',', ';'])).toBe(';')
  expect(detectSeparator('"a,b";c\n"d;e";f', [',', ';'])).toBe(';')
  expect(detectSeparator('one line', [',', ';'])).toBeUndefined()
})

test('takes quotation marks that are never closed as text, in time', () => {
  const many = '"a,""b,'.repeat(100_000)
  const started = performance.now()
  expect(parseDelimited(many, ',')[0]).toHaveLength(200_001)
  expect(performance.now() - started).toBeLessThan(2000)
})

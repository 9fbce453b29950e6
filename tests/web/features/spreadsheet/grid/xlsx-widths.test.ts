import { expect, test } from 'vitest'
import { charactersToPx, pxToCharacters } from '#shared/spreadsheet/xlsx/xlsx-widths.ts'

test('a column of 8 characters is as wide as in the example of ECMA-376', () => {
  expect([charactersToPx(8.7109375), pxToCharacters(61)]).toEqual([61, 8.7109375])
})

test('every width in px survives a file', () => {
  const widths = Array.from({ length: 2000 }, (_, at) => at + 1)
  expect(widths.map((px) => charactersToPx(pxToCharacters(px)))).toEqual(widths)
})

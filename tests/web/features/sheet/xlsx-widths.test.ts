import { expect, test } from 'vitest'
import { lettersOfPx, pxOfLetters } from '#web/features/sheet/xlsx-widths.ts'

test('a column of 8 letters is as wide as in the example of ECMA-376', () => {
  expect([pxOfLetters(8.7109375), lettersOfPx(61)]).toEqual([61, 8.7109375])
})

test('every width in px comes back out of a file', () => {
  const widths = Array.from({ length: 2000 }, (_, at) => at + 1)
  expect(widths.map((px) => pxOfLetters(lettersOfPx(px)))).toEqual(widths)
})

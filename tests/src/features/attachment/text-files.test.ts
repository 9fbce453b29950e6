import { expect, test } from 'vitest'
import { findFileSigns } from '#src/features/attachment/text-files.ts'

const sign = (digit: string) => digit.repeat(32)

test('finds the sign in every format that an address has ever had', () => {
  const text = `
    ![](/api/attachment/visitFile?sign=${sign('1')})
    ![](https://x/server/?s=/api/attachment/visitFile&sign=${sign('2')} "title")
    ![](https://x/server/index.php?s=/api/attachment/visitFile&amp;sign=${sign('3')})
    [a](http://x/server/index.php?s=/api/attachment/visitFile/sign/${sign('4')}&showdoc=.jpg)
    <img src="/server/api/common/visitFile/sign/${sign('5')}">
    {"url":"\\/api\\/attachment\\/visitFile?sign=${sign('6')}"}
    /api/attachment/VISITFILE?sign=${sign('A')}
    again /api/attachment/visitFile?sign=${sign('1')}`
  expect(findFileSigns(text)).toEqual(['1', '2', '3', '4', '5', '6', 'a'].map(sign))
})

test('finds no sign in text that is not an address', () => {
  const text = `visitFile sign=${sign('1')} visitFile?sign=${'1'.repeat(31)} visitFile?sign=${'1'.repeat(33)} sign=${sign('2')}`
  expect(findFileSigns(text)).toEqual([])
})

test('reads a hostile text of 5 MB quickly and limits the number of its signs', () => {
  const started = performance.now()
  expect(findFileSigns('visitfile'.repeat(550_000))).toEqual([])
  const many = Array.from({ length: 60_000 }, (_, at) => `visitFile?sign=${at.toString(16).padStart(32, '0')}`).join(
    ' ',
  )
  expect(findFileSigns(many)).toHaveLength(2000)
  expect(performance.now() - started).toBeLessThan(1000)
})

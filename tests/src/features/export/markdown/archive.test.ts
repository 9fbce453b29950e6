import { expect, test } from 'vitest'
import { escapeName, withLocalAddresses } from '#src/features/export/markdown/archive.ts'

const sign = '0123456789abcdef0123456789abcdef'
const to = '../_files/a.png'
const local = (text: string) => withLocalAddresses(text, [[sign, to]])

test.each([
  [`![x](/api/attachment/visitFile?sign=${sign})`, `![x](${to})`],
  [`![x](https://site.test/docs/api/attachment/visitFile?sign=${sign} "t")`, `![x](${to} "t")`],
  [`<img src='/server/index.php?s=/api/attachment/visitFile&sign=${sign}&x=1'>`, `<img src='${to}'>`],
  [
    `[a](/server/?s=/api/attachment/visitfile/sign/${sign}) and [b](/api/attachment/visitFile?sign=${sign})`,
    `[a](${to}) and [b](${to})`,
  ],
  [`{"image":"/api/attachment/visitFile?sign=${sign}"}`, `{"image":"${to}"}`],
  [`the number ${sign} alone`, `the number ${sign} alone`],
  [`visitFile and then, later, ${sign}`, `visitFile and then, later, ${sign}`],
  [`/api/attachment/visitFile?sign=${sign}0`, `/api/attachment/visitFile?sign=${sign}0`],
  [
    `/api/attachment/visitFile?sign=${sign.replaceAll('0', 'f')}`,
    `/api/attachment/visitFile?sign=${sign.replaceAll('0', 'f')}`,
  ],
])('replaces only file addresses in %s', (text, expected) => expect(local(text)).toBe(expected))

test('handles a text that contains nothing but signs in linear time', () => {
  const started = performance.now()
  local(`${sign}/`.repeat(100_000))
  local('/'.repeat(3_000_000) + sign)
  expect(performance.now() - started).toBeLessThan(2000)
})

test('keeps names as they are, unless a reader would unescape them', () => {
  expect(escapeName('R & D <x>')).toBe('R & D <x>')
  expect(escapeName('the sign &amp; itself')).toBe('the sign &amp;amp; itself')
})

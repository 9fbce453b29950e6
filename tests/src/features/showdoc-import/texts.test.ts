import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { rewriteLinks, shownContent, TextTooLarge } from '#src/features/showdoc-import/texts.ts'
import { clockIn } from '#src/features/showdoc-import/values.ts'

const sign = '6e31c887c362e9319e6303bbad94eb8d'
const address = `/api/attachment/visitFile?sign=${sign}`
const path = '2026-11-21/6b00dd729edd86b0.png'
const rewrite = (text: string) =>
  rewriteLinks(text, {
    bySign: (one) => (one === sign ? address : undefined),
    byPath: (one) => (one === path ? address : undefined),
  })

const hosts = ['http://docs.example.test', 'https://10.0.0.5:4999/showdoc', '', '..']
const forms = [
  `/server/?s=/api/attachment/visitFile&sign=${sign}`,
  `/server/index.php?s=/api/attachment/visitFile&sign=${sign}`,
  `/server/?s=/api/attachment/visitFile&amp;sign=${sign}`,
  `/server/index.php?s=/api/attachment/visitFile/sign/${sign}`,
  `/server/index.php?s=/api/attachment/visitFile/sign/${sign}&showdoc=.jpg`,
  `/server/index.php?s=/api/common/visitFile/sign/${sign}&file=file.jpg`,
  `/server/api/attachment/visitFile/sign/${sign}`,
  `/server/../Public/Uploads/${path}`,
  `/Public/Uploads/${path}`,
]

test.for(hosts.flatMap((host) => forms.map((form) => host + form)))('%s leads to the file here', (link) => {
  expect(rewrite(`a ![x](${link}) b`)).toBe(`a ![x](${address}) b`)
  expect(rewrite(`![x](${link} "title")`)).toBe(`![x](${address} "title")`)
  expect(rewrite(`<img src="${link}"> and ${link}. End`)).toBe(`<img src="${address}"> and ${address}. End`)
  expect(rewrite(`${link}\n${link}`)).toBe(`${address}\n${address}`)
  const json = JSON.stringify({ url: link, text: `![](${link})` }).replaceAll('/', '\\/')
  expect(JSON.parse(rewrite(json))).toEqual({ url: address, text: `![](${address})` })
})

test('links to files of other sites, and words about them, stay', () => {
  for (const text of [
    'http://other.test/server/?s=/api/attachment/visitFile&sign=00000000000000000000000000000000',
    'http://other.test/Public/Uploads/2020-01-01/other.png',
    'Files are in Public/Uploads/ and visitFile shows them.',
    'visitFile&sign=',
    'Public/Uploads/../../etc/passwd',
  ])
    expect(rewrite(text)).toBe(text)
  // a link in the address of another one
  const inside = `http://x.test/?to=http://docs.example.test/Public/Uploads/${path}`
  expect(rewrite(inside)).toBe(`http://x.test/?to=${address}`)
})

test('a text of many links takes no longer than it is long', () => {
  const line = `![x](http://docs.example.test/server/?s=/api/attachment/visitFile&sign=${sign}) `
  const startMs = performance.now()
  expect(rewrite(line.repeat(20_000)).length).toBe(`![x](${address}) `.length * 20_000)
  rewrite('https:'.repeat(100_000) + 'Public/Uploads/'.repeat(50_000))
  expect(performance.now() - startMs).toBeLessThan(5000)
})

test('texts are unpacked and unescaped once, JSON is not', () => {
  const packed = deflateSync(Buffer.from('a &amp;lt; &quot;b&quot; 中文')).toString('base64')
  expect(shownContent(packed, 1000)).toBe('a &lt; "b" 中文')
  expect(shownContent('{"a":"x &amp; y"}', 1000)).toBe('{"a":"x &amp; y"}')
  expect(shownContent('[{&quot;a&quot;:1}]', 1000)).toBe('[{"a":1}]')
  expect(shownContent('eNotPacked', 1000)).toBe('eNotPacked')
  expect(() => shownContent(deflateSync(Buffer.alloc(100_000_000)).toString('base64'), 5_000_000)).toThrow(TextTooLarge)
  expect(() => shownContent('x'.repeat(1001), 1000)).toThrow(TextTooLarge)
})

test('times are those of the time zone, also where summer time begins and ends', () => {
  const shanghai = clockIn('Asia/Shanghai')
  expect(shanghai('2026-11-21 07:53:22')).toBe(Date.parse('2026-11-21T07:53:22+08:00') / 1000)
  const berlin = clockIn('Europe/Berlin')
  expect(berlin('2026-07-01 12:00:00')).toBe(Date.parse('2026-07-01T12:00:00+02:00') / 1000)
  expect(berlin('2026-03-29 03:30:00')).toBe(Date.parse('2026-03-29T03:30:00+02:00') / 1000)
  expect(berlin('2026-10-25 03:30:00')).toBe(Date.parse('2026-10-25T03:30:00+01:00') / 1000)
  expect(clockIn('Asia/Kolkata')('2026-01-01 00:00:00')).toBe(Date.parse('2026-01-01T00:00:00+05:30') / 1000)
  expect(shanghai('1795218801')).toBe(1_795_218_801)
  for (const text of ['', '0000-00-00 00:00:00', 'yesterday']) expect(shanghai(text)).toBe(0)
  expect(() => clockIn('Nowhere/City')).toThrow(RangeError)
})

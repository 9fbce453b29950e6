import { expect, test } from 'vitest'
import { rewriteAddresses } from '#shared/markdown/addresses.ts'

const seen = (markdown: string) => {
  const found: string[] = []
  const same = rewriteAddresses(markdown, (address) => {
    found.push(address)
    return address
  })
  expect(same).toBe(markdown)
  return found
}

test('finds the addresses of links, images, definitions and elements', () => {
  expect(seen('[a](b.md) ![c](<d e.png> "t") [![i](i.png)](p.md#x)\n[r]: ../r.md\n<img alt="" src="s.png">')).toEqual([
    'b.md',
    'd e.png',
    'i.png',
    'p.md#x',
    '../r.md',
    's.png',
  ])
  expect(seen('[w](x_(y).md "t") and [n]()')).toEqual(['x_(y).md'])
})

test('leaves code and footnotes alone', () => {
  expect(
    seen('```md\n[a](b.md)\n```\n`[c](d.md)` ``[e`](f.md)`` [^1]: no.md\n\n[^1]: no.md\n\n~~~\n[g](h.md)'),
  ).toEqual([])
  expect(seen('> ```\n> [a](b.md)\n> ```\n> [c](d.md)')).toEqual(['d.md'])
})

test('writes other addresses in the form that is there', () => {
  const to = (address: string) => `/1/${address.length}`
  expect(rewriteAddresses("[a](b.md) ![c](<d e.png>) <a href='f.md'>", to)).toBe(
    "[a](/1/4) ![c](</1/7>) <a href='/1/4'>",
  )
})

test.each([
  '`'.repeat(200_000),
  '['.repeat(200_000),
  ']('.repeat(100_000),
  '<a '.repeat(100_000),
  '```\n'.repeat(50_000),
  '` '.repeat(100_000),
])('takes no longer for a hostile text: %#', (text) => {
  const startMs = performance.now()
  rewriteAddresses(text, (address) => address)
  expect(performance.now() - startMs).toBeLessThan(3000)
})

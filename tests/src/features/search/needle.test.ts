import { expect, test } from 'vitest'
import { foldedPattern, foldText } from '#src/features/search/fold.ts'
import { Needle } from '#src/features/search/needle.ts'
import { excerptOf, snippetOf } from '#src/features/search/snippet.ts'
import { conditionsOf, termsOf } from '#src/features/search/terms.ts'

test('folding takes away case and width, and leaves the length as it is', () => {
  const text = 'ＡBc １２ İß ｱ ⼀ Ωσς 😀中'
  expect(foldText(text)).toBe('abc 12 İß ア 一 ωσσ 😀中')
  expect(foldText(text)).toHaveLength(text.length)
  expect(foldedPattern('a.b*').source).not.toBe('')
  expect('xＡ.B*'.search(foldedPattern('a.b*'))).toBe(1)
  expect('xaabb'.search(foldedPattern('a.b*'))).toBe(-1)
})

const terms = (a: string) => termsOf({ t: '', h: '', a }).terms.trim().split(' ').toSorted()

test('Chinese becomes letters and pairs, other letters become triples', () => {
  expect(terms('用户, id')).toEqual(['a户', 'aid', 'a用', 'a用户'].toSorted())
  expect(terms('abcd1 abc')).toEqual(['aabc', 'abcd', 'acd1', 'ad1', 'abc'].toSorted())
  expect(terms('aé')).toEqual(['aaé'])
  expect(termsOf({ t: 'ab', h: 'ab', a: 'ab' })).toEqual({ terms: ' tab hab aab', isWhole: true })
})

test('a long text keeps every term, each once', () => {
  const text = Array.from({ length: 60_000 }, (_, at) => String.fromCharCode(0x4e00 + (at % 20_000))).join('')
  expect(new Set(terms(text)).size).toBe(terms(text).length)
  expect(terms(text)).toHaveLength(40_000)
})

test('what the index is asked for is what it holds', () => {
  expect(conditionsOf('t', '用户登录')).toEqual(['"t用户"', '"t户登"', '"t登录"'])
  expect(conditionsOf('a', '中')).toEqual(['"a中"'])
  expect(conditionsOf('a', 'Ｐage')).toEqual(['"apag"', '"aage"'])
  expect(conditionsOf('a', 'orders')).toEqual(['"aord"', '"ader"', '"aers"'])
  expect(conditionsOf('a', 'c++')).toEqual([])
  expect(conditionsOf('a', 'id')[0]).toMatch(/^\("aid" OR "aida" OR .* OR "aid9"\)$/)
})

test('a hit is as good as the worst place that it needs', () => {
  const hit = (keyword: string, title: string, text: string) => new Needle(keyword).hitIn(title, text)?.kind
  expect(hit('one two', 'One Two', '')).toBe('title')
  expect(hit('one two', 'One', '# two\n')).toBe('heading')
  expect(hit('one two', 'One', '# three\ntwo')).toBe('text')
  expect(hit('one two', 'x', '# one\n```\ntwo\n```\n')).toBe('code')
  expect(hit('one', 'x', 'one\n```\none\n```\n# one')).toBe('heading')
  expect(hit('one two', 'One', 'three')).toBeUndefined()
})

test('marks do not overlap, and cover each word', () => {
  expect(new Needle('abc bcd').marksIn('xabcd ABC')).toEqual([
    [1, 3],
    [6, 3],
  ])
  expect(new Needle('　用户　').marksIn('用户用户')).toEqual([
    [0, 2],
    [2, 2],
  ])
  expect(new Needle(' \t').isEmpty).toBe(true)
})

test('a snippet cuts no character in two', () => {
  const text = `${'😀'.repeat(100)}x${'😀'.repeat(200)}`
  for (const at of [200, 199, 201]) {
    expect(snippetOf(text, at, () => true).isWellFormed()).toBe(true)
    expect(excerptOf(text, at, 'x').isWellFormed()).toBe(true)
  }
  expect(snippetOf('a\n\n b', undefined, () => false)).toBe('a b')
  expect(excerptOf('short', undefined, 'x')).toBe('...short...')
})

test('a snippet shows words without the signs of Markdown, unless the signs are what was looked for', () => {
  const text =
    '## Users\n\n> [!NOTE]\n> **Its id**, ~~not~~ [the name](#name)[^1], see `x_y`.\n\n| a | b |\n|---|:-:|\n| 1 | 2 |'
  expect(snippetOf(text, undefined, () => true)).toBe('Users Its id, not the name, see x_y. a · b 1 · 2')
  expect(snippetOf('[docs](https://example.com)', 8, (line) => line.includes('example'))).toBe(
    '[docs](https://example.com)',
  )
  expect(snippetOf('2 * 3 * 4, snake_case_name and a|b', 0, () => true)).toBe('2 * 3 * 4, snake_case_name and a|b')
})

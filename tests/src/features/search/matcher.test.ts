import { expect, test } from 'vitest'
import { normalizedPattern, normalizeText } from '#src/core/normalize-text.ts'
import { buildConditions, extractTerms } from '#src/core/search-terms.ts'
import { Matcher } from '#src/features/search/matcher.ts'
import { cutExcerpt, cutExcerptBytes, cutSnippet, excerptSize } from '#src/features/search/snippet.ts'
import { matchTerms } from '#src/features/search/sqlite-index.ts'

/** Pseudorandom numbers that are the same in each run. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

test('folding removes case and width, and keeps the length', () => {
  const text = 'ＡBc １２ İß ｱ ⼀ Ωσς 😀中'
  expect(normalizeText(text)).toBe('abc 12 İß ア 一 ωσσ 😀中')
  expect(normalizeText(text)).toHaveLength(text.length)
  expect(normalizedPattern('a.b*').source).not.toBe('')
  expect('xＡ.B*'.search(normalizedPattern('a.b*'))).toBe(1)
  expect('xaabb'.search(normalizedPattern('a.b*'))).toBe(-1)
})

const terms = (a: string) => extractTerms({ t: '', h: '', a }).terms.trim().split(' ').toSorted()

test('splits Chinese into characters and pairs, and other text into trigrams', () => {
  expect(terms('用户, id')).toEqual(['a户', 'aid', 'a用', 'a用户'].toSorted())
  expect(terms('abcd1 abc')).toEqual(['aabc', 'abcd', 'acd1', 'ad1', 'abc'].toSorted())
  expect(terms('aé')).toEqual(['aaé'])
  expect(extractTerms({ t: 'ab', h: 'ab', a: 'ab' })).toEqual({ terms: ' tab hab aab', isWhole: true })
})

test('keeps every term of a long text once', () => {
  const text = Array.from({ length: 60_000 }, (_, at) => String.fromCharCode(0x4e00 + (at % 20_000))).join('')
  expect(new Set(terms(text)).size).toBe(terms(text).length)
  expect(terms(text)).toHaveLength(40_000)
})

test('queries use the same terms that the index holds', () => {
  expect(buildConditions('t', '用户登录')).toEqual(['t用户', 't户登', 't登录'])
  expect(buildConditions('a', '中')).toEqual(['a中'])
  expect(buildConditions('a', 'Ｐage')).toEqual(['apag', 'aage'])
  expect(buildConditions('a', 'orders')).toEqual(['aord', 'ader', 'aers'])
  expect(buildConditions('a', 'c++')).toEqual([])
  expect(buildConditions('a', 'id')[0]).toMatch(/^aid aida .* aid9$/)
})

test('the index is asked for all conditions, and for one of the terms of each', () => {
  expect(matchTerms(['t用户'])).toBe('"t用户"')
  expect(matchTerms(['i1 i2', 'aord', 'aid aida'])).toBe('("i1" OR "i2") AND "aord" AND ("aid" OR "aida")')
})

test('a match ranks by the worst location that it needs', () => {
  const hit = (keyword: string, title: string, text: string) => new Matcher(keyword).hitIn(title, text)?.kind
  expect(hit('one two', 'One Two', '')).toBe('title')
  expect(hit('one two', 'One', '# two\n')).toBe('heading')
  expect(hit('one two', 'One', '# three\ntwo')).toBe('text')
  expect(hit('one two', 'x', '# one\n```\ntwo\n```\n')).toBe('code')
  expect(hit('one', 'x', 'one\n```\none\n```\n# one')).toBe('heading')
  expect(hit('one two', 'One', 'three')).toBeUndefined()
})

test('marks do not overlap, and cover each word', () => {
  expect(new Matcher('abc bcd').marksIn('xabcd ABC')).toEqual([
    [1, 3],
    [6, 3],
  ])
  expect(new Matcher('　用户　').marksIn('用户用户')).toEqual([
    [0, 2],
    [2, 2],
  ])
  expect(new Matcher(' \t').isEmpty).toBe(true)
})

test('a snippet does not split a character', () => {
  const text = `${'😀'.repeat(100)}x${'😀'.repeat(200)}`
  for (const at of [200, 199, 201]) {
    expect(cutSnippet(text, at, () => true).isWellFormed()).toBe(true)
    expect(cutExcerpt(text, at, excerptSize('x')).isWellFormed()).toBe(true)
  }
  expect(cutSnippet('a\n\n b', undefined, () => false)).toBe('a b')
  expect(cutExcerpt('short', undefined, excerptSize('x'))).toBe('...short...')
})

test('an excerpt of bytes is the same as one of the decoded text, wherever it is cut', () => {
  const characters = ['a', 'é', '用', '😀', '"']
  const random = randomOf(5)
  const some = () => Array.from({ length: random(160) }, () => characters[random(characters.length)]).join('')
  for (let turn = 0; turn < 500; turn++) {
    const [before, text] = [some(), `x${some()}${some()}${some()}`]
    const size = excerptSize('x'.repeat(1 + random(9)))
    const bytes = cutExcerptBytes(Buffer.from(before + text), Buffer.byteLength(before), size)
    expect(String(bytes)).toBe(cutExcerpt(before + text, before.length, size))
  }
})

test('a snippet omits Markdown syntax, unless the search is for it', () => {
  const text =
    '## Users\n\n> [!NOTE]\n> **Its id**, ~~not~~ [the name](#name)[^1], see `x_y`.\n\n| a | b |\n|---|:-:|\n| 1 | 2 |'
  expect(cutSnippet(text, undefined, () => true)).toBe('Users Its id, not the name, see x_y. a · b 1 · 2')
  expect(cutSnippet('[docs](https://example.com)', 8, (line) => line.includes('example'))).toBe(
    '[docs](https://example.com)',
  )
  expect(cutSnippet('2 * 3 * 4, snake_case_name and a|b', 0, () => true)).toBe('2 * 3 * 4, snake_case_name and a|b')
})

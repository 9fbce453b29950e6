import { expect, test } from 'vitest'
import { isFound, parsePattern } from '#src/features/mock/pattern.ts'

const finds = (pattern: string, text: string) => isFound(parsePattern(pattern), text, { left: 2_000_000 })

// The expected result is what Node itself finds with the same pattern.
test.each([
  '',
  'a',
  '^/users/\\d+$',
  '/anywhere/',
  '^/a|b$',
  '^(?:/a|/b)+$',
  '^(/[a-z]+)*$',
  '^/v\\d{1,3}/x$',
  '^/x{0}y?$',
  '^/(a{2,}|b{3})$',
  '[^/]+/[a-f\\d_-]*$',
  '[]a]',
  '[a-]',
  '^.{3}$',
  '\\.json$',
  '\\/\\w+\\s?\\W',
  '(?<id>\\d+)/?$',
  'a+?b*?c??',
  '^$',
  '$^',
  '(^/a)',
  '(a|)+b',
  '(a*)*c',
  '((a?){3}){2}',
  'a{,3}',
  'x{a}',
  '中+',
  '\\S\\D',
  '\\t|\\n',
])('matches %s like Node', (pattern) => {
  const texts = [
    '',
    '/',
    'a',
    'b',
    '/a',
    '/users/12',
    '/users/ab',
    '/x/anywhere/y',
    '/a/b/c',
    '/v12/x',
    '/x',
    '/xy',
    '/aa',
  ]
  texts.push(
    '/bbb',
    'ab',
    'abc',
    'aab',
    'c',
    'aaac',
    'abd',
    '/a.json',
    '/q w',
    '/9/',
    ']',
    'a{,3}',
    'x{a}',
    '/中文',
    '\t',
    'aaaaaa',
  )
  // `[]` is not an empty class here, as in the products whose paths are imported
  const known = new RegExp(pattern.replace('[]a]', '[\\]a]'), 'u'.repeat(/[{]/.test(pattern) ? 0 : 1))
  expect(texts.map((text) => [text, finds(pattern, text)])).toEqual(texts.map((text) => [text, known.test(text)]))
})

test.each([
  ['(a+)+$', 'a'],
  ['^(a|a)*$', 'a'],
  ['^(a|aa)+$', 'a'],
  ['(.*a){20}$', 'a'],
  ['^(\\w+\\s?)*$', 'a'],
  ['a*a*a*a*a*a*a*a*b', 'a'],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'],
  ['(x+x+)+y', 'x'],
  ['^(?:a?){200}a{200}$', 'a'],
  ['(((a{10}){10}){10})*', 'a'],
  [`(${'a?'.repeat(200)})*b`, 'a'],
])('%s takes no time on a long text', (pattern, sign) => {
  const started = performance.now()
  for (const tail of ['', '!', '\n']) finds(pattern, sign.repeat(2047) + tail)
  expect(performance.now() - started).toBeLessThan(2_000)
})

test('does not match what exceeds the effort limit', () => {
  const effort = { left: 1000 }
  expect(isFound(parsePattern('(a?){100}b'), 'a'.repeat(2000), effort)).toBe(false)
  expect(effort.left).toBeLessThan(0)
})

test.each([
  ['(', 2],
  [')', 1],
  ['a)', 2],
  ['[a', 3],
  ['[b-a]', 5],
  ['*', 1],
  ['a**', 3],
  ['a++', 3],
  ['a{2}{3}', 8],
  ['a{3,2}', 2],
  ['(?=a)', 2],
  ['(?!a)', 2],
  ['(?<=a)', 2],
  ['(?i)a', 2],
  ['(a)\\1', 5],
  ['\\b', 2],
  ['\\p{L}', 2],
  ['\\', 2],
  ['[[:alpha:]]', 2],
  ['('.repeat(100), 32],
])('%s is not a valid pattern, and the error names the position', (pattern, at) => {
  expect(() => parsePattern(pattern)).toThrow(expect.objectContaining({ errorName: 'mockPathBad', values: { at } }))
})

test.each(['a{5000}', '((a{50}){50}){50}', '(((){1000}){1000}){1000}', '(((){1000,}){1000,}){1000,}'])(
  '%s exceeds the repeat limit',
  (pattern) => expect(() => parsePattern(pattern)).toThrow(expect.objectContaining({ errorName: 'mockPathTooLarge' })),
)

test('limits a pattern to 500 characters', () => {
  expect(() => parsePattern('a'.repeat(501))).toThrow(expect.objectContaining({ errorName: 'mockPathTooLong' }))
  expect(finds('a'.repeat(500), 'a'.repeat(500))).toBe(true)
})

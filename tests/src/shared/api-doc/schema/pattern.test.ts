import { expect, test } from 'vitest'
import { matchesPattern, PatternError, parsePattern } from '#shared/api-doc/schema/pattern.ts'

const { raw } = String

test.each<[pattern: string, fitting: string[], other: string[]]>([
  [raw`^[A-Z]{2}\-\d+$`, ['AB-12'], ['ab-12', 'AB-']],
  ['^(red|green|blue)$', ['red'], ['x', 'reds']],
  [raw`^(?:\d{4})(?:-\d\d)?$`, ['2024', '2024-05'], ['2024-5']],
  [raw`^\p{L}+$`, ['é', '中文'], ['1', '']],
  [raw`^\P{Lu}$`, ['a'], ['A']],
  [raw`^[\p{L}\d_]+$`, ['é1_'], ['é-1']],
  [raw`^\p{Script=Han}+$`, ['中文'], ['abc']],
  [raw`^[\u4e00-\u9fff]+$`, ['中文'], ['ab']],
  [raw`^\u{1f642}\x41\0$`, ['\u{1f642}A\0'], ['\u{1f642}A']],
  [raw`\bcat\b`, ['a cat', 'cat', 'cat!'], ['cats', 'bobcat']],
  [raw`\Bcat`, ['bobcat'], ['a cat']],
  [raw`^(?=.*[A-Z])(?=.*\d)(?!.*\s).{8,}$`, ['Secret12'], ['secret12', 'Secret1', 'Secret 12']],
  ['^(?!admin$)[a-z]+$', ['adm', 'admins'], ['admin']],
  ['^(?:(?=[ab])[a-z])+$', ['abba'], ['abc', '']],
])('%s', (pattern, fitting, other) => {
  // what the engine of the language says, for patterns that it can run
  const own = new RegExp(pattern.replaceAll(raw`\-`, '-'), 'u')
  for (const text of fitting) expect([text, matchesPattern(text, pattern), own.test(text)]).toEqual([text, true, true])
  for (const text of other) expect([text, matchesPattern(text, pattern), own.test(text)]).toEqual([text, false, false])
})

test('no pattern takes long, and most are decided all the same', () => {
  const began = performance.now()
  const text = `${'a'.repeat(50_000)}!`
  for (const pattern of ['^(a+)+$', '^(a|a)*$', '(.*.*.*)b', '^(?:a?){40}a{40}$'])
    expect([pattern, matchesPattern(text, pattern, { left: 50_000_000 })]).toEqual([pattern, false])
  for (const pattern of [raw`(a+)\1b`, '(?<=a)b', raw`\p{Nothing}`, '(a', '['.repeat(600)])
    expect([pattern, matchesPattern(text, pattern)]).toEqual([pattern, undefined])
  // the square of the text is beyond the bound
  for (const pattern of ['(?=a*b)a', '^(?:(?=(?:(?=a*b)|a)*b)|a)*$'])
    expect([pattern, matchesPattern(text, pattern)]).toEqual([pattern, undefined])
  expect(performance.now() - began).toBeLessThan(3_000)
})

test('paths of mocks have a smaller dialect', () => {
  for (const pattern of ['(?=a)b', raw`\bcat`, raw`\p{L}`, raw`\u0041`, raw`\x41`, raw`\0`]) {
    expect(() => parsePattern(pattern)).toThrow(PatternError)
    expect(() => parsePattern(pattern, 'schema')).not.toThrow()
  }
})

import { describe, expect, test } from 'vitest'
import { budgetLimits } from '#src/features/mock/template/budget.ts'
import { generate } from '#src/features/mock/template/generate.ts'
import { generators } from '#src/features/mock/template/generators.ts'

const now = new Date(2024, 4, 8, 15, 6, 7, 89)

/** Pseudorandom numbers that are the same in every run. */
function seeded(seed: number): () => number {
  let state = (seed + 1) * 2_654_435_761
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

const make = (template: unknown, seed = 1): unknown =>
  JSON.parse(JSON.stringify(generate(template, { random: seeded(seed), now, limits: budgetLimits })))

/** The results of a template over many runs. */
const tries = (template: unknown): unknown[] => Array.from({ length: 200 }, (_, seed) => make(template, seed))

const field = (template: object): unknown[] => tries(template).map((one) => Object.values(one as object)[0])

test('keeps values without a rule or placeholder', () => {
  const template = { a: 1, b: -2.5, c: 'text', d: null, e: true, f: [], g: {}, h: [1, ['x', { y: null }]], '': 0 }
  expect(make(template)).toEqual(template)
  for (const one of ['text', 5, true, null, [1, 2]]) expect(make(one)).toEqual(one)
})

describe('rules', () => {
  test('repeats a text', () => {
    expect(make({ 'a|3': 'ab', 'b|0': 'ab' })).toEqual({ a: 'ababab', b: '' })
    expect(new Set(field({ 'a|1-3': 'ab' }))).toEqual(new Set(['ab', 'abab', 'ababab']))
  })

  test('generates a number within its bounds', () => {
    expect(make({ 'a|7': 1 })).toEqual({ a: 7 })
    expect(new Set(field({ 'a|2-4': 1 }))).toEqual(new Set([2, 3, 4]))
    expect(new Set(field({ 'a|-1-1': 1 }))).toEqual(new Set([-1, 0, 1]))
    expect(new Set(field({ 'a|-3--2': 1 }))).toEqual(new Set([-3, -2]))
    expect(new Set(field({ 'a|4-2': 1 }))).toEqual(new Set([2, 3, 4]))
  })

  test('generates the given number of decimal digits', () => {
    for (const value of field({ 'a|1-100.1-3': 1 })) expect(String(value)).toMatch(/^\d{1,3}\.\d{1,3}$/)
    for (const value of field({ 'a|12.2': 1 })) expect(String(value)).toMatch(/^12\.\d[1-9]$/)
    for (const value of field({ 'a|5.1-2': 1 })) expect(String(value)).toMatch(/^5\.\d{1,2}$/)
    for (const value of field({ 'a|.2': 3.75 })) expect(String(value)).toMatch(/^3\.\d[1-9]$/)
  })

  test('generates a boolean with the given probability', () => {
    expect(new Set(field({ 'a|1': true }))).toEqual(new Set([true, false]))
    expect(new Set(field({ 'a|1-0': true }))).toEqual(new Set([true]))
    expect(new Set(field({ 'a|0-1': true }))).toEqual(new Set([false]))
    const often = field({ 'a|9-1': true }).filter((value) => value === true).length
    expect(often).toBeGreaterThan(150)
  })

  test('picks some properties of an object, in their order', () => {
    const all = { b: 1, a: 2, d: 3, c: 4 }
    for (const value of field({ 'a|2': all })) expect(Object.keys(value as object)).toHaveLength(2)
    for (const value of field({ 'a|1-3': all })) {
      const names = Object.keys(value as object)
      expect(names.length >= 1 && names.length <= 3).toBe(true)
      expect(names).toEqual(Object.keys(all).filter((name) => names.includes(name)))
    }
    expect(make({ 'a|9': all })).toEqual({ a: all })
    expect(make({ 'a|0': all })).toEqual({ a: {} })
  })

  test('repeats a list, picks from it, or cycles through it', () => {
    expect(make({ 'a|2': [1, 'x'] })).toEqual({ a: [1, 'x', 1, 'x'] })
    expect(make({ 'a|0': [1] })).toEqual({ a: [] })
    expect(make({ 'a|1': [{ b: 1 }] })).toEqual({ a: { b: 1 } })
    expect(new Set(field({ 'a|1': [1, 2, 3] }))).toEqual(new Set([1, 2, 3]))
    expect(new Set(field({ 'a|1-2': [0] }).map((list) => (list as []).length))).toEqual(new Set([1, 2]))
    expect(make({ 'list|4': [{ 'a|+1': ['x', 'y', 'z'] }] })).toEqual({
      list: [{ a: 'x' }, { a: 'y' }, { a: 'z' }, { a: 'x' }],
    })
  })

  test('a step counts within one response and restarts in the next', () => {
    const template = { 'list|3': [{ 'id|+1': 5, 's|2': 'ab' }], 'b|2': [{ 'n|+10': 0 }] }
    const made = {
      list: [5, 6, 7].map((id) => ({ id, s: 'abab' })),
      b: [{ n: 0 }, { n: 10 }],
    }
    expect([make(template), make(template)]).toEqual([made, made])
  })

  test.each(['a|', 'a|b', '|3', 'a|1-', 'a|x1', 'a|1.x', 'a||', 'a|1 2'])('%s is a plain name, not a rule', (key) => {
    expect(make({ [key]: 'v' })).toEqual({ [key]: 'v' })
  })

  test('a rule on null changes only the name', () => expect(make({ 'a|3': null })).toEqual({ a: null }))
})

describe('placeholders', () => {
  test.each<[string, RegExp | ((value: unknown) => boolean)]>([
    ['@boolean', (value) => typeof value === 'boolean'],
    ['@boolean(1, 0, true)', (value) => value === true],
    ['@natural(60, 62)', (value) => [60, 61, 62].includes(Number(value))],
    ['@natural', (value) => Number.isSafeInteger(value) && Number(value) >= 0],
    ['@integer(-2, 2)', (value) => Number.isInteger(value) && Math.abs(Number(value)) <= 2],
    ['@int', (value) => Number.isSafeInteger(value)],
    ['@float(60, 100, 3, 5)', (value) => /^\d{2,3}\.\d{3,5}$/.test(String(value))],
    ['@character', /^.$/],
    ['@character("lower")', /^[a-z]$/],
    ['@char("aeiou")', /^[aeiou]$/],
    ['@string', /^.{3,7}$/],
    ['@string(5)', /^.{5}$/],
    ['@string("lower", 5)', /^[a-z]{5}$/],
    ['@string(upper, 2, 4)', /^[A-Z]{2,4}$/],
    ['@string("壹贰叁", 3)', /^[壹贰叁]{3}$/],
    ['@string(7, 10)', /^.{7,10}$/],
    ['@range(3)', (value) => String(value) === '0,1,2'],
    ['@range(1, 10, 3)', (value) => Array.isArray(value) && String(value) === '1,4,7'],
    ['@range(3, 0, -1)', (value) => String(value) === '3,2,1'],
    ['@date', /^\d{4}-\d\d-\d\d$/],
    ['@date("yy/M/d")', /^\d\d\/\d{1,2}\/\d{1,2}$/],
    ['@time', /^\d\d:\d\d:\d\d$/],
    ['@time("A hh:mm")', /^[AP]M (0[1-9]|1[0-2]):\d\d$/],
    ['@datetime', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/],
    ['@datetime(T)', /^\d{1,13}$/],
    ['@now', /^2024-05-08 15:06:07$/],
    ['@now("yyyy-MM-dd HH:mm:ss SS")', /^2024-05-08 15:06:07 089$/],
    ['@now("y M d H h m s S a")', /^24 5 8 15 3 6 7 89 pm$/],
    ['@now("year")', /^2024-01-01 00:00:00$/],
    ['@now("month")', /^2024-05-01 00:00:00$/],
    ['@now("week")', /^2024-05-05 00:00:00$/],
    ['@now("day", "MM-dd HH")', /^05-08 00$/],
    ['@now("hour")', /^2024-05-08 15:00:00$/],
    ['@now("minute")', /^2024-05-08 15:06:00$/],
    ['@now("second", "ss.S")', /^07\.0$/],
    ['@image', /^http:\/\/dummyimage\.com\/\d+x\d+$/],
    ['@image("200x100", "#FF6600")', /^http:\/\/dummyimage\.com\/200x100\/FF6600$/],
    ['@image("200x100", "#4A7BF7", "Hello you")', /\/200x100\/4A7BF7&text=Hello%20you$/],
    ['@image("200x100", "#50B347", "#FFF", "png", "!")', /\/200x100\/50B347\/FFF\.png&text=!$/],
    ['@dataImage("20x10", "<b>")', /^data:image\/svg\+xml;base64,[A-Za-z0-9+/=]+$/],
    ['@color', /^#[0-9a-f]{6}$/],
    ['@hex', /^#[0-9a-f]{6}$/],
    ['@rgb', /^rgb\(\d+, \d+, \d+\)$/],
    ['@rgba', /^rgba\(\d+, \d+, \d+, (0|1|0\.\d+)\)$/],
    ['@hsl', /^hsl\(\d+, \d+, \d+\)$/],
    ['@word', /^[a-z]{3,10}$/],
    ['@word(5)', /^[a-z]{5}$/],
    ['@sentence', /^[A-Z][a-z]+( [a-z]+){11,17}\.$/],
    ['@sentence(3, 5)', /^[A-Z][a-z]+( [a-z]+){2,4}\.$/],
    ['@paragraph(2)', /^[A-Z][^.]+\. [A-Z][^.]+\.$/],
    ['@title(3)', /^[A-Z][a-z]+ [A-Z][a-z]+ [A-Z][a-z]+$/],
    ['@cword', /^\p{Script=Han}$/u],
    ['@cword(3, 5)', /^\p{Script=Han}{3,5}$/u],
    ['@cword("零一二三", 2)', /^[零一二三]{2}$/],
    ['@csentence', /^\p{Script=Han}{12,18}。$/u],
    ['@cparagraph(2)', /^(\p{Script=Han}+。){2}$/u],
    ['@ctitle(4)', /^\p{Script=Han}{4}$/u],
    ['@first', /^[A-Z][a-z]+$/],
    ['@last', /^[A-Z][a-z]+$/],
    ['@name', /^[A-Z][a-z]+ [A-Z][a-z]+$/],
    ['@name(true)', /^[A-Z][a-z]+ [A-Z][a-z]+ [A-Z][a-z]+$/],
    ['@cfirst', /^\p{Script=Han}$/u],
    ['@clast', /^\p{Script=Han}{1,2}$/u],
    ['@cname', /^\p{Script=Han}{2,3}$/u],
    ['@url', /^\w+:\/\/[a-z]+(\.[a-z]+)+\/[a-z]+$/],
    ['@url("https", "example.com")', /^https:\/\/example\.com\/[a-z]+$/],
    ['@protocol', /^[a-z]+$/],
    ['@domain', /^[a-z]+(\.[a-z]+)+$/],
    ['@domain("io")', /^[a-z]+\.io$/],
    ['@tld', /^[a-z.]+$/],
    ['@email', /^[a-z]\.[a-z]+@[a-z]+(\.[a-z]+)+$/],
    ['@email("example.com")', /^[a-z]\.[a-z]+@example\.com$/],
    ['@ip', /^\d{1,3}(\.\d{1,3}){3}$/],
    ['@region', /^[东华西].$/],
    ['@province', /^\p{Script=Han}{2,8}$/u],
    ['@city', /^\p{Script=Han}+$/u],
    ['@city(true)', /^\p{Script=Han}+ \p{Script=Han}+$/u],
    ['@county(true)', /^\p{Script=Han}+ \p{Script=Han}+ \p{Script=Han}+$/u],
    ['@zip', /^\d{6}$/],
    ['@capitalize("hello")', /^Hello$/],
    ['@upper("hello")', /^HELLO$/],
    ['@lower(HELLO)', /^hello$/],
    ['@upper(@first)', /^[A-Z]+$/],
    ['@upper(@pick(["a", "@lower(B)"]))', /^[AB]$/],
    ['@pick(["a", "b, c", \'d\'])', /^(a|b, c|d)$/],
    ['@pick(1, 2)', (value) => value === 1 || value === 2],
    ['@pick([true, null])', (value) => value === true || value === null],
    ['@shuffle([1, 2, 3])', (value) => Array.isArray(value) && value.toSorted().join() === '1,2,3'],
    ['@shuffle([1, 2, 3], 2)', (value) => Array.isArray(value) && new Set(value).size === 2],
    ['@guid', /^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/],
    ['@id', /^\d{17}[\dX]$/],
    ['@increment(5)', (value) => value === 5],
    ['@d6', (value) => Number(value) >= 1 && Number(value) <= 6],
    ['@INTEGER(3,3)', (value) => value === 3],
  ])('generates %s', (text, wanted) => {
    for (const value of tries(text)) {
      if (typeof wanted === 'function') expect(wanted(value), String(value)).toBe(true)
      else expect(value).toMatch(wanted)
    }
  })

  test('every placeholder returns a value for any argument', () => {
    const odd = [
      '',
      '()',
      '(,)',
      '(null)',
      '("")',
      '(-1)',
      '(1e9x)',
      '([])',
      '([[]])',
      '(-5, -9)',
      '("x", "y", "z")',
      '(0.5)',
    ]
    for (const name of generators.keys())
      for (const args of odd) expect(() => make(`@${name}${args}`), `@${name}${args}`).not.toThrow()
  })

  test('the number of an identity card has its check character', () => {
    const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2, 1]
    for (const value of tries('@id')) {
      const sum = [...String(value)].reduce(
        (all, sign, at) => all + (sign === 'X' ? 10 : Number(sign)) * (weights[at] ?? 0),
        0,
      )
      expect(sum % 11).toBe(1)
    }
  })

  test('a single placeholder keeps its type, and becomes text within a text', () => {
    expect(make({ a: '@natural(5,5)', b: 'no. @natural(5,5)', c: '@range(2)', d: '<@range(2)>' })).toEqual({
      a: 5,
      b: 'no. 5',
      c: [0, 1],
      d: '<[0,1]>',
    })
  })

  test('replaces several placeholders in a text, with other characters behind them', () => {
    expect(make('@natural(1,1)-@natural(2,2),@upper(x)中@lower(Y).')).toBe('1-2,X中y.')
    expect(make('@d6-x')).toMatch(/^[1-6]-x$/)
    expect(make('@first，您好')).toMatch(/^[A-Z][a-z]+，您好$/)
    expect(make({ 's|3': '@natural(7,7)' })).toEqual({ s: '777' })
    expect(make('@increment @increment @increment(10)')).toBe('1 2 12')
  })

  test.each([
    'ann@example.com',
    'ann@date.com',
    '@nobody',
    '@nobody(1)',
    '@',
    '@@',
    'a @ b',
    '@(1)',
    '@upper(x',
    '@constructor',
    '@__proto__',
    '@toString()',
  ])('keeps %s as text', (text) => expect(make(text)).toBe(text))

  test('an escaped character is the character itself', () => {
    expect(make('\\@first and \\@natural(1)')).toBe('@first and @natural(1)')
    expect(make('@upper("a\\@b")')).toBe('A@B')
  })
})

describe('references', () => {
  test('a property of the object has priority over a placeholder of that name', () => {
    expect(make({ first: 'Ann', name: '@first Lee', last: '@last' })).toMatchObject({ first: 'Ann', name: 'Ann Lee' })
    expect((make({ last: '@last' }) as { last: string }).last).toMatch(/^[A-Z][a-z]+$/)
  })

  test('a later property can be referenced, has one value, and keeps its position', () => {
    const made = make({ full: '@a@b', copy: '@a', 'a|1-1000000': 1, b: 'x' }) as Record<string, unknown>
    expect(made['copy']).toBe(made['a'])
    expect(made['full']).toBe(`${String(made['a'])}x`)
    expect(Object.keys(made)).toEqual(['full', 'copy', 'a', 'b'])
  })

  test('resolves paths from the root and from the current position', () => {
    const template = {
      site: 'S',
      user: { age: 5, deep: { up: '@../age', top: '@/site', two: '@../../site', down: '@./own/x', own: { x: 1 } } },
      list: [{ a: '@/user/age', b: '@../site', c: '@../../site' }],
      whole: '@/user/deep/own',
      none: '@/user/nobody @../nobody',
    }
    expect(make(template)).toEqual({
      site: 'S',
      user: { age: 5, deep: { up: 5, top: 'S', two: 'S', down: 1, own: { x: 1 } } },
      list: [{ a: 5, b: 'S', c: 'S' }],
      whole: { x: 1 },
      none: '@/user/nobody @../nobody',
    })
  })

  test('keeps cyclic references as text', () => {
    expect(make({ a: '@b', b: '@a', c: '@c' })).toEqual({ a: '@a', b: '@a', c: '@c' })
  })
})

test('treats prototype names like any other name', () => {
  const template = JSON.parse('{"__proto__":{"a":1},"constructor":"c","x":"@__proto__","prototype|2":"q","toString":1}')
  const made = generate(template, { random: Math.random, now, limits: budgetLimits })
  expect(JSON.stringify(made)).toBe('{"__proto__":{"a":1},"constructor":"c","x":{"a":1},"prototype":"qq","toString":1}')
  expect(({} as { a?: number }).a).toBeUndefined()
  expect(Object.getPrototypeOf(made)).toBeNull()
})

describe('limits stop expensive templates early and report the reason', () => {
  const chain = (count: number, value: (name: string) => unknown) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`k${at}`, at === 0 ? value('') : value(`@/k${at - 1}`)]),
    )
  test.each<[string, unknown]>([
    ['a long list', { 'list|1000000000': ['x'] }],
    ['lists in lists', { 'a|1000': [{ 'b|1000': [{ 'c|1000': [1] }] }] }],
    ['a long text', { 'a|1000000000': 'abc' }],
    ['an empty text with a placeholder', { 'a|1000000000': '@nobody' }],
    ['long names', { 'a|90000': [{ ['k'.repeat(10_000)]: 1 }] }],
    ['@string', '@string(1000000000)'],
    ['@range', '@range(1000000000)'],
    ['@range that never ends', '@range(1, 2, 0.0000001)'],
    ['@cparagraph', '@cparagraph(1000000000)'],
    ['@paragraph', '@paragraph(1000000000)'],
    ['@cword', '@cword(999999999)'],
    ['lists of lists of references', chain(60, (name) => Array.from({ length: 10 }, () => name || 1))],
    ['texts of texts of references', chain(60, (name) => `${name || 'xxxxxxxx'} `.repeat(10))],
    [
      'a long chain of references',
      Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, `@k${at + 1}`])),
    ],
    ['ever deeper references', chain(200, (name) => ({ x: name || 1 }))],
    ['many arguments that do not end', '@a('.repeat(60_000)],
    ['many quotation marks', '@a("'.repeat(50_000)],
    ['many brackets', `${'@upper('.repeat(20_000)}${')'.repeat(20_000)}`],
    ['many placeholders', { 'a|100000': ['@x '.repeat(60_000)] }],
    ['picking from a long list again and again', { a: '@range(90000)', 'b|90000': ['@pick(@/a)'] }],
    ['writing out a long list again and again', { a: '@range(90000)', b: '@upper(@a) '.repeat(10_000) }],
  ])('stops %s', (_, template) => {
    const started = performance.now()
    expect(() => generate(template, { random: Math.random, now, limits: budgetLimits })).toThrow(
      expect.objectContaining({ errorName: 'mockTooLarge', values: { nodes: 100_000, mb: 5, depth: 64 } }),
    )
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})

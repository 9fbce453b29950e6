import { expect, test } from 'vitest'
import { fitsFilter, parseFilter } from '#src/features/scim/filter.ts'

const refusal = { errorName: 'scimFilterBad' }

test('comparisons, and before or, not, groups', () => {
  const a = { kind: 'compare', path: 'username', operator: 'eq', value: 'a' }
  expect(parseFilter('userName eq "a"')).toEqual(a)
  expect(parseFilter('  urn:ietf:params:scim:schemas:core:2.0:User:userName EQ "a"  ')).toEqual(a)
  const b = { kind: 'compare', path: 'active', operator: 'eq', value: true }
  const c = { kind: 'present', path: 'name.givenname' }
  expect(parseFilter('userName eq "a" or active eq true and name.givenName pr')).toEqual({
    kind: 'or',
    parts: [a, { kind: 'and', parts: [b, c] }],
  })
  expect(parseFilter('(userName eq "a" or active eq True) and not (name.givenName pr)')).toEqual({
    kind: 'and',
    parts: [
      { kind: 'or', parts: [a, b] },
      { kind: 'not', part: c },
    ],
  })
  expect(parseFilter('emails[type eq "work" and value co "@b.example"]')).toEqual({
    kind: 'and',
    parts: [
      { kind: 'compare', path: 'emails.type', operator: 'eq', value: 'work' },
      { kind: 'compare', path: 'emails.value', operator: 'co', value: '@b.example' },
    ],
  })
  // as Entra sends it
  expect(parseFilter('emails[type eq "work"].value eq "a@b.example"')).toMatchObject({
    parts: [{ path: 'emails.type' }, { path: 'emails.value', value: 'a@b.example' }],
  })
  expect(parseFilter('userName eq "a\\"b\\u00e9"')).toMatchObject({ value: 'a"bé' })
  expect(parseFilter('x eq -1.5')).toMatchObject({ value: -1.5 })
})

test('what is no filter, and one that is too long, too deep or too much', () => {
  const cases = ['', 'userName', 'userName eq', 'userName is "a"', 'userName eq a', 'userName eq "a', '"a" eq "a"']
  const more = ['(userName pr', 'userName pr)', 'a[b[c pr]]', 'userName pr and', "userName eq 'a'", 'a pr; b', '\u0000']
  const hostile = [
    `${'('.repeat(2000)}`,
    `${'('.repeat(12)}a pr${')'.repeat(12)}`,
    `${'not ('.repeat(12)}a pr${')'.repeat(12)}`,
    Array(51).fill('a pr').join(' or '),
    `userName eq "${'a'.repeat(2001)}"`,
  ]
  for (const text of [...cases, ...more, ...hostile])
    expect(() => parseFilter(text), text.slice(0, 40)).toThrow(expect.objectContaining(refusal))
  const started = performance.now()
  expect(() => parseFilter('a.'.repeat(1000))).toThrow()
  expect(() => parseFilter(`${'- '.repeat(999)}`)).toThrow()
  expect(performance.now() - started).toBeLessThan(500)
})

test('a filter is tried on values, ignoring case', () => {
  const values = new Map([
    ['emails.type', 'work'],
    ['emails.value', 'Ann@b.example'],
  ])
  const fits = (text: string) => fitsFilter(parseFilter(text), values)
  expect(fits('emails[type eq "Work"]')).toBe(true)
  expect(fits('emails[type eq "home"]')).toBe(false)
  expect(fits('emails[not (type eq "home") and value sw "ann"]')).toBe(true)
  expect(fits('emails.primary pr or emails.value ew "EXAMPLE"')).toBe(true)
  expect(fits('other ne "a"')).toBe(true)
})

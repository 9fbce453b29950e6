import { expect, test } from 'vitest'
import { z } from 'zod'
import { described, descriptionOf, Id, IdList, JsonText, SingleLine, SortNumber } from '#shared/contract/fields.ts'

const Anything = JsonText(z.unknown())
const takes = (text: string) => Anything.safeParse(text).success

test('a description belongs to one field, not to all of its type', () => {
  const PageId = described(Id, ['Page', '页面'])
  expect(descriptionOf(PageId)).toEqual(['Page', '页面'])
  expect(descriptionOf(Id)).toBeUndefined()
  expect(PageId.parse('7')).toBe(7)
})

test('reads JSON in a field, as text or as a value', () => {
  const Pair = JsonText(z.object({ a: z.number() }))
  expect(Pair.parse('{"a":1}')).toEqual({ a: 1 })
  expect(Pair.parse({ a: 1 })).toEqual({ a: 1 })
  for (const bad of ['', '{', '{"a":"1"}', 'undefined']) expect(Pair.safeParse(bad).success).toBe(false)
})

test('rejects JSON in a field that is too deep or too large before building it', () => {
  expect(takes('['.repeat(32) + ']'.repeat(32))).toBe(true)
  expect(takes('['.repeat(33) + ']'.repeat(33))).toBe(false)
  expect(takes(`[${'1,'.repeat(30_000)}1]`)).toBe(true)
  expect(takes(`[${'1,'.repeat(40_000)}1]`)).toBe(false)
  expect(takes(JSON.stringify(`${'[{,'.repeat(50_000)}" \\" `))).toBe(true)
})

test('a list of ids contains only ids', () => {
  expect(IdList.parse('3, 1,2')).toEqual([3, 1, 2])
  expect(IdList.parse('')).toEqual([])
  expect(IdList.parse(['7', 8])).toEqual([7, 8])
  for (const bad of ['1,x', '01', '-1', '1.5', {}, [null]]) expect(IdList.safeParse(bad).success).toBe(false)
})

test('a sort number may be a date of fourteen digits or negative, but not beyond exact integers', () => {
  expect(SortNumber.parse('20261121075002')).toBe(20_261_121_075_002)
  expect(SortNumber.parse('-5')).toBe(-5)
  for (const bad of ['1e3', '1.5', '', 'x', '9999999999999999']) expect(SortNumber.safeParse(bad).success).toBe(false)
})

test('a name without visible characters is empty', () => {
  const empty = SingleLine().safeParse('').error?.issues[0]?.code
  for (const unseen of [
    '\u200b',
    '\u200e\u200f',
    '\u2060 \ufeff',
    '\u00ad',
    '\u3164',
    '\u115f\u1160',
    '\uffa0',
    '\u2800',
    '\u180e',
  ])
    expect([unseen, SingleLine().safeParse(unseen).error?.issues[0]?.code]).toEqual([unseen, empty])
  expect(SingleLine(200, 0).parse(' \u200b\u3164 ')).toBe('')
})

test('a name keeps joiners and marks between visible characters', () => {
  for (const name of ['می\u200cخواهم', '👩\u200d💻', '❤\ufe0f', 'super\u00adcomputer', '\u200fשלום', '.', '—', 'ㅤa'])
    expect(SingleLine().parse(name)).toBe(name)
})

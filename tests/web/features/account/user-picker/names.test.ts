import { expect, test } from 'vitest'
import {
  addNames,
  endsName,
  hasSeveralNames,
  openNames,
  parseNames,
  suggestPeople,
  unknownNames,
} from '#web/features/account/user-picker/names.ts'

const people = [
  { username: 'ann', name: 'Ann Lee' },
  { username: 'mo', name: 'Mo Khan' },
  { username: 'momo', name: '' },
  { username: '王小明', name: '小明' },
]

test('splits pasted names at commas, semicolons, line breaks and spaces', () => {
  expect(parseNames('ann, mo；jo\n王小明\tbob  eve', people)).toEqual(['ann', 'mo', 'jo', '王小明', 'bob', 'eve'])
  expect(parseNames(' , ,', people)).toEqual([])
  expect(hasSeveralNames(' ann ')).toBe(false)
  expect(hasSeveralNames('ann mo')).toBe(true)
})

test('a name of one’s own with a space in it is one name', () => {
  expect(parseNames('Mo Khan, ann lee', people)).toEqual(['mo', 'ann'])
  expect(endsName('Mo Kh')).toBe(false)
  expect(endsName('mo,')).toBe(true)
})

test('adds each name once in the spelling of the account, and reports those already added', () => {
  expect(addNames(['ann'], ['ANN', 'Mo', 'ghost', 'mo'], people, [])).toEqual({
    value: ['ann', 'mo', 'ghost'],
    there: [],
  })
  expect(addNames([], ['mo', 'ANN'], people, ['ann'])).toEqual({ value: ['mo'], there: ['ann'] })
})

test('does not suggest selected or added people, and lists an exact username first', () => {
  expect(suggestPeople(people, 'mo', []).map((one) => one.username)).toEqual(['mo', 'momo'])
  expect(suggestPeople([...people].reverse(), 'mo', []).map((one) => one.username)).toEqual(['mo', 'momo'])
  expect(suggestPeople(people, 'MO', ['mo']).map((one) => one.username)).toEqual(['momo'])
  expect(suggestPeople(people, 'lee', []).map((one) => one.username)).toEqual(['ann'])
  expect(suggestPeople(people, '小明', []).map((one) => one.username)).toEqual(['王小明'])
})

test('does not know a name outside the list', () => {
  expect([...unknownNames(['ann', 'ghost'], people)]).toEqual(['ghost'])
})

test('a part with a space may be one name, unless it belongs to a known person', () => {
  expect(openNames('Ann Lee, Bo Ray，mo；jo  eve', people)).toEqual(['Bo Ray', 'jo  eve'])
})

import { expect, test } from 'vitest'
import {
  addNames,
  endsName,
  hasSeveralNames,
  openNames,
  parseNames,
  suggestPeople,
  unknownNames,
} from '#web/features/user-picker/names.ts'

const people = [
  { username: 'ann', name: 'Ann Lee' },
  { username: 'mo', name: 'Mo Khan' },
  { username: 'momo', name: '' },
  { username: '王小明', name: '小明' },
]

test('pasted names are split at commas, semicolons, line ends and spaces', () => {
  expect(parseNames('ann, mo；jo\n王小明\tbob  eve', people)).toEqual(['ann', 'mo', 'jo', '王小明', 'bob', 'eve'])
  expect(parseNames(' , ,', people)).toEqual([])
  expect(hasSeveralNames(' ann ')).toBe(false)
  expect(hasSeveralNames('ann mo')).toBe(true)
})

test('somebody’s own name with a space in it is one name', () => {
  expect(parseNames('Mo Khan, ann lee', people)).toEqual(['mo', 'ann'])
  expect(endsName('Mo Kh')).toBe(false)
  expect(endsName('mo,')).toBe(true)
})

test('each is added once, in the account’s spelling; those in already are told', () => {
  expect(addNames(['ann'], ['ANN', 'Mo', 'ghost', 'mo'], people, [])).toEqual({
    value: ['ann', 'mo', 'ghost'],
    there: [],
  })
  expect(addNames([], ['mo', 'ANN'], people, ['ann'])).toEqual({ value: ['mo'], there: ['ann'] })
})

test('who is chosen or in already is not suggested, and a username typed whole comes first', () => {
  expect(suggestPeople(people, 'mo', []).map((one) => one.username)).toEqual(['mo', 'momo'])
  expect(suggestPeople([...people].reverse(), 'mo', []).map((one) => one.username)).toEqual(['mo', 'momo'])
  expect(suggestPeople(people, 'MO', ['mo']).map((one) => one.username)).toEqual(['momo'])
  expect(suggestPeople(people, 'lee', []).map((one) => one.username)).toEqual(['ann'])
  expect(suggestPeople(people, '小明', []).map((one) => one.username)).toEqual(['王小明'])
})

test('who is not in a list is not known', () => {
  expect([...unknownNames(['ann', 'ghost'], people)]).toEqual(['ghost'])
})

test('a part with a space in it may be one name, unless one knows whose it is', () => {
  expect(openNames('Ann Lee, Bo Ray，mo；jo  eve', people)).toEqual(['Bo Ray', 'jo  eve'])
})

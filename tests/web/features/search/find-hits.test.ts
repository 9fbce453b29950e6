import { expect, test } from 'vitest'
import { findHits } from '#web/features/search/find-hits.ts'

const found = (text: string, words: string) => findHits(text, words).map(([from, to]) => text.slice(from, to))

test('finds all words anywhere, in any case and width', () => {
  expect(found('Create a user. USERS create users.', 'user create')).toEqual([
    'Create',
    'user',
    'USER',
    'create',
    'user',
  ])
  expect(found('查询用户列表，用户登录', '用户')).toEqual(['用户', '用户'])
  expect(found('ＡＢＣ abc', 'abc')).toEqual(['ＡＢＣ', 'abc'])
})

test('marks do not overlap: the longer word wins at the same start', () => {
  expect(found('username', 'user username name')).toEqual(['username'])
})

test('keeps positions correct where lowercase changes the length of a character', () => {
  expect(found('İstanbul user', 'user')).toEqual(['user'])
})

test('an empty query finds nothing', () => {
  expect(findHits('text', '  ')).toEqual([])
  expect(findHits('', 'a')).toEqual([])
})

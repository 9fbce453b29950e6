import { expect, test } from 'vitest'
import { getAvatarColor, getInitials } from '#web/ui/avatar-color.ts'
import { filterPalette } from '#web/ui/palette-filter.ts'
import { passwordStrength } from '#web/ui/password-strength.ts'
import { toast, toastStore } from '#web/ui/toast.ts'

test.each([
  ['Ann Lee', 'AL'],
  ['王小明', '小明'],
  ['李雷', '李雷'],
  ['demo', 'DE'],
  ['mo.khan@example.com', 'MC'],
  ['', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(getInitials(name)).toBe(initials)
})

test('a name always has the same color, one of eight', () => {
  expect(getAvatarColor('Ann')).toBe(getAvatarColor('Ann'))
  for (const name of ['', 'Ann', '王小明', 'x'.repeat(500)])
    expect([1, 2, 3, 4, 5, 6, 7, 8]).toContain(getAvatarColor(name))
})

test.each([
  ['short', 0],
  ['aaaaaaaa', 1],
  ['abcdefgh', 1],
  ['abcdefg1', 2],
  ['correct horse', 3],
  ['correct horse 7 battery', 4],
])('the strength of %j is %i', (password, level) => {
  expect(passwordStrength(password)).toBe(level)
})

test('finds entries by every word, in any language, best first', () => {
  const entries = [
    { id: '1', group: 'Pages', title: 'Delete user' },
    { id: '2', group: 'Pages', title: 'User list', hint: 'Orders' },
    { id: '3', group: 'Pages', title: '新建用户' },
    { id: '4', group: 'Actions', title: 'Sign out' },
  ]
  const idsOf = (query: string) => filterPalette(entries, query).map(({ id }) => id)
  expect(idsOf('user')).toEqual(['2', '1'])
  expect(idsOf('user ord')).toEqual(['2'])
  expect(idsOf('用户')).toEqual(['3'])
  expect(idsOf('zzz')).toEqual([])
  expect(idsOf('')).toEqual(['1', '2', '3', '4'])
})

test('shows three messages at most and keeps errors until closed', () => {
  const ids = ['a', 'b', 'c'].map((text) => toast.ok({ text }))
  const last = toast.error({ text: 'd' })
  expect(toastStore.read().map(({ text }) => text)).toEqual(['b', 'c', 'd'])
  expect(toastStore.read().at(-1)?.lifeMs).toBeUndefined()
  for (const id of [...ids, last]) toast.close(id)
  expect(toastStore.read()).toEqual([])
})

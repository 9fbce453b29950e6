import { expect, test } from 'vitest'
import { parseSection, sectionPath } from '#web/features/admin/sections.ts'

test('an address that names no part of the console shows the overview', () => {
  expect(parseSection(new URLSearchParams(''))).toBe('overview')
  expect(parseSection(new URLSearchParams('section=nothing'))).toBe('overview')
  expect(parseSection(new URLSearchParams('section=sign-in'))).toBe('sign-in')
})

test('the path of a part keeps what it begins with', () => {
  expect(sectionPath('items', { owner: '王 & co' })).toBe('/admin/index?section=items&owner=%E7%8E%8B+%26+co')
})

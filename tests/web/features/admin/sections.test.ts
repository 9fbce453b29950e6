import { expect, test } from 'vitest'
import { parseSection, sectionPath } from '#web/features/admin/sections.ts'

test('shows the overview for an address that names no section of Admin', () => {
  expect(parseSection(new URLSearchParams(''))).toBe('overview')
  expect(parseSection(new URLSearchParams('section=nothing'))).toBe('overview')
  expect(parseSection(new URLSearchParams('section=sign-in'))).toBe('sign-in')
})

test('a section’s path keeps its prefix', () => {
  expect(sectionPath('items', { owner: '王 & co' })).toBe('/admin/index?section=items&owner=%E7%8E%8B+%26+co')
})

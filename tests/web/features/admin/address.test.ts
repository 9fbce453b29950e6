import { expect, test } from 'vitest'
import { changedQuery, parsePage } from '#web/features/admin/address.ts'

const change = (query: string, fields: Record<string, string>) =>
  changedQuery(new URLSearchParams(query), fields).toString()

test('returns to the first page when a filter changes', () => {
  expect(change('section=users&page=4', { q: 'ann' })).toBe('section=users&q=ann')
  expect(change('section=users&q=ann', { page: '2' })).toBe('section=users&q=ann&page=2')
})

test('drops an emptied field from the address', () => {
  expect(change('section=users&q=ann&role=admin', { q: '', role: '' })).toBe('section=users')
})

test('falls back to the first page for an invalid page number', () => {
  for (const page of ['', '0', '-2', '1.5', 'x']) expect(parsePage(new URLSearchParams({ page }))).toBe(1)
  expect(parsePage(new URLSearchParams({ page: '12' }))).toBe(12)
})

import { expect, test } from 'vitest'
import { changedQuery, parsePage } from '#web/features/admin/address.ts'

const change = (query: string, fields: Record<string, string>) =>
  changedQuery(new URLSearchParams(query), fields).toString()

test('another filter begins on the first page', () => {
  expect(change('section=users&page=4', { q: 'ann' })).toBe('section=users&q=ann')
  expect(change('section=users&q=ann', { page: '2' })).toBe('section=users&q=ann&page=2')
})

test('a field that is emptied leaves the address', () => {
  expect(change('section=users&q=ann&role=admin', { q: '', role: '' })).toBe('section=users')
})

test('a page number that is none is the first', () => {
  for (const page of ['', '0', '-2', '1.5', 'x']) expect(parsePage(new URLSearchParams({ page }))).toBe(1)
  expect(parsePage(new URLSearchParams({ page: '12' }))).toBe(12)
})

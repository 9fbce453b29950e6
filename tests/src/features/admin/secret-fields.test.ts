import { expect, test } from 'vitest'
import { passwordMask } from '#shared/contract/item.ts'
import type { Setting } from '#shared/settings.ts'
import { maskForm, mergeForm, resolveSecret } from '#src/features/admin/secret-fields.ts'

const field = { group: '', text: ['', ''] } as const
const rules: Record<string, Setting> = {
  host: { ...field, kind: 'text' },
  port: { ...field, kind: 'number', default: '389' },
  password: { ...field, kind: 'secret', sentTo: ['host', 'port'] },
}
const stored = { host: 'one.example', port: '389', password: 'hidden' }

test('returns the whole form with its secrets masked', () => {
  expect(maskForm(stored, rules)).toEqual({ host: 'one.example', port: '389', password: passwordMask })
  expect(maskForm({}, rules)).toEqual({ host: '', port: '389', password: '' })
})

test('keeps a secret for a mask or no value, replaces it with a new value, and clears it when empty', () => {
  expect(mergeForm(stored, { password: passwordMask }, rules)).toEqual(stored)
  expect(mergeForm(stored, {}, rules)).toEqual(stored)
  expect(mergeForm(stored, { password: 'new' }, rules)).toEqual({ ...stored, password: 'new' })
  expect(mergeForm(stored, { password: '' }, rules)).toEqual({ ...stored, password: '' })
})

test('drops a secret when its host changes, unless it is entered again', () => {
  expect(mergeForm(stored, { host: 'two.example', password: passwordMask }, rules)['password']).toBe('')
  expect(mergeForm(stored, { port: 390 }, rules)).toEqual({ ...stored, port: '390', password: '' })
  expect(mergeForm(stored, { host: 'two.example', password: 'new' }, rules)['password']).toBe('new')
  expect(mergeForm({ ...stored, port: '' }, { port: '389' }, rules)['password']).toBe('hidden')
  expect(resolveSecret('hidden', undefined, true)).toBe('')
})

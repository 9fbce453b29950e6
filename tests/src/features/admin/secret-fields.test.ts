import { expect, test } from 'vitest'
import { passwordMask } from '#contract/item.ts'
import { keptSecret, mergedForm, shownForm } from '#src/features/admin/secret-fields.ts'

const rules = {
  fields: ['host', 'port', 'password'],
  secrets: ['password'],
  places: ['host', 'port'],
  defaults: { port: '389' },
}
const stored = { host: 'one.example', port: '389', password: 'hidden' }

test('a form is shown whole, its secrets as a mask', () => {
  expect(shownForm(stored, rules)).toEqual({ host: 'one.example', port: '389', password: passwordMask })
  expect(shownForm({}, rules)).toEqual({ host: '', port: '389', password: '' })
})

test('the mask, or nothing, keeps a secret; something else replaces it; empty removes it', () => {
  expect(mergedForm(stored, { password: passwordMask }, rules)).toEqual(stored)
  expect(mergedForm(stored, {}, rules)).toEqual(stored)
  expect(mergedForm(stored, { password: 'new' }, rules)).toEqual({ ...stored, password: 'new' })
  expect(mergedForm(stored, { password: '' }, rules)).toEqual({ ...stored, password: '' })
})

test('a secret does not follow to another place, unless it is typed anew', () => {
  expect(mergedForm(stored, { host: 'two.example', password: passwordMask }, rules)['password']).toBe('')
  expect(mergedForm(stored, { port: 390 }, rules)).toEqual({ ...stored, port: '390', password: '' })
  expect(mergedForm(stored, { host: 'two.example', password: 'new' }, rules)['password']).toBe('new')
  expect(mergedForm({ ...stored, port: '' }, { port: '389' }, rules)['password']).toBe('hidden')
  expect(keptSecret('hidden', undefined, true)).toBe('')
})

import { expect, test } from 'vitest'
import { passwordMask } from '#shared/contract/item.ts'
import {
  domainProblem,
  emptyForm,
  firstItemProblem,
  getErrorField,
  mergeEditsSince,
  savedForm,
  toCopyForm,
  toItemForm,
  toItemInput,
} from '#web/features/item/form/item-form.ts'

const named = { ...emptyForm, item_name: 'Orders' }
const stored = {
  item_name: 'Orders',
  item_description: '',
  item_domain: 'orders',
  visibility: 'password' as const,
  allow_comment: '1',
  allow_feedback: '0',
}

test('a new item is for members only and needs no password', () => {
  expect(firstItemProblem(named)).toBeUndefined()
  expect(toItemInput(named)).toMatchObject({ visibility: 'members', password: '' })
  const withPassword = { ...named, visibility: 'password' as const }
  expect(firstItemProblem(withPassword)).toEqual({ field: 'password', problem: 'passwordMissing' })
  expect(firstItemProblem({ ...withPassword, password: 'x' })).toBeUndefined()
  expect(firstItemProblem({ ...named, visibility: 'public' })).toBeUndefined()
})

test('rejects a name of spaces only', () => {
  expect(firstItemProblem({ ...emptyForm, item_name: '  ' })).toEqual({ field: 'item_name', problem: 'nameMissing' })
  expect(firstItemProblem({ ...emptyForm, item_name: '\u200b' })).toEqual({
    field: 'item_name',
    problem: 'nameMissing',
  })
})

test('keeps an existing password by sending the mask of the contract', () => {
  const form = toItemForm(stored)
  expect(form).toMatchObject({ visibility: 'password', keepsPassword: true, password: '' })
  expect(firstItemProblem(form)).toBeUndefined()
  expect(toItemInput(form).password).toBe(passwordMask)
})

test('sends a replaced password, and none where none is needed', () => {
  const form = { ...toItemForm(stored), keepsPassword: false, password: 'new' }
  expect(toItemInput(form)).toMatchObject({ visibility: 'password', password: 'new' })
  expect(firstItemProblem({ ...form, password: '' })).toEqual({ field: 'password', problem: 'passwordMissing' })
  for (const visibility of ['members', 'public'] as const)
    expect(toItemInput({ ...form, visibility })).toMatchObject({ visibility, password: '' })
})

test('sends the reader settings as ticked', () => {
  const form = toItemForm(stored)
  expect(toItemInput(form)).toMatchObject({ allow_comment: true, allow_feedback: false })
  expect(toItemInput({ ...form, allow_comment: false, allow_feedback: true })).toMatchObject({
    allow_comment: false,
    allow_feedback: true,
  })
})

test.each([
  ['', undefined],
  ['orders2', undefined],
  ['ab', 'domainShape'],
  ['x'.repeat(51), 'domainShape'],
  ['with-dash', 'domainShape'],
  ['订单', 'domainShape'],
  ['12345', 'domainDigits'],
])('the custom URL %j: %s', (domain, problem) => {
  expect(domainProblem(domain)).toBe(problem)
})

test('assigns a server error to its field', () => {
  expect(getErrorField('domainTaken')).toBe('item_domain')
  expect(getErrorField('privateNeedsPassword')).toBe('password')
  expect(getErrorField('itemArchived')).toBeUndefined()
})

test('names a copy after its source within the length limit, with the same visibility', () => {
  expect(toCopyForm({ item_name: 'Orders', item_description: 'd' })).toMatchObject({
    item_name: 'Orders--copy',
    item_description: 'd',
    visibility: 'members',
  })
  for (const visibility of ['members', 'password', 'public'] as const) {
    const form = toCopyForm({ item_name: 'Orders', visibility })
    expect(form).toMatchObject({ visibility, keepsPassword: visibility === 'password' })
    expect(firstItemProblem(form)).toBeUndefined()
  }
  expect(toCopyForm({ item_name: 'x'.repeat(200) }).item_name).toBe(`${'x'.repeat(194)}--copy`)
})

test('merges edits made during a save over the saved values', () => {
  const sent = { ...toItemForm(stored), item_name: ' Orders 2 ', password: 'open sesame', keepsPassword: false }
  const now = { ...sent, item_description: 'of the shop', visibility: 'public' as const }
  const saved = savedForm(toItemInput(sent))
  expect(saved).toMatchObject({ item_name: 'Orders 2', password: '', keepsPassword: true, visibility: 'password' })
  expect(mergeEditsSince(now, sent, saved)).toEqual({ ...saved, item_description: 'of the shop', visibility: 'public' })
  expect(JSON.stringify(mergeEditsSince(sent, sent, saved))).toBe(JSON.stringify(saved))
})

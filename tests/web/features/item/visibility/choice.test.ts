import { expect, test } from 'vitest'
import { passwordMask } from '#shared/contract/item.ts'
import { Visibility } from '#shared/contract/visibility.ts'
import {
  choiceInput,
  firstChoice,
  lacksPassword,
  visibilities,
  visibilityHelp,
} from '#web/features/item/visibility/index.tsx'

test('offers the choices of the contract, and starts with the fewest readers', () => {
  expect(visibilities).toEqual(Visibility.options)
  expect(firstChoice()).toEqual({ visibility: 'members', password: '', keepsPassword: false })
})

test('only the middle choice needs a password, and only where none is stored', () => {
  const typed = (visibility: Visibility, password: string) => ({ ...firstChoice(), visibility, password })
  expect(visibilities.filter((visibility) => lacksPassword(typed(visibility, '')))).toEqual(['password'])
  expect(lacksPassword(typed('password', 'x'))).toBe(false)
  expect(lacksPassword(firstChoice('password'))).toBe(false)
  expect(lacksPassword({ ...firstChoice('password'), keepsPassword: false })).toBe(true)
})

test('keeps an existing password by sending the mask of the contract', () => {
  expect(choiceInput(firstChoice('password'))).toEqual({ visibility: 'password', password: passwordMask })
  const changed = { ...firstChoice('password'), keepsPassword: false, password: 'new' }
  expect(choiceInput(changed)).toEqual({ visibility: 'password', password: 'new' })
  expect(choiceInput({ ...changed, visibility: 'members' })).toEqual({ visibility: 'members', password: '' })
  expect(choiceInput({ ...changed, visibility: 'public' })).toEqual({ visibility: 'public', password: '' })
})

test('says when the site shows items only to signed-in users', () => {
  const keys = (force_login: boolean) => visibilities.map((visibility) => visibilityHelp(visibility, force_login))
  expect(keys(false)).toEqual(['help.members', 'help.password', 'help.public'])
  expect(keys(true)).toEqual(['help.members', 'help.passwordSignedIn', 'help.publicSignedIn'])
})

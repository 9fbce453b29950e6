import { expect, test } from 'vitest'
import { providerForms } from '#shared/sign-in-providers.ts'
import { presets } from '#web/features/admin/sign-in/presets.ts'

test('every service that the guide names has a template, and a template fills in fields of its form', () => {
  const ids = presets.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual(
    expect.arrayContaining([
      'keycloak',
      'entra',
      'google',
      'github',
      'gitlab',
      'feishu',
      'dingtalk',
      'wecom',
      'saml',
      'cas',
    ]),
  )
  for (const { id, type, values } of presets) {
    const known: readonly string[] = Object.keys(providerForms[type])
    expect(
      Object.keys(values).filter((name) => !known.includes(name)),
      id,
    ).toEqual([])
  }
})

test('a service has its issuer or its addresses in the template, and they are encrypted', () => {
  for (const { id, values } of presets.filter((one) => one.type === 'oauth2' && one.id !== 'openid')) {
    const hasPaths = values['authorize_path'] !== undefined && values['token_path'] !== undefined
    expect((values['issuer'] ?? '') !== '' || hasPaths, id).toBe(true)
    for (const value of Object.values(values)) if (value.includes('://')) expect(value, id).toMatch(/^https:\/\//)
  }
})

test('at a service where anyone can have an account, nobody new gets in before an administrator allows it', () => {
  const open = presets.filter(({ values }) => values['new_accounts'] === '0').map(({ id }) => id)
  expect(open.sort()).toEqual(['dingtalk', 'gitee', 'github', 'gitlab', 'google'])
})

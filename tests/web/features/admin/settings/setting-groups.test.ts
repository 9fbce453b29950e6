import { expect, test } from 'vitest'
import { settingForms, siteSettings } from '#shared/settings.ts'
import { providerForms, providerTypes } from '#shared/sign-in-providers.ts'
import { toConfigInput } from '#web/features/admin/settings/atoms.ts'
import { allFields, getSettingGroup, groupFields } from '#web/features/admin/settings/setting-groups.ts'
import { ldapFields, ldapGroups } from '#web/features/admin/sign-in/atoms.ts'
import { groupFields as providerFields, providerGroups } from '#web/features/admin/sign-in/provider-forms.ts'
import en from '#web/locales/en/admin.json' with { type: 'json' }
import zh from '#web/locales/zh/admin.json' with { type: 'json' }

const names = (fields: readonly { name: string }[]) => fields.map(({ name }) => name)

test('every setting of the server has a field', () => {
  const storage = Object.keys(settingForms.oss_setting).map((name) => `oss_setting.${name}`)
  expect(names(allFields)).toEqual([...Object.keys(siteSettings), ...storage])
})

test.each([
  ['English', en.settings.label],
  ['Chinese', zh.settings.label],
])('every setting has its label in %s', (_, labels) => {
  for (const { name } of allFields) expect(labels, name).toHaveProperty(name.split('.'), expect.any(String))
})

test('every sign-in setting has a field', () => {
  expect(names(ldapGroups.flatMap(ldapFields))).toEqual(['ldap_open', ...Object.keys(settingForms.ldap_form)])
  for (const type of providerTypes) {
    const fields = providerGroups(type).flatMap((group) => providerFields(type, group))
    expect(names(fields).sort()).toEqual(Object.keys(providerForms[type]).sort())
  }
})

test('the fields of a nested form refer to each other by their names in the form', () => {
  const secret = groupFields('storage').find(({ name }) => name === 'oss_setting.secret')
  expect(secret?.sentTo).toContain('oss_setting.endpoint')
  expect(secret?.shows?.({ 'oss_setting.oss_type': 'aliyun' })).toBe(true)
  expect(secret?.shows?.({ 'oss_setting.oss_type': 'qcloud' })).toBe(false)
})

test('sends only changes, and the storage settings as one form with their type', () => {
  const values = { site_name: 'A', 'oss_setting.oss_type': 'qcloud', 'oss_setting.bucket': 'b' }
  expect(toConfigInput({ site_name: 'A' }, values)).toEqual({ site_name: 'A' })
  expect(toConfigInput({ 'oss_setting.bucket': 'b' }, values)).toEqual({
    oss_setting: JSON.stringify({ oss_type: 'qcloud', bucket: 'b' }),
  })
})

test('finds the tab of a setting', () => {
  expect(getSettingGroup('home_item')).toBe('home')
  expect(getSettingGroup('oss_setting.bucket')).toBe('storage')
})

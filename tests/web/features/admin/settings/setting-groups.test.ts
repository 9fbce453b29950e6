import { expect, test } from 'vitest'
import { adminSetting, LdapForm, Oauth2Form, StorageForm } from '#shared/contract/admin-setting.ts'
import { toConfigInput } from '#web/features/admin/settings/atoms.ts'
import { allFields, getSettingGroup } from '#web/features/admin/settings/setting-groups.ts'
import { flattenFields, ldapGroups, oauthGroups } from '#web/features/admin/sign-in/fields.ts'

const sorted = (names: readonly string[]) => [...names].sort()

test('every setting of the server has a field', () => {
  const other = new Set(['open_ai_key', 'open_ai_host', 'oss_setting']) // the first two are aliases of two others
  const flat = Object.keys(adminSetting.saveConfig.input.shape).filter((name) => !other.has(name))
  const storage = Object.keys(StorageForm.shape).map((name) => `oss_setting.${name}`)
  expect(sorted(allFields.map((field) => field.name))).toEqual(sorted([...flat, ...storage]))
})

test('every sign-in setting has a field', () => {
  const names = (fields: readonly { name: string }[]) => sorted(fields.map((field) => field.name))
  expect(names(flattenFields(ldapGroups))).toEqual(sorted(['ldap_open', ...Object.keys(LdapForm.shape)]))
  expect(names(flattenFields(oauthGroups))).toEqual(sorted(['oauth2_open', ...Object.keys(Oauth2Form.shape)]))
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

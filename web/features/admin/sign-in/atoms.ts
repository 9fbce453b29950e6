import { atom } from 'jotai'
import { api } from '#web/lib/api.ts'
import { createSettingForm } from '../forms/setting-form.ts'
import { flattenFields, ldapGroups, oauthGroups } from './fields.ts'

/** The settings of the directory service. */
export const ldapForm = createSettingForm({
  id: 'admin-ldap',
  section: 'sign-in',
  fields: flattenFields(ldapGroups),
  load: async () => {
    const { ldap_open, ldap_form } = await api.adminSetting.loadLdapConfig()
    return { ldap_open, ...ldap_form }
  },
  save: ({ ldap_open, ...form }) =>
    api.adminSetting.saveLdapConfig({
      ...(ldap_open && { ldap_open: ldap_open === '1' }),
      ldap_form: JSON.stringify(form),
    }),
})

/** The settings of the service that people sign in with. */
export const oauthForm = createSettingForm({
  id: 'admin-oauth2',
  section: 'sign-in',
  fields: flattenFields(oauthGroups),
  load: async () => {
    const { oauth2_open, oauth2_form } = await api.adminSetting.loadOauth2Config()
    return { oauth2_open, ...oauth2_form }
  },
  save: ({ oauth2_open, ...form }) =>
    api.adminSetting.saveOauth2Config({
      ...(oauth2_open && { oauth2_open: oauth2_open === '1' }),
      oauth2_form: JSON.stringify(form),
    }),
  fieldOf: { logoutAddressBad: 'logout_redirect_uri' },
})

/** The key that other systems sign links with; undefined until somebody asks for it, for asking makes one. Forgotten with its screen. */
export const loginKeyAtom = atom<string>()
loginKeyAtom.onMount = (set) => () => set(undefined)

/** Asks for the key. */
export const showLoginKeyAtom = atom(null, async (_get, set) => {
  set(loginKeyAtom, (await api.adminSetting.getLoginSecretKey()).login_secret_key)
})

/** Makes a new key; links made with the former one are refused from now on. */
export const resetLoginKeyAtom = atom(null, async (_get, set) => {
  set(loginKeyAtom, (await api.adminSetting.resetLoginSecretKey()).login_secret_key)
})

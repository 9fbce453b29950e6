import { atom } from 'jotai'
import { api } from '#web/lib/api.ts'
import { createSettingForm } from '../forms/setting-form.ts'
import { flattenFields, ldapGroups, oauthGroups } from './fields.ts'

/** The LDAP settings. */
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

/** The OAuth settings. */
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

/**
 * The key that other systems sign sign-in links with; undefined until it is requested, because requesting creates it.
 * Cleared when the screen is left.
 */
export const loginKeyAtom = atom<string>()
loginKeyAtom.onMount = (set) => () => set(undefined)

/** Fetches the key. */
export const showLoginKeyAtom = atom(null, async (_get, set) => {
  set(loginKeyAtom, (await api.adminSetting.getLoginSecretKey()).login_secret_key)
})

/** Creates a new key; links signed with the former one stop working. */
export const resetLoginKeyAtom = atom(null, async (_get, set) => {
  set(loginKeyAtom, (await api.adminSetting.resetLoginSecretKey()).login_secret_key)
})

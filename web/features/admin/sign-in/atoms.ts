import { atom } from 'jotai'
import { settingForms, signInSettings } from '#shared/settings.ts'
import { api } from '#web/lib/api.ts'
import { listGroups, toFields } from '../forms/fields.ts'
import { createSettingForm } from '../forms/setting-form.ts'

const { ldap_open } = signInSettings
const ldapSettings = { ldap_open, ...settingForms.ldap_form }

/** The groups of the LDAP form, in the order of the screen. */
export const ldapGroups = listGroups(ldapSettings)

/** Returns the fields of a group of the LDAP form. */
export const ldapFields = (group: (typeof ldapGroups)[number]) =>
  toFields<keyof typeof ldapSettings>(ldapSettings, group)

/** The LDAP settings. */
export const ldapForm = createSettingForm({
  id: 'admin-ldap',
  section: 'sign-in',
  fields: ldapGroups.flatMap(ldapFields),
  load: async () => {
    const { ldap_open, ldap_form, from_start } = await api.adminSetting.loadLdapConfig()
    return { ldap_open, ...ldap_form, from_start }
  },
  save: ({ ldap_open, ...form }) =>
    api.adminSetting.saveLdapConfig({
      ...(ldap_open && { ldap_open: ldap_open === '1' }),
      ldap_form: JSON.stringify(form),
    }),
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

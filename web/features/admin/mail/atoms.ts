import { mailSettings, settingForms } from '#shared/settings.ts'
import { api } from '#web/lib/api.ts'
import { listGroups, toFields } from '../forms/fields.ts'
import { createSettingForm } from '../forms/setting-form.ts'
import type { StartSetting } from '../start-settings.ts'

const { mail_open } = mailSettings
const settings = { mail_open, ...settingForms.mail_form }

/** A field of the mail form. */
export type MailField = keyof typeof settings

const startSettings = {
  mail_open: 'smtp_host',
  host: 'smtp_host',
  port: 'smtp_host',
  security: 'smtp_host',
  ca: 'smtp_host',
  user: 'smtp_host',
  password: 'smtp_host',
  from: 'smtp_host',
  from_name: 'smtp_from_name',
  digest_time: 'digest_time',
  notice_text: 'notice_text',
} as const satisfies Record<MailField, StartSetting['name']>

/** Returns the setting of the start that decides about a field: those of the server are decided together. */
export const startSettingOf = (field: MailField) => startSettings[field]

/** The groups of the mail form, in the order of the screen. */
export const mailGroups = listGroups(settings)

/** Returns the fields of a group of the mail form. */
export const mailFields = (group: (typeof mailGroups)[number]) => toFields<MailField>(settings, group)

/** The mail settings. */
export const mailForm = createSettingForm({
  id: 'admin-mail',
  section: 'mail',
  fields: mailGroups.flatMap(mailFields),
  load: async () => {
    const { mail_open, mail_form, from_start, has_address } = await api.adminMail.load()
    return { mail_open, ...mail_form, from_start, has_address: has_address ? '1' : '0' }
  },
  save: ({ mail_open, ...form }) =>
    api.adminMail.save({
      ...(mail_open && { mail_open: mail_open === '1' }),
      mail_form: JSON.stringify(form),
    }),
  fieldOf: { mailHostMissing: 'host', mailFromMissing: 'from', mailTimeBad: 'digest_time' },
})

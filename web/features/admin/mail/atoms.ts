import { mailSettings, settingForms } from '#shared/settings.ts'
import { api } from '#web/lib/api.ts'
import { listGroups, toFields } from '../forms/fields.ts'
import { createSettingForm } from '../forms/setting-form.ts'

const { mail_open } = mailSettings
const settings = { mail_open, ...settingForms.mail_form }

/** The groups of the mail form, in the order of the screen. */
export const mailGroups = listGroups(settings)

/** Returns the fields of a group of the mail form. */
export const mailFields = (group: (typeof mailGroups)[number]) => toFields<keyof typeof settings>(settings, group)

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

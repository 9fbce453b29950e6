import { settingForms } from '#shared/settings.ts'
import { api } from '#web/lib/api.ts'
import { queryAtom } from '#web/lib/query.ts'
import { listGroups, toFields } from '../forms/fields.ts'
import { createSettingForm } from '../forms/setting-form.ts'

const settings = settingForms.backup_form

/** The groups of the form, in the order of the screen. */
export const backupGroups = listGroups(settings)

/** Returns the fields of a group of the form. */
export const backupFields = (group: (typeof backupGroups)[number]) => toFields<keyof typeof settings>(settings, group)

/** The settings of the backups. */
export const backupForm = createSettingForm({
  id: 'admin-backup',
  section: 'backups',
  fields: backupGroups.flatMap(backupFields),
  load: () => api.adminBackup.loadConfig(),
  save: (changes) => api.adminBackup.saveConfig(changes as Parameters<typeof api.adminBackup.saveConfig>[0]),
  fieldOf: {
    backupTimeBad: 'time',
    exportTimeBad: 'export_time',
    exportItemsBad: 'export_items',
    backupFolderBad: 'folder',
  },
})

/** Whether the backups are as they should be, and how far the running one is. */
export const backupStatusAtom = queryAtom(() => api.adminBackup.status())

/** The backups that there are. */
export const backupListAtom = queryAtom(() => api.adminBackup.getList())

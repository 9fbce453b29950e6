export { adminItem, adminSetting, adminSite, adminUpdate, adminUser, update } from './handlers.ts'
export { maskForm, mergeForm } from './secret-fields.ts'
export { storeSettings } from './settings.ts'

export { adminItem, adminProvider, adminSetting, adminSite, adminUser } from './handlers.ts'
export { maskForm, mergeForm } from './secret-fields.ts'
export { storeSettings } from './settings.ts'

export { adminItem, adminSetting, adminSite, adminUpdate, adminUser, update } from './handlers.ts'

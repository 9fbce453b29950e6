export { adminItem, adminSetting, adminSite, adminUser } from './handlers.ts'

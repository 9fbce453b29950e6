export { adminItem, adminSetting, adminUpdate, adminUser, update } from './handlers.ts'

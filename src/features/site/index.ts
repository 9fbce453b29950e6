export { common, setup } from './handlers.ts'
export { siteInfo } from './service.ts'

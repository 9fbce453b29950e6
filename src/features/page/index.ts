export { page } from './handlers.ts'
export { findPage, insertPage, type PageWithText } from './queries.ts'
export { requirePageSize, writeVersion } from './save.ts'

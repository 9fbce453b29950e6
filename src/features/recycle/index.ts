export { recycle } from './handlers.ts'
export { purgeDeleted, purgeItem } from './purge.ts'

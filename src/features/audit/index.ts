export { adminAudit } from './handlers.ts'
export { type Deed, insertAudit, removeOldAudits } from './queries.ts'

export { adminAudit } from './handlers.ts'
export { type AuditEntry, insertAudit, removeOldAudits } from './queries.ts'

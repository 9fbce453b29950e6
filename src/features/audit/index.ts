export { recordFailedConnection } from './connection-failure.ts'
export { adminAudit } from './handlers.ts'
export {
  type Actor,
  type AuditEntry,
  actorOf,
  commandLineActor,
  insertAudit,
  insertAudits,
  listLinkUses,
  recordAudit,
  verifyAudits,
} from './queries.ts'
export { removeOldAudits } from './retention.ts'

export { type Deed, insertAudit, removeOldAudits } from './queries.ts'

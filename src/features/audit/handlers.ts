import type { contract } from '#shared/contract/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { type AuditFilter, countAudits, listAudits } from './queries.ts'

/** The endpoints for the audit log of sign-ins, accounts and administration. */
export const adminAudit: Handlers<typeof contract.adminAudit> = {
  async getList({ app, input }) {
    const { username = '', action = '', keyword = '' } = input
    const filter: AuditFilter = { username: username.trim(), action, keyword: keyword.trim() }
    const lines = await listAudits(app.db, filter, input)
    return {
      total: await countAudits(app.db, filter),
      list: lines.map((line) => ({ ...line, name: line.name ?? undefined })),
    }
  },
}

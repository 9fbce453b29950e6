import type { contract } from '#shared/contract/index.ts'
import { nowSeconds } from '#src/core/app.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { auditCsv } from './csv.ts'
import { type AuditFilter, actorOf, countAudits, listAudits, recordAudit } from './queries.ts'

type Requested = Partial<Record<'username' | 'keyword', string | undefined>> &
  Partial<{ [F in Exclude<keyof AuditFilter, 'username' | 'keyword'>]: AuditFilter[F] | undefined }>

const filterOf = (input: Requested): AuditFilter => ({
  username: input.username?.trim() ?? '',
  action: input.action ?? '',
  object_type: input.object_type ?? '',
  object_id: input.object_id ?? 0,
  from: input.from ?? 0,
  to: input.to ?? 0,
  keyword: input.keyword?.trim() ?? '',
})

/** The endpoints for the audit log. */
export const adminAudit: Handlers<typeof contract.adminAudit> = {
  async getList({ app, input }) {
    const filter = filterOf(input)
    const lines = await listAudits(app.db, filter, input)
    return {
      total: await countAudits(app.db, filter),
      list: lines.map((line) => ({ ...line, name: line.name ?? undefined })),
    }
  },

  async exportCsv({ app, user, input, request }) {
    const filter = filterOf(input)
    const detail = Object.entries(filter).flatMap(([name, value]) => (value ? [`${name} ${value}`] : []))
    const entry = {
      ...actorOf(user, request),
      action: 'auditExported',
      object_type: 'audit',
      detail: detail.join(', '),
    } as const
    await recordAudit(app.db, entry, nowSeconds(app))
    return auditCsv(app, filter, input.lang ?? request.lang)
  },
}

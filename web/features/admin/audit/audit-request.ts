import { auditActions, auditObjects } from '#shared/contract/audit-actions.ts'
import type { api } from '#web/lib/api.ts'

type FilterRequest = NonNullable<Parameters<typeof api.adminAudit.getList>[0]>

/** The URL query parameters that filter the log. */
export const auditFilters = ['q', 'who', 'action', 'type', 'from', 'to'] as const

const oneOf = <T extends string>(all: readonly T[], text: string | null): T | undefined =>
  all.find((one) => one === text)

/** Returns when a day begins in the user's time zone, Unix seconds; 0 for no valid day. */
export function dayStart(day: string | null, later = 0): number {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '') ?? []
  const at = new Date(Number(year), Number(month) - 1, Number(date) + later).getTime()
  return year === undefined || Number.isNaN(at) || at < 0 ? 0 : Math.floor(at / 1000)
}

/** Returns the request for the entries that a URL query selects; the last day counts whole. */
export const auditRequest = (query: URLSearchParams): FilterRequest => ({
  keyword: query.get('q') ?? '',
  username: query.get('who') ?? '',
  action: oneOf(auditActions, query.get('action')) ?? '',
  object_type: oneOf(auditObjects, query.get('type')) ?? '',
  from: dayStart(query.get('from')),
  to: Math.max(0, dayStart(query.get('to'), 1) - 1),
})

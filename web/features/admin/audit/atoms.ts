import { auditActions } from '#shared/contract/audit-actions.ts'
import { api } from '#web/lib/api.ts'
import { toCsvBlob } from '#web/lib/csv.ts'
import { addressAtom, parsePage } from '../address.ts'
import { pageSize } from '../paged-table.tsx'
import { queryStateAtom } from '../query-state.ts'

type Asking = NonNullable<Parameters<typeof api.adminAudit.getList>[0]>

/** An entry of the audit log. */
export type AuditEntry = Awaited<ReturnType<typeof api.adminAudit.getList>>['list'][number]

/** An action that the audit log records. */
export type AuditAction = (typeof auditActions)[number]

/** The URL query parameters that filter the log. */
export const auditFilters = ['q', 'who', 'action'] as const

/** Parses an action; undefined for one that this version does not know. */
export const parseAuditAction = (text: string | null): AuditAction | undefined =>
  auditActions.find((one) => one === text)

const askedOf = (query: URLSearchParams): Asking => ({
  keyword: query.get('q') ?? '',
  username: query.get('who') ?? '',
  action: parseAuditAction(query.get('action')) ?? '',
})

const placeAtom = addressAtom([...auditFilters, 'page'])

/** The entries that the URL query selects. */
export const auditAtom = queryStateAtom((get) => {
  const query = new URLSearchParams(get(placeAtom))
  return api.adminAudit.getList({ ...askedOf(query), page: parsePage(query), count: pageSize })
})

const linesAtOnce = 100
const linesMost = 20_000

/**
 * Returns all entries that match the filters of a URL query as CSV: at most 20,000, the newest.
 *
 * @param heads the names of the six columns
 * @param wordOf returns the label of an action
 */
export async function auditCsv(
  query: URLSearchParams,
  heads: readonly string[],
  wordOf: (action: string) => string,
): Promise<Blob> {
  const asked = askedOf(query)
  const lines = new Map<string, AuditEntry>()
  for (let page = 1; page <= linesMost / linesAtOnce; page++) {
    const { list } = await api.adminAudit.getList({ ...asked, page, count: linesAtOnce })
    // an entry written in the meantime shifts the others, so one may come twice
    for (const line of list) lines.set(line.id, line)
    if (list.length < linesAtOnce) break
  }
  const rows = [...lines.values()].map(({ addtime, username, action, object_type, object_id, detail, ip }) => [
    new Date(Number(addtime) * 1000).toISOString(),
    username,
    wordOf(action),
    object_id === '0' ? object_type : `${object_type} ${object_id}`,
    detail,
    ip,
  ])
  return toCsvBlob([heads, ...rows])
}

import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { auditActions } from '#shared/contract/audit-actions.ts'
import { api } from '#web/lib/api.ts'
import { toCsvBlob } from '#web/lib/csv.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText } from '#web/lib/lazy-text.ts'
import { useQueryState } from '#web/lib/query.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ExportIcon, HistoryIcon } from '#web/ui/icons.ts'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.ts'
import { addressQuery, parsePage, useConsoleAddress } from '../address.ts'
import { FilterBar, FilterChoice, FilterText } from '../filters.tsx'
import { PagedTable, pageSize } from '../paged-table.tsx'
import { PersonText } from '../person-text.tsx'
import { QueryBoundary } from '../query-boundary.tsx'
import { MomentText } from '../table-cells.tsx'

const worth = new Map<string, 'warn' | 'danger'>([
  ['loginFailed', 'warn'],
  ['backupFailed', 'danger'],
  ['restoreFailed', 'warn'],
  ['userDeleted', 'danger'],
  ['itemDeleted', 'danger'],
  ['itemRemoved', 'danger'],
])

type FilterRequest = NonNullable<Parameters<typeof api.adminAudit.getList>[0]>

/** An entry of the audit log. */
type AuditEntry = Awaited<ReturnType<typeof api.adminAudit.getList>>['list'][number]

/** An action that the audit log records. */
type AuditAction = (typeof auditActions)[number]

/** The URL query parameters that filter the log. */
const auditFilters = ['q', 'who', 'action'] as const

/** Parses an action; undefined for one that this version does not know. */
const parseAuditAction = (text: string | null): AuditAction | undefined => auditActions.find((one) => one === text)

const requestOf = (query: URLSearchParams): FilterRequest => ({
  keyword: query.get('q') ?? '',
  username: query.get('who') ?? '',
  action: parseAuditAction(query.get('action')) ?? '',
})

/** The entries that the URL query selects. */
const auditAtom = addressQuery([...auditFilters, 'page'], (query) =>
  api.adminAudit.getList({ ...requestOf(query), page: parsePage(query), count: pageSize }),
)

const linesAtOnce = 100
const linesMost = 20_000

/**
 * Returns all entries that match the filters of a URL query as CSV: at most 20,000, the newest.
 *
 * @param heads the names of the six columns
 * @param wordOf returns the label of an action
 */
async function auditCsv(
  query: URLSearchParams,
  heads: readonly string[],
  wordOf: (action: string) => string,
): Promise<Blob> {
  const requested = requestOf(query)
  const lines = new Map<string, AuditEntry>()
  for (let page = 1; page <= linesMost / linesAtOnce; page++) {
    const { list } = await api.adminAudit.getList({ ...requested, page, count: linesAtOnce })
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

/** Returns a function that gives the label of an action; its raw name when another version of the program wrote it. */
function useActionLabel(): (action: string) => string {
  const { t } = useTranslation('admin')
  return (action) => {
    const known = parseAuditAction(action)
    return known ? t(`audit.action.${known}`) : action
  }
}

/** Table of audit log entries. */
function AuditTable({ lines }: { lines: readonly AuditEntry[] }) {
  const { t } = useTranslation('admin')
  const wordOf = useActionLabel()
  return (
    <Table
      caption={t('section.audit')}
      rows={lines}
      keyOf={(line) => line.id}
      columns={[
        { id: 'time', header: t('audit.time'), cell: ({ addtime }) => <MomentText relative at={Number(addtime)} /> },
        {
          id: 'who',
          header: t('audit.who'),
          cell: ({ username, name }) =>
            username === '' ? t('audit.unknown') : <PersonText name={name} username={username} />,
        },
        {
          id: 'what',
          header: t('audit.what'),
          cell: ({ action }) => {
            const tone = worth.get(action)
            return tone ? <Badge tone={tone}>{wordOf(action)}</Badge> : wordOf(action)
          },
        },
        { id: 'object', header: t('audit.object'), cell: ({ detail }) => <bdi>{detail}</bdi> },
        { id: 'ip', header: t('audit.ip'), cell: ({ ip }) => <bdi>{ip}</bdi> },
      ]}
    />
  )
}

/** Audit log: sign-ins and changes to accounts, items and settings in the last 180 days. */
export function Audit() {
  const { t } = useTranslation('admin')
  const { query } = useConsoleAddress()
  const lines = useQueryState(useAtomValue(auditAtom))
  const wordOf = useActionLabel()
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    try {
      const heads = [
        t('audit.time'),
        t('audit.who'),
        t('audit.what'),
        t('audit.kind'),
        t('audit.object'),
        t('audit.ip'),
      ]
      saveFile(await auditCsv(query, heads, wordOf), 'audit.csv')
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setSaving(false)
    }
  }
  return (
    <ScreenFrame
      title={t('section.audit')}
      note={t('audit.note')}
      actions={
        <Button icon={<ExportIcon />} busy={isSaving} onClick={() => void save()}>
          {t('audit.csv')}
        </Button>
      }
    >
      <FilterBar>
        <FilterText name="q" label={t('audit.search')} />
        <FilterText name="who" label={t('audit.who')} />
        <FilterChoice
          name="action"
          label={t('audit.what')}
          options={[
            { value: 'all', label: t('audit.all') },
            ...auditActions.map((value) => ({ value, label: t(`audit.action.${value}`) })),
          ]}
        />
      </FilterBar>
      <QueryBoundary query={lines}>
        {({ list, total }) => (
          <PagedTable
            total={total}
            rows={list.length}
            filters={auditFilters}
            empty={<EmptyState icon={<HistoryIcon data-size="32" />} text={t('audit.none')} />}
          >
            <AuditTable lines={list} />
          </PagedTable>
        )}
      </QueryBoundary>
    </ScreenFrame>
  )
}

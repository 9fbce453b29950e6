import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { auditActions, auditLabel, auditObjects, commandLineName } from '#shared/contract/audit-actions.ts'
import { auditDetail } from '#shared/contract/audit-details.ts'
import { api } from '#web/lib/api.ts'
import { currentLang, useTranslation } from '#web/lib/i18n.ts'
import { errorText } from '#web/lib/lazy-text.ts'
import { useQueryState } from '#web/lib/query.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { HistoryIcon } from '#web/ui/icons.ts'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { ExportIcon } from '#web/ui/screen-icons.ts'
import { Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.ts'
import { addressQuery, parsePage, useConsoleAddress } from '../address.ts'
import { FilterBar, FilterChoice, FilterDates, FilterText } from '../filters.tsx'
import { PagedTable, pageSize } from '../paged-table.tsx'
import { PersonText } from '../person-text.tsx'
import { QueryBoundary } from '../query-boundary.tsx'
import { MomentText } from '../table-cells.tsx'
import { auditFilters, auditRequest } from './audit-request.ts'

const worth = new Map<string, 'warn' | 'danger'>([
  ['loginFailed', 'warn'],
  ['backupFailed', 'danger'],
  ['restoreFailed', 'warn'],
  ['userDeleted', 'danger'],
  ['itemDeleted', 'danger'],
  ['itemRemoved', 'danger'],
])

/** An entry of the audit log. */
type AuditEntry = Awaited<ReturnType<typeof api.adminAudit.getList>>['list'][number]

/** The entries that the URL query selects. */
const auditAtom = addressQuery([...auditFilters, 'page'], (query) =>
  api.adminAudit.getList({ ...auditRequest(query), page: parsePage(query), count: pageSize }),
)

/** A log of years takes a while to be written. */
const csvMs = 600_000

/** Table of audit log entries. */
function AuditTable({ lines }: { lines: readonly AuditEntry[] }) {
  const { t } = useTranslation('admin')
  const wordOf = (action: string) => auditLabel(action, currentLang())
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
          isShort: true,
          cell: ({ username, name }) => {
            if (username === '') return t('audit.unknown')
            if (username === commandLineName) return t('audit.commandLine')
            return <PersonText name={name} username={username} />
          },
        },
        {
          id: 'what',
          header: t('audit.what'),
          isShort: true,
          cell: ({ action }) => {
            const tone = worth.get(action)
            return tone ? <Badge tone={tone}>{wordOf(action)}</Badge> : wordOf(action)
          },
        },
        {
          id: 'object',
          header: t('audit.object'),
          cell: ({ action, detail }) => <bdi>{auditDetail(action, detail, currentLang())}</bdi>,
        },
        { id: 'ip', header: t('audit.ip'), isShort: true, cell: ({ ip }) => <bdi>{ip}</bdi> },
      ]}
    />
  )
}

/** Audit log: sign-ins, accounts, rights, exports and settings, for as long as the site stores them. */
export function Audit() {
  const { t } = useTranslation('admin')
  const { query } = useConsoleAddress()
  const lines = useQueryState(useAtomValue(auditAtom))
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    try {
      const input = { ...auditRequest(query), lang: currentLang() }
      const response = await api.adminAudit.exportCsv(input, { timeoutMs: csvMs })
      saveFile(await response.blob(), 'audit.csv')
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
            ...auditActions.map((value) => ({ value, label: auditLabel(value, currentLang()) })),
          ]}
        />
        <FilterChoice
          name="type"
          label={t('audit.type')}
          options={[
            { value: 'all', label: t('audit.allTypes') },
            ...auditObjects.map((value) => ({ value, label: t(`audit.types.${value}`) })),
          ]}
        />
        <FilterDates
          dates={[
            { name: 'from', label: t('audit.from') },
            { name: 'to', label: t('audit.to') },
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

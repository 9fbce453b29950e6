import { useAtom } from 'jotai'
import { useState } from 'react'
import { auditActions } from '#shared/contract/audit-actions.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText } from '#web/lib/lazy-text.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ExportIcon, HistoryIcon } from '#web/ui/icons.ts'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { toast } from '#web/ui/toast.ts'
import { useConsoleAddress } from '../address.ts'
import { FilterBar } from '../filter-bar.tsx'
import { FilterChoice } from '../filter-choice.tsx'
import { FilterText } from '../filter-text.tsx'
import { PagedTable } from '../paged-table.tsx'
import { QueryBoundary } from '../query-boundary.tsx'
import { auditAtom, auditCsv, auditFilters } from './atoms.ts'
import { AuditTable, useActionLabel } from './audit-table.tsx'

/** Audit log: sign-ins and changes to accounts, items and settings in the last 180 days. */
export function Audit() {
  const { t } = useTranslation('admin')
  const { query } = useConsoleAddress()
  const [lines, askAgain] = useAtom(auditAtom)
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
      <QueryBoundary asked={lines} onRetry={() => void askAgain()}>
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

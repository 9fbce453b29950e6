import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { fileSize, formatCount } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryValue, useQueryState } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { OkIcon } from '#web/ui/icons.ts'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { AttachmentIcon, TrashIcon } from '#web/ui/screen-icons.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { useConsoleAddress } from '../address.ts'
import { FilterBar, FilterChoice, FilterText } from '../filters.tsx'
import { PagedTable } from '../paged-table.tsx'
import { QueryBoundary } from '../query-boundary.tsx'
import styles from '../tab-panel.module.css'
import { fileListKeyAtom, siteFilesAtom } from './atoms.ts'
import { CleanUp } from './clean-up.tsx'
import { FileRows } from './file-rows.tsx'

const filters = ['q', 'type', 'by'] as const

/** All files of the site, and the unused ones. */
export function Files() {
  const { t } = useTranslation('admin')
  const { query, step } = useConsoleAddress()
  const files = useQueryState(useAtomValue(siteFilesAtom))
  const place = useAtomValue(fileListKeyAtom)
  const [isCleaning, setCleaning] = useState(false)
  const isUnused = query.get('view') === 'unused'
  const value = queryValue(files.result)
  const end =
    value?.isUnused && value.total > 0 ? (
      <Button variant="danger" icon={<TrashIcon />} onClick={() => setCleaning(true)}>
        {t('files.cleanUp.open', { shown: formatCount(value.total) })}
      </Button>
    ) : (
      value?.used !== undefined &&
      t('files.used', { count: value.total, shown: formatCount(value.total), size: fileSize(value.used) })
    )
  return (
    <ScreenFrame title={t('section.files')}>
      <Tabs
        label={t('section.files')}
        tabs={[
          { id: 'all', label: t('files.all') },
          { id: 'unused', label: t('files.unused') },
        ]}
        value={isUnused ? 'unused' : 'all'}
        onValue={(view) => step({ view: view === 'all' ? '' : view })}
      >
        <div className={styles.panel}>
          {isUnused && <p className={styles.note}>{t('files.unusedNote')}</p>}
          <FilterBar end={end}>
            <FilterText name="q" label={t('files.search')} />
            <FilterText name="by" label={t('files.uploader')} />
            <FilterChoice
              name="type"
              label={t('files.type')}
              options={[
                { value: 'all', label: t('files.allTypes') },
                { value: 'image', label: t('files.images') },
                { value: 'other', label: t('files.others') },
              ]}
            />
          </FilterBar>
          <QueryBoundary query={files}>
            {({ list, total, isUnused: areUnused }) => (
              <PagedTable
                total={total}
                rows={list.length}
                filters={filters}
                empty={
                  areUnused ? (
                    <EmptyState icon={<OkIcon data-size="32" />} text={t('files.noneUnused')} />
                  ) : (
                    <EmptyState icon={<AttachmentIcon data-size="32" />} text={t('files.none')} />
                  )
                }
              >
                <FileRows key={place} files={list} />
              </PagedTable>
            )}
          </QueryBoundary>
        </div>
      </Tabs>
      {isCleaning && value && <CleanUp total={value.total} onClose={() => setCleaning(false)} />}
    </ScreenFrame>
  )
}

import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AttachmentIcon, SearchIcon } from '#web/ui/icons.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { type filesAtom, reloadFilesAtom } from './atoms.ts'
import styles from './attachment.module.css'
import { FileGrid } from './file-grid.tsx'
import { FileTable } from './file-table.tsx'
import type { OwnFile } from './files.ts'
import { type FileQuery, filesPerPage, isFiltered } from './query.ts'

const nothing: FileQuery = { name: '', type: 'all', unused: false, page: 1 }

/** One page of the current user's files as rows or images, or a text when there are none. */
export function FileList(props: {
  files: ReturnType<typeof filesAtom>
  query: FileQuery
  grid: boolean
  onQuery: (query: FileQuery) => void
  onPreview: (file: OwnFile, all: readonly OwnFile[]) => void
  onDelete: (files: readonly OwnFile[]) => void
}) {
  const { files, query, grid, onQuery, onPreview, onDelete } = props
  const { t } = useTranslation('attachment')
  const reload = useSetAtom(reloadFilesAtom)
  const read = useAtomValue(files)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  if ('error' in read) {
    const { error } = read
    return (
      <LoadError text={t('failed')} message={getErrorMessage(error)} requestId={getRequestId(error)} onRetry={reload} />
    )
  }
  const { list, total } = read
  if (total === 0 && !isFiltered(query))
    return <EmptyState icon={<AttachmentIcon data-size="32" />} text={t('empty')} help={t('emptyHelp')} />
  if (total === 0)
    return (
      <EmptyState
        icon={<SearchIcon data-size="32" />}
        text={query.unused && query.name === '' ? t('noUnused') : t('noMatch')}
        action={<Button onClick={() => onQuery(nothing)}>{t('clearFilter')}</Button>}
      />
    )
  const deeds = {
    onPreview: (file: OwnFile) => onPreview(file, list),
    onDelete: (file: OwnFile) => onDelete([file]),
  }
  const chosen = grid ? [] : list.filter((file) => selected.has(String(file.file_id)))
  return (
    <>
      {chosen.length > 0 && (
        <div className={styles.chosen}>
          <span role="status">{t('hub.chosen', { count: chosen.length })}</span>
          <Button size="s" variant="danger" onClick={() => onDelete(chosen)}>
            {t('deleteEntry')}
          </Button>
          <Button size="s" variant="ghost" onClick={() => setSelected(new Set())}>
            {t('clearChoice')}
          </Button>
        </div>
      )}
      {grid && <FileGrid files={list} {...deeds} />}
      {!grid && list.length > 0 && <FileTable files={list} selected={selected} onSelected={setSelected} {...deeds} />}
      <div className={styles.foot}>
        <Pagination
          page={query.page}
          pageSize={filesPerPage}
          total={total}
          onPage={(page) => onQuery({ ...query, page })}
        />
      </div>
      <p className="visually-hidden" role="status">
        {isFiltered(query) && t('found', { count: total })}
      </p>
    </>
  )
}

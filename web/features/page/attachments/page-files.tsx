import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AttachmentIcon } from '#web/ui/icons.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { paginate } from '#web/ui/page-numbers.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import { type pageFilesAtom, reloadFilesAtom } from './atoms.ts'
import styles from './attachment.module.css'
import type { PageFile } from './files.ts'
import { type PageFileActions, PageFileRow } from './page-file-row.tsx'

const pageSize = 50

/** The attachments of a page, the most recently added first. */
export function PageFiles(
  props: Omit<PageFileActions, 'onPreview'> & {
    files: ReturnType<typeof pageFilesAtom>
    canEdit: boolean
    onPreview: (file: PageFile, all: readonly PageFile[]) => void
  },
) {
  const { files, canEdit, onPreview, ...deeds } = props
  const { t } = useTranslation('attachment')
  const reload = useSetAtom(reloadFilesAtom)
  const read = useAtomValue(files)
  const [page, setPage] = useState(1)
  if ('error' in read) {
    const { error } = read
    return (
      <LoadError text={t('failed')} message={getErrorMessage(error)} requestId={getRequestId(error)} onRetry={reload} />
    )
  }
  if (read.list.length === 0)
    return (
      <EmptyState
        icon={<AttachmentIcon data-size="32" />}
        text={t('page.empty')}
        help={canEdit ? t('page.emptyHelp') : undefined}
      />
    )
  const shown = paginate(read.list, page, pageSize)
  return (
    <>
      <ul className={styles.rows}>
        {shown.rows.map((file) => (
          <PageFileRow key={file.file_id} file={file} onPreview={(one) => onPreview(one, read.list)} {...deeds} />
        ))}
      </ul>
      <Pagination page={shown.at} pageSize={pageSize} total={read.list.length} onPage={setPage} />
    </>
  )
}

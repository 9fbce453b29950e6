import { useAtomValue, useSetAtom } from 'jotai'
import { getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { fileSize, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AttachmentIcon } from '#web/ui/icons.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { type filesAtom, reloadFilesAtom } from './atoms.ts'
import styles from './attachment.module.css'
import type { OwnFile } from './files.ts'
import { type FileQuery, filesPerPage, isFiltered } from './query.ts'

/** One page of the current user's files, with checkboxes. */
export function MyFilesList(props: {
  files: ReturnType<typeof filesAtom>
  query: FileQuery
  onQuery: (query: FileQuery) => void
  chosen: ReadonlyMap<number, OwnFile>
  onToggle: (file: OwnFile) => void
}) {
  const { files, query, onQuery, chosen, onToggle } = props
  const { t } = useTranslation('attachment')
  const reload = useSetAtom(reloadFilesAtom)
  const read = useAtomValue(files)
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
        text={isFiltered(query) ? t('noMatch') : t('empty')}
        help={isFiltered(query) ? undefined : t('hub.emptyHelp')}
      />
    )
  return (
    <>
      <ul>
        {read.list.map((file) => (
          <li key={file.file_id} className={styles.row}>
            <div className={styles.rowWords}>
              <Checkbox
                label={file.display_name}
                help={`${fileSize(file.file_size)} · ${relativeTime(file.addtime)}`}
                checked={chosen.has(file.file_id)}
                onChecked={() => onToggle(file)}
              />
            </div>
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <Pagination
          page={query.page}
          pageSize={filesPerPage}
          total={read.total}
          onPage={(page) => onQuery({ ...query, page })}
        />
      </div>
    </>
  )
}

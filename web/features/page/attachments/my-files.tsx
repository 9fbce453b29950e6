import { useState } from 'react'
import type { api } from '#web/lib/api.ts'
import { fileSize, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText } from '#web/lib/lazy-text.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { AttachmentIcon } from '#web/ui/screen-icons.ts'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { useFiles } from './atoms.ts'
import styles from './attachment.module.css'
import type { OwnFile } from './files.ts'
import { Filters } from './filters.tsx'
import { type FileQuery, filesPerPage, isFiltered } from './query.ts'

/** Props of the dialog. */
export interface MyFilesProps {
  /** The label of the button: «Add to this page». */
  action: string
  /** Called with the selected files; the dialog shows the error when it rejects. */
  onPick: (files: readonly OwnFile[]) => Promise<void> | void
  onClose: () => void
}

/** One page of the current user's files, with checkboxes. */
function MyFilesList(props: {
  files: Awaited<ReturnType<typeof api.attachment.getMyList>>
  query: FileQuery
  onQuery: (query: FileQuery) => void
  chosen: ReadonlyMap<number, OwnFile>
  onToggle: (file: OwnFile) => void
}) {
  const { files, query, onQuery, chosen, onToggle } = props
  const { t } = useTranslation('attachment')
  if (files.list.length === 0)
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
        {files.list.map((file) => (
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
          total={files.total}
          onPage={(page) => onQuery({ ...query, page })}
        />
      </div>
    </>
  )
}

/** Dialog to select several of the current user's files, across all pages of the list. */
export function MyFiles({ action, onPick, onClose }: MyFilesProps) {
  const { t } = useTranslation('attachment')
  const [query, setQuery] = useState<FileQuery>({ name: '', type: 'all', unused: false, page: 1 })
  const [chosen, setChosen] = useState<ReadonlyMap<number, OwnFile>>(new Map())
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<LocalizedText>()
  const { result, run } = useFiles(query)
  const toggle = (file: OwnFile) =>
    setChosen((before) => {
      const next = new Map(before)
      if (!next.delete(file.file_id)) next.set(file.file_id, file)
      return next
    })
  const pick = async () => {
    if (chosen.size === 0 || busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      await onPick([...chosen.values()])
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      size="m"
      title={t('hub.title')}
      onClose={onClose}
      footer={
        <>
          <span className={styles.quiet} role="status" style={{ marginInlineEnd: 'auto' }}>
            {chosen.size > 0 && t('hub.chosen', { count: chosen.size })}
          </span>
          <Button onClick={onClose}>{t('hub.cancel')}</Button>
          <Button variant="primary" disabled={chosen.size === 0} busy={busy} onClick={() => void pick()}>
            {action}
          </Button>
        </>
      }
    >
      <div className={styles.hub}>
        {failure && <Banner tone="danger">{failure.text}</Banner>}
        <div className={styles.bar}>
          <Filters query={query} onQuery={setQuery} />
        </div>
        <QueryBoundary
          result={result}
          onRetry={() => void run('again')}
          failed={t('failed')}
          waiting={<SkeletonText lines={8} />}
        >
          {(files) => <MyFilesList files={files} query={query} onQuery={setQuery} chosen={chosen} onToggle={toggle} />}
        </QueryBoundary>
      </div>
    </Dialog>
  )
}

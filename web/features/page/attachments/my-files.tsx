import { Suspense, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText } from '#web/lib/lazy-text.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import styles from './attachment.module.css'
import type { OwnFile } from './files.ts'
import { FilesLoading } from './files-loading.tsx'
import { Filters } from './filters.tsx'
import { MyFilesList } from './my-files-list.tsx'
import type { FileQuery } from './query.ts'
import { useFiles } from './use-files.ts'

/** Props of the dialog. */
export interface MyFilesProps {
  /** The label of the button: «Add to this page». */
  action: string
  /** Called with the selected files; the dialog shows the error when it rejects. */
  onPick: (files: readonly OwnFile[]) => Promise<void> | void
  onClose: () => void
}

/** Dialog to select several of the current user's files, across all pages of the list. */
export function MyFiles({ action, onPick, onClose }: MyFilesProps) {
  const { t } = useTranslation('attachment')
  const [query, setQuery] = useState<FileQuery>({ name: '', type: 'all', unused: false, page: 1 })
  const [chosen, setChosen] = useState<ReadonlyMap<number, OwnFile>>(new Map())
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<LocalizedText>()
  const files = useFiles(query)
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
        <Suspense fallback={<FilesLoading />}>
          <MyFilesList files={files} query={query} onQuery={setQuery} chosen={chosen} onToggle={toggle} />
        </Suspense>
      </div>
    </Dialog>
  )
}

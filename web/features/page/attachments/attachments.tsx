import { useAtomValue } from 'jotai'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { sessionAtom } from '#web/features/account/session/index.tsx'
import { RedirectTo } from '#web/features/account/sign-in/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { useSearchParams, useTitle } from '#web/lib/route.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CardsIcon, ListIcon } from '#web/ui/icons.ts'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import styles from './attachment.module.css'
import { DeleteFiles } from './delete-files.tsx'
import { FileList } from './file-list.tsx'
import type { OwnFile } from './files.ts'
import { FilesLoading } from './files-loading.tsx'
import { Filters } from './filters.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { addressWith, type FileQuery, parseQuery } from './query.ts'
import { StorageUsed } from './storage-used.tsx'
import { UploadArea } from './upload-area.tsx'
import { useFiles } from './use-files.ts'

type Opened =
  | { kind: 'preview'; file: OwnFile; files: readonly OwnFile[] }
  | { kind: 'delete'; files: readonly OwnFile[] }

function Screen() {
  const { t } = useTranslation('attachment')
  const [address, setAddress] = useSearchParams()
  const [opened, setOpened] = useState<Opened | null>(null)
  const text = address.toString()
  const query = useMemo(() => parseQuery(new URLSearchParams(text)), [text])
  const files = useFiles(query)
  const isGrid = address.get('view') === 'grid'
  useTitle(t('title'))
  const setQuery = useCallback(
    (next: FileQuery) => setAddress((now) => addressWith(now, next), { replace: true }),
    [setAddress],
  )
  const setGrid = (on: boolean) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now)
        if (on) next.set('view', 'grid')
        else next.delete('view')
        return next
      },
      { replace: true },
    )
  return (
    <ScreenFrame
      title={t('title')}
      note={
        <Suspense fallback={<span>{t('used.loading')}</span>}>
          <StorageUsed files={files} />
        </Suspense>
      }
    >
      <UploadArea page_id={0} item_id={0} />
      <div className={styles.bar}>
        <Filters query={query} onQuery={setQuery} />
        <div className={styles.views} role="group" aria-label={t('view.label')}>
          <IconButton label={t('view.rows')} aria-pressed={!isGrid} onClick={() => setGrid(false)}>
            <ListIcon />
          </IconButton>
          <IconButton label={t('view.grid')} aria-pressed={isGrid} onClick={() => setGrid(true)}>
            <CardsIcon />
          </IconButton>
        </div>
      </div>
      <Suspense fallback={<FilesLoading />}>
        <FileList
          files={files}
          query={query}
          grid={isGrid}
          onQuery={setQuery}
          onPreview={(file, all) => setOpened({ kind: 'preview', file, files: all })}
          onDelete={(chosen) => setOpened({ kind: 'delete', files: chosen })}
        />
      </Suspense>
      {opened?.kind === 'preview' && (
        <PreviewDialog files={opened.files} first={opened.file} onClose={() => setOpened(null)} />
      )}
      {opened?.kind === 'delete' && <DeleteFiles files={opened.files} onClose={() => setOpened(null)} />}
    </ScreenFrame>
  )
}

/** `/attachment/index`: the current user's files, with their size and where they are used. */
export function Attachments() {
  const user = useAtomValue(sessionAtom)
  return user ? <Screen /> : <RedirectTo path="/user/login?redirect=/attachment/index" />
}

import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { Suspense, useMemo, useState } from 'react'
import { getErrorMessage } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { AttachmentIcon } from '#web/ui/icons.ts'
import { toast } from '#web/ui/toast.ts'
import { addToPageAtom, pageFilesAtom } from './atoms.ts'
import type { OwnFile, PageFile } from './files.ts'
import { FilesLoading } from './files-loading.tsx'
import { MyFiles } from './my-files.tsx'
import { PageFiles } from './page-files.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { UploadArea } from './upload-area.tsx'
import { useRemoveFromPage } from './use-file-actions.ts'

/** Props of the attachment drawer. */
export interface AttachmentDrawerProps {
  page_id: string
  item_id: string
  /** Whether files may be added and removed. */
  canEdit: boolean
  onClose: () => void
  /** Inserts the Markdown of a file into the text that is being edited. */
  onInsert?: (markdown: string) => void
}

type Opened =
  | { kind: 'preview'; file: PageFile; files: readonly PageFile[] }
  | { kind: 'remove'; file: PageFile }
  | { kind: 'hub' }

/** Drawer with the attachments of a page: preview, download, insert; editors can also add and remove. */
export function AttachmentDrawer({ page_id, item_id, canEdit, onClose, onInsert }: AttachmentDrawerProps) {
  const { t } = useTranslation('attachment')
  const files = useMemo(() => pageFilesAtom(page_id), [page_id])
  const [opened, setOpened] = useState<Opened | null>(null)
  const addToPage = useSetAtom(addToPageAtom)
  const remove = useRemoveFromPage(page_id)
  const close = () => setOpened(null)
  const closeOnly = (one: Opened | null) => setOpened((now) => (now === one ? null : now))
  const add = async (chosen: readonly OwnFile[]) => {
    await addToPage(chosen, page_id)
    closeOnly(opened)
    toast.ok(localized(() => i18next.t('attachment:page.added', { count: chosen.length })))
  }
  return (
    <Drawer open onClose={onClose} title={t('page.title')}>
      {canEdit && (
        <>
          <UploadArea page_id={Number(page_id)} item_id={Number(item_id)} />
          <div style={{ marginTop: 'var(--space-3)' }}>
            <Button wide icon={<AttachmentIcon />} onClick={() => setOpened({ kind: 'hub' })}>
              {t('page.pick')}
            </Button>
          </div>
        </>
      )}
      <Suspense fallback={<FilesLoading />}>
        <PageFiles
          files={files}
          canEdit={canEdit}
          onPreview={(file, all) => setOpened({ kind: 'preview', file, files: all })}
          onRemove={canEdit ? (file) => setOpened({ kind: 'remove', file }) : undefined}
          onInsert={onInsert}
        />
      </Suspense>
      {opened?.kind === 'preview' && <PreviewDialog files={opened.files} first={opened.file} onClose={close} />}
      {opened?.kind === 'hub' && <MyFiles action={t('page.add')} onPick={add} onClose={close} />}
      {opened?.kind === 'remove' && (
        <ConfirmDialog
          open
          onClose={close}
          title={t('page.removeTitle', { name: opened.file.display_name })}
          action={t('page.remove')}
          onConfirm={async () => {
            await remove(opened.file)
            closeOnly(opened)
          }}
          errorText={getErrorMessage}
        >
          {t('page.removeText')}
        </ConfirmDialog>
      )}
    </Drawer>
  )
}

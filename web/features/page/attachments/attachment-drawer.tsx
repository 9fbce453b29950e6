import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { getErrorMessage } from '#web/lib/api.ts'
import { exactTime, fileSize, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { useCachedQuery } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CopyIcon, LinkIcon, MoreIcon, ShowIcon } from '#web/ui/icons.ts'
import { Menu } from '#web/ui/menu.tsx'
import { paginate } from '#web/ui/page-numbers.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { AttachmentIcon, ExportIcon, TrashIcon } from '#web/ui/screen-icons.ts'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { addToPageAtom, pageFilesAtom } from './atoms.ts'
import styles from './attachment.module.css'
import { copyLink, copyMarkdown, download, fileToMarkdown, useRemoveFromPage } from './file-actions.tsx'
import { FileIcon } from './file-icon.tsx'
import type { OwnFile, PageFile } from './files.ts'
import { MyFiles } from './my-files.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { UploadArea } from './upload-area.tsx'

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

const pageSize = 50

/** The actions for an attachment of a page. */
interface PageFileActions {
  onPreview: (file: PageFile) => void
  /** Missing for readers. */
  onRemove?: ((file: PageFile) => void) | undefined
  /** Inserts Markdown into the text; missing outside the editor. */
  onInsert?: ((markdown: string) => void) | undefined
}

/** Row with an attachment of a page and its actions. */
function PageFileRow({ file, onPreview, onRemove, onInsert }: PageFileActions & { file: PageFile }) {
  const { t } = useTranslation('attachment')
  const name = file.display_name
  return (
    <li className={styles.row}>
      <FileIcon file={file} size="20" />
      <div className={styles.rowWords}>
        <button type="button" className={styles.rowName} title={name} onClick={() => onPreview(file)}>
          {name}
        </button>
        <div className={styles.meta} title={exactTime(file.addtime)}>
          {fileSize(file.file_size)} · {relativeTime(file.addtime)}
        </div>
      </div>
      {onInsert && (
        <Button size="s" aria-label={t('page.insertOf', { name })} onClick={() => onInsert(fileToMarkdown(file))}>
          {t('page.insert')}
        </Button>
      )}
      <IconButton label={t('downloadOf', { name })} onClick={() => download(file)}>
        <ExportIcon />
      </IconButton>
      <Menu
        align="end"
        trigger={
          <IconButton label={t('menuOf', { name })}>
            <MoreIcon />
          </IconButton>
        }
        entries={[
          { id: 'preview', label: t('preview'), icon: <ShowIcon />, onSelect: () => onPreview(file) },
          { id: 'link', label: t('copyLink'), icon: <LinkIcon />, onSelect: () => copyLink(file) },
          { id: 'markdown', label: t('copyMarkdown'), icon: <CopyIcon />, onSelect: () => copyMarkdown(file) },
          ...(onRemove
            ? [
                { kind: 'separator' as const, id: 'rule' },
                {
                  id: 'remove',
                  label: t('page.removeEntry'),
                  icon: <TrashIcon />,
                  danger: true,
                  onSelect: () => onRemove(file),
                },
              ]
            : []),
        ]}
      />
    </li>
  )
}

/** The attachments of a page, the most recently added first. */
function PageFiles(
  props: Omit<PageFileActions, 'onPreview'> & {
    files: readonly PageFile[]
    canEdit: boolean
    onPreview: (file: PageFile, all: readonly PageFile[]) => void
  },
) {
  const { files, canEdit, onPreview, ...actions } = props
  const { t } = useTranslation('attachment')
  const [page, setPage] = useState(1)
  if (files.length === 0)
    return (
      <EmptyState
        icon={<AttachmentIcon data-size="32" />}
        text={t('page.empty')}
        help={canEdit ? t('page.emptyHelp') : undefined}
      />
    )
  const shown = paginate(files, page, pageSize)
  return (
    <>
      <ul className={styles.rows}>
        {shown.rows.map((file) => (
          <PageFileRow key={file.file_id} file={file} onPreview={(one) => onPreview(one, files)} {...actions} />
        ))}
      </ul>
      <Pagination page={shown.at} pageSize={pageSize} total={files.length} onPage={setPage} />
    </>
  )
}

/** Drawer with the attachments of a page: preview, download, insert; editors can also add and remove. */
export function AttachmentDrawer({ page_id, item_id, canEdit, onClose, onInsert }: AttachmentDrawerProps) {
  const { t } = useTranslation('attachment')
  const [result, run] = useCachedQuery(pageFilesAtom, page_id)
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
      <QueryBoundary
        result={result}
        onRetry={() => void run('again')}
        failed={t('failed')}
        waiting={<SkeletonText lines={8} />}
      >
        {(files) => (
          <PageFiles
            files={files}
            canEdit={canEdit}
            onPreview={(file, all) => setOpened({ kind: 'preview', file, files: all })}
            onRemove={canEdit ? (file) => setOpened({ kind: 'remove', file }) : undefined}
            onInsert={onInsert}
          />
        )}
      </QueryBoundary>
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

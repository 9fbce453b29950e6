import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { PreviewDialog } from '#web/features/page/attachments/index.tsx'
import { getErrorMessage } from '#web/lib/api.ts'
import { fileSize, formatCount } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { href, Link } from '#web/lib/route.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ExternalIcon, LinkIcon, PageIcon, ShowIcon } from '#web/ui/icons.ts'
import type { MenuEntry } from '#web/ui/menu.tsx'
import { AttachmentIcon, TrashIcon } from '#web/ui/screen-icons.ts'
import { Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.ts'
import { useCopy } from '#web/ui/use-copy.ts'
import { PersonText } from '../person-text.tsx'
import { MomentText, NameCell } from '../table-cells.tsx'
import { deleteFilesAtom, type SiteFile } from './atoms.ts'
import styles from './files.module.css'

/** Asks for confirmation before files are deleted, and says where they will be missing. */
function DeleteFiles(props: { files: readonly SiteFile[]; onClose: () => void; onDone: () => void }) {
  const { files, onClose, onDone } = props
  const { t } = useTranslation('admin')
  const done = useMountedCallback(onDone)
  const deleteFiles = useSetAtom(deleteFilesAtom)
  const [first] = files
  const used = files.filter((file) => file.page_id > 0).length
  const words = { count: files.length, shown: formatCount(files.length), name: first?.display_name ?? '' }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={files.length === 1 ? t('files.delete.title', words) : t('files.delete.titleMany', words)}
      action={t('files.delete.action')}
      errorText={getErrorMessage}
      onConfirm={async () => {
        const { success } = await deleteFiles(files.map((file) => file.file_id))
        done()
        toast.ok(localized(() => i18next.t('admin:files.delete.done', { count: success, shown: formatCount(success) })))
      }}
    >
      {used > 0 ? t('files.delete.used', { count: used, shown: formatCount(used) }) : t('files.delete.text')}
    </ConfirmDialog>
  )
}

const isImage = (file: SiteFile) => /^image\/(?:png|apng|jpeg|gif|webp|bmp)$/.test(file.file_type)

/** Table of files: preview, link to the page, delete. */
function FileTable(props: {
  files: readonly SiteFile[]
  ticked: ReadonlySet<string>
  onTicked: (next: Set<string>) => void
  onDelete: (file: SiteFile) => void
}) {
  const { files, ticked, onTicked, onDelete } = props
  const { t } = useTranslation('admin')
  const [shown, setShown] = useState<SiteFile>()
  const [, copy] = useCopy()
  const copyLink = async (file: SiteFile) => {
    const done = await copy(new URL(href(file.url), window.location.origin).href)
    if (done) toast.ok(localized(() => i18next.t('admin:files.copied')))
    else toast.error(localized(() => i18next.t('admin:files.notCopied')))
  }
  const menuOf = (file: SiteFile): MenuEntry[] => [
    { id: 'show', label: t('files.show'), icon: <ShowIcon />, onSelect: () => setShown(file) },
    { id: 'open', label: t('files.open'), icon: <ExternalIcon />, href: href(file.url) },
    { id: 'copy', label: t('files.copy'), icon: <LinkIcon />, onSelect: () => void copyLink(file) },
    ...(file.page_id > 0
      ? [{ id: 'page', label: t('files.page'), icon: <PageIcon />, href: href(`/page/${file.page_id}`) }]
      : []),
    { kind: 'separator', id: 'rule' },
    { id: 'delete', label: t('files.delete.entry'), icon: <TrashIcon />, danger: true, onSelect: () => onDelete(file) },
  ]
  return (
    <>
      <Table
        caption={t('section.files')}
        rows={files}
        keyOf={(file) => String(file.file_id)}
        menuOf={menuOf}
        menuLabel={(file) => t('actionsFor', { name: file.display_name })}
        selected={ticked}
        onSelected={onTicked}
        columns={[
          {
            id: 'name',
            header: t('files.name'),
            cell: (file) => (
              <NameCell
                picture={
                  isImage(file) ? (
                    <img className={styles.thumb} src={href(file.url)} alt="" loading="lazy" decoding="async" />
                  ) : (
                    <AttachmentIcon data-size="20" />
                  )
                }
                name={
                  <button type="button" className={styles.name} onClick={() => setShown(file)}>
                    <bdi>{file.display_name}</bdi>
                  </button>
                }
                note={file.file_type}
              />
            ),
          },
          { id: 'size', header: t('files.size'), align: 'end', cell: (file) => fileSize(file.file_size) },
          {
            id: 'by',
            header: t('files.uploader'),
            cell: (file) => <PersonText name={file.name} username={file.username} />,
          },
          {
            id: 'page',
            header: t('files.where'),
            isShort: true,
            cell: (file) =>
              file.page_id > 0 ? <Link href={`/page/${file.page_id}`}>{t('files.onPage')}</Link> : t('files.noPage'),
          },
          {
            id: 'visits',
            header: t('files.visits'),
            align: 'end',
            isExtra: true,
            cell: (file) => formatCount(file.visit_times),
          },
          { id: 'added', header: t('files.added'), cell: (file) => <MomentText at={file.addtime} /> },
        ]}
      />
      {shown && <PreviewDialog files={files} first={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

/** One page of the file list, with the actions for the selected files. */
export function FileRows({ files }: { files: readonly SiteFile[] }) {
  const { t } = useTranslation('admin')
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [doomed, setDoomed] = useState<readonly SiteFile[]>([])
  const chosen = files.filter((file) => ticked.has(String(file.file_id)))
  return (
    <>
      <FileTable files={files} ticked={ticked} onTicked={setTicked} onDelete={(file) => setDoomed([file])} />
      {chosen.length > 0 && (
        <div className={styles.bulk} role="status">
          <span>{t('files.ticked', { count: chosen.length, shown: formatCount(chosen.length) })}</span>
          <Button size="s" variant="danger" icon={<TrashIcon />} onClick={() => setDoomed(chosen)}>
            {t('files.delete.action')}
          </Button>
          <Button size="s" variant="ghost" onClick={() => setTicked(new Set())}>
            {t('files.untick')}
          </Button>
        </div>
      )}
      {doomed.length > 0 && (
        <DeleteFiles
          files={doomed}
          onClose={() => setDoomed([])}
          onDone={() => {
            setDoomed([])
            setTicked(new Set())
          }}
        />
      )}
    </>
  )
}

import { exactTime, fileSize, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CopyIcon, ExportIcon, LinkIcon, MoreIcon, ShowIcon, TrashIcon } from '#web/ui/icons.ts'
import { Menu } from '#web/ui/menu.tsx'
import styles from './attachment.module.css'
import { download } from './download.ts'
import { FileIcon } from './file-icon.tsx'
import type { PageFile } from './files.ts'
import { copyLink, copyMarkdown, fileToMarkdown } from './use-file-actions.ts'

/** The actions for an attachment of a page. */
export interface PageFileActions {
  onPreview: (file: PageFile) => void
  /** Missing for readers. */
  onRemove?: ((file: PageFile) => void) | undefined
  /** Inserts Markdown into the text; missing outside the editor. */
  onInsert?: ((markdown: string) => void) | undefined
}

/** Row with an attachment of a page and its actions. */
export function PageFileRow({ file, onPreview, onRemove, onInsert }: PageFileActions & { file: PageFile }) {
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

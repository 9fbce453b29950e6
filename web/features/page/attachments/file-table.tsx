import { exactTime, fileSize, formatCount, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useLayout } from '#web/lib/media.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LinkIcon, ShowIcon } from '#web/ui/icons.ts'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import styles from './attachment.module.css'
import { FileIcon } from './file-icon.tsx'
import { FileUsage } from './file-usage.tsx'
import { getFileCategory, type OwnFile } from './files.ts'
import { copyLink } from './use-file-actions.ts'
import { type FileActions, useFileMenu } from './use-file-menu.tsx'

const unless = (left: boolean, column: TableColumn<OwnFile>) => (left ? [] : [column])

/** Table of the current user's files; on phones the menu replaces the less important cells. */
export function FileTable(
  props: FileActions & {
    files: readonly OwnFile[]
    /** The keys of the selected rows. */
    selected: ReadonlySet<string>
    onSelected: (next: Set<string>) => void
  },
) {
  const { files, selected, onSelected, ...deeds } = props
  const { t } = useTranslation('attachment')
  const menuOf = useFileMenu(deeds)
  const isPhone = useLayout() === 'phone'
  return (
    <Table
      caption={t('title')}
      rows={files}
      keyOf={(file) => String(file.file_id)}
      columns={[
        {
          id: 'name',
          header: t('column.name'),
          cell: (file) => (
            <button type="button" className={styles.name} onClick={() => deeds.onPreview(file)}>
              <FileIcon file={file} />
              <span>{file.display_name}</span>
            </button>
          ),
        },
        ...unless(isPhone, {
          id: 'type',
          header: t('column.type'),
          isShort: true,
          isExtra: true,
          cell: (file) => t(`sort.${getFileCategory(file)}`),
        }),
        { id: 'size', header: t('column.size'), align: 'end', cell: (file) => fileSize(file.file_size) },
        { id: 'used', header: t('column.used'), isShort: true, cell: (file) => <FileUsage file={file} /> },
        ...unless(isPhone, {
          id: 'views',
          header: t('column.views'),
          align: 'end',
          isExtra: true,
          cell: (file) => formatCount(file.visit_times),
        }),
        {
          id: 'time',
          header: t('column.time'),
          cell: (file) => (
            <time className={styles.time} title={exactTime(file.addtime)}>
              {relativeTime(file.addtime)}
            </time>
          ),
        },
        ...unless(isPhone, {
          id: 'quick',
          header: <span className="visually-hidden">{t('column.quick')}</span>,
          width: '80px',
          cell: (file) => (
            <span className={styles.quick}>
              <IconButton
                size="s"
                label={t('previewOf', { name: file.display_name })}
                onClick={() => deeds.onPreview(file)}
              >
                <ShowIcon />
              </IconButton>
              <IconButton size="s" label={t('copyLinkOf', { name: file.display_name })} onClick={() => copyLink(file)}>
                <LinkIcon />
              </IconButton>
            </span>
          ),
        }),
      ]}
      selected={selected}
      onSelected={onSelected}
      menuOf={menuOf}
      menuLabel={(file) => t('menuOf', { name: file.display_name })}
    />
  )
}

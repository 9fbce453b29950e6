import { exactTime, fileSize, formatCount, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useLayout } from '#web/lib/media.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LinkIcon, ShowIcon } from '#web/ui/icons.ts'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import styles from './attachment.module.css'
import { FileIcon } from './file-icon.tsx'
import { type OwnFile, sortOf } from './files.ts'
import { Usage } from './usage.tsx'
import { copyLink } from './use-file-deeds.ts'
import { type FileDeeds, useFileMenu } from './use-file-menu.tsx'

const unless = (left: boolean, column: TableColumn<OwnFile>) => (left ? [] : [column])

/** My files, one in a row; on a phone the menu does for the less important cells. */
export function FileTable(
  props: FileDeeds & {
    files: readonly OwnFile[]
    /** The keys of the ticked rows. */
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
          head: t('column.name'),
          cell: (file) => (
            <button type="button" className={styles.name} onClick={() => deeds.onPreview(file)}>
              <FileIcon file={file} />
              <span>{file.display_name}</span>
            </button>
          ),
        },
        ...unless(isPhone, {
          id: 'type',
          head: t('column.type'),
          isShort: true,
          isExtra: true,
          cell: (file) => t(`sort.${sortOf(file)}`),
        }),
        { id: 'size', head: t('column.size'), align: 'end', cell: (file) => fileSize(file.file_size) },
        { id: 'used', head: t('column.used'), isShort: true, cell: (file) => <Usage file={file} /> },
        ...unless(isPhone, {
          id: 'views',
          head: t('column.views'),
          align: 'end',
          isExtra: true,
          cell: (file) => formatCount(file.visit_times),
        }),
        {
          id: 'time',
          head: t('column.time'),
          cell: (file) => (
            <time className={styles.time} title={exactTime(file.addtime)}>
              {relativeTime(file.addtime)}
            </time>
          ),
        },
        ...unless(isPhone, {
          id: 'quick',
          head: <span className="visually-hidden">{t('column.quick')}</span>,
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

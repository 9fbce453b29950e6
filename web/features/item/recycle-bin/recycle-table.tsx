import { exactTime, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { CatalogIcon, PageIcon, RestoreIcon, ShowIcon } from '#web/ui/icons.ts'
import type { MenuEntry } from '#web/ui/menu.tsx'
import { Table } from '#web/ui/table.tsx'
import type { RecycledEntry } from './entries.ts'
import styles from './recycle.module.css'

function NameCell({ entry, onPreview }: { entry: RecycledEntry; onPreview: (entry: RecycledEntry) => void }) {
  const { t } = useTranslation('recycle')
  if (entry.kind === 'page') {
    return (
      <button type="button" className={styles.name} onClick={() => onPreview(entry)}>
        <PageIcon />
        <bdi>{entry.name}</bdi>
      </button>
    )
  }
  return (
    <span className={styles.name}>
      <CatalogIcon />
      <bdi>{entry.name}</bdi>
      <span className={styles.soft}>{t('pages', { count: entry.page_count })}</span>
    </span>
  )
}

/** The entries of the recycle bin as rows. */
export function RecycleTable(props: {
  entries: readonly RecycledEntry[]
  selected: ReadonlySet<string>
  onSelected: ((next: Set<string>) => void) | undefined
  onPreview: (entry: RecycledEntry) => void
  onRestore: ((entry: RecycledEntry) => void) | undefined
}) {
  const { entries, selected, onSelected, onPreview, onRestore } = props
  const { t } = useTranslation('recycle')
  const menuOf = (entry: RecycledEntry): MenuEntry[] => [
    ...(entry.kind === 'page'
      ? [{ id: 'preview', label: t('preview'), icon: <ShowIcon />, onSelect: () => onPreview(entry) }]
      : []),
    ...(onRestore
      ? [{ id: 'restore', label: t('restore.action'), icon: <RestoreIcon />, onSelect: () => onRestore(entry) }]
      : []),
  ]
  return (
    <Table
      caption={t('title')}
      rows={entries}
      keyOf={({ key }) => key}
      {...(onSelected && { selected, onSelected })}
      menuOf={menuOf}
      menuLabel={({ name }) => t('menu', { name })}
      columns={[
        { id: 'name', header: t('column.name'), cell: (entry) => <NameCell entry={entry} onPreview={onPreview} /> },
        {
          id: 'path',
          header: t('column.catalog'),
          cell: ({ path, isCatalogGone: isPlaceGone }) => (
            <span className={styles.path}>
              <bdi>{path || t('top')}</bdi>
              {isPlaceGone && <span className={styles.soft}> · {t('placeGone')}</span>}
            </span>
          ),
        },
        { id: 'by', header: t('column.by'), cell: ({ by }) => by || '–' },
        {
          id: 'when',
          header: t('column.when'),
          cell: ({ del_time }) => <time title={exactTime(del_time)}>{relativeTime(del_time)}</time>,
        },
        {
          id: 'left',
          header: t('column.left'),
          cell: ({ days_left }) => (days_left > 0 ? t('left', { count: days_left }) : t('leftToday')),
        },
      ]}
    />
  )
}

import { displayName } from '#web/lib/display-name.ts'
import { exactTime, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Link } from '#web/lib/route.ts'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import styles from './change-log.module.css'
import { type Change, getObjectLabel, importedPages, leadsToPage } from './changes.ts'

/** Table of changes: when, who, what, and the page it was done to. */
export function ChangeTable(props: {
  item_name: string
  itemRef: string
  rows: readonly Change[]
  onLeave: () => void
}) {
  const { item_name, itemRef, rows, onLeave } = props
  const { t } = useTranslation('change-log')
  const remarkOf = (change: Change) => {
    const count = importedPages(change)
    return count === undefined ? change.remark : t('pages', { count })
  }
  const columns: TableColumn<Change>[] = [
    {
      id: 'object',
      header: t('object'),
      cell: (change) => (
        <span className={styles.object}>
          {leadsToPage(change) ? (
            <Link href={`/${itemRef}/${change.op_object_id}`} className={styles.link} onClick={onLeave}>
              {change.op_object_name}
            </Link>
          ) : (
            change.op_object_name || getObjectLabel(change, t('page'))
          )}
          {change.remark && <span className={styles.remark}>{remarkOf(change)}</span>}
        </span>
      ),
    },
    {
      id: 'action',
      header: t('action'),
      isShort: true,
      cell: (change) => t('what', { action: change.op_action_type_desc, object: getObjectLabel(change, t('page')) }),
    },
    {
      id: 'person',
      header: t('person'),
      cell: (change) => (change.username === '' ? t('gone') : <bdi title={change.username}>{displayName(change)}</bdi>),
    },
    {
      id: 'time',
      header: t('time'),
      isShort: true,
      cell: (change) => (
        <time className={styles.time} title={exactTime(change.time)}>
          {relativeTime(change.time)}
        </time>
      ),
    },
  ]
  return <Table caption={t('caption', { name: item_name })} rows={rows} keyOf={({ id }) => id} columns={columns} />
}

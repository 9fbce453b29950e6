import { useState } from 'react'
import { api } from '#web/lib/api.ts'
import { displayName, fullName } from '#web/lib/display-name.ts'
import { exactTime, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryValue, useFetch } from '#web/lib/query.ts'
import { Link } from '#web/lib/route.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { HistoryIcon, SearchIcon } from '#web/ui/icons.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { Select } from '#web/ui/select.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import styles from './change-log.module.css'
import {
  actionsIn,
  type Change,
  filterChanges,
  getObjectLabel,
  importedPages,
  leadsToPage,
  pageSize,
  peopleIn,
} from './changes.ts'

interface LoggedItem {
  item_id: string
  item_name: string
  item_domain: string
  item_type: string
}

/** Table of changes: when, who, what, and the page it was done to. */
function ChangeTable(props: { item_name: string; itemRef: string; rows: readonly Change[]; onLeave: () => void }) {
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

function Log({ item, changes, onLeave }: { item: LoggedItem; changes: readonly Change[]; onLeave: () => void }) {
  const { t } = useTranslation('change-log')
  const [filter, setFilter] = useState({ username: '', action: '' })
  const [page, setPage] = useState(1)
  const shown = filterChanges(changes, filter)
  const choose = (next: Partial<typeof filter>) => {
    setFilter({ ...filter, ...next })
    setPage(1)
  }
  const people = [
    { value: '', label: t('filter.everybody') },
    ...peopleIn(changes).map(({ username, name }) => ({ value: username, label: fullName({ name, username }) })),
  ]
  const actions = [
    { value: '', label: t('filter.everything') },
    ...actionsIn(changes).map(({ action, word }) => ({ value: action, label: word })),
  ]
  if (changes.length === 0) return <EmptyState icon={<HistoryIcon data-size="32" />} text={t('none')} />
  return (
    <div className={styles.log}>
      <div className={styles.filters}>
        <Select
          size="s"
          aria-label={t('filter.person')}
          options={people}
          value={filter.username}
          onValue={(username) => choose({ username })}
        />
        <Select
          size="s"
          aria-label={t('filter.action')}
          options={actions}
          value={filter.action}
          onValue={(action) => choose({ action })}
        />
      </div>
      {shown.length === 0 ? (
        <EmptyState
          icon={<SearchIcon data-size="32" />}
          text={t('noneFiltered')}
          action={<Button onClick={() => choose({ username: '', action: '' })}>{t('filter.clear')}</Button>}
        />
      ) : (
        <ChangeTable
          item_name={item.item_name}
          itemRef={item.item_domain || item.item_id}
          rows={shown.slice((page - 1) * pageSize, page * pageSize)}
          onLeave={onLeave}
        />
      )}
      <Pagination page={page} pageSize={pageSize} total={shown.length} onPage={setPage} />
    </div>
  )
}

/** The maximum per call. The whole log has at most 300 entries, so it can be loaded and filtered here. */
const atOnce = 100

/** Fetches all logged changes of an item, newest first. */
async function readChanges(item_id: string, signal: AbortSignal): Promise<Change[]> {
  const readPage = (page: number) => api.item.getChangeLog({ item_id, page, count: atOnce }, { signal })
  const { list, total } = await readPage(1)
  const others = Array.from({ length: Math.max(0, Math.ceil(total / atOnce) - 1) }, (_, at) => readPage(at + 2))
  return [list, ...(await Promise.all(others)).map((one) => one.list)].flat()
}

/** Dialog with who changed what in an item, with links to the pages. */
export function ChangeLogDialog({ item, onClose }: { item: LoggedItem; onClose: () => void }) {
  const { t, i18n } = useTranslation('change-log')
  // fetch again when the language changes: the server translates the texts
  const [read, retry] = useFetch(`${item.item_id} ${i18n.language}`, (signal) => readChanges(item.item_id, signal))
  const count = queryValue(read)?.length ?? 0
  return (
    <Dialog
      open
      size="l"
      title={t('title', { name: item.item_name })}
      note={count > 0 && t('note', { count })}
      onClose={onClose}
    >
      <QueryBoundary result={read} onRetry={retry} failed={t('failed')} waiting={<SkeletonText lines={8} />}>
        {(changes) => <Log item={item} changes={changes} onLeave={onClose} />}
      </QueryBoundary>
    </Dialog>
  )
}

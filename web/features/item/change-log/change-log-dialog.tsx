import { useState } from 'react'
import { getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { fullName } from '#web/lib/display-name.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useQuery } from '#web/lib/use-query.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { HistoryIcon } from '#web/ui/icons.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { Select } from '#web/ui/select.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { changesAtom } from './atoms.ts'
import styles from './change-log.module.css'
import { ChangeTable } from './change-table.tsx'
import { actionsIn, type Change, filterChanges, pageSize, peopleIn } from './changes.ts'

interface LoggedItem {
  item_id: string
  item_name: string
  item_domain: string
  item_type: string
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

/** Dialog with who changed what in an item, with links to the pages. */
export function ChangeLogDialog({ item, onClose }: { item: LoggedItem; onClose: () => void }) {
  const { t, i18n } = useTranslation('change-log')
  // fetch again when the language changes: the server translates the texts
  const [read, retry] = useQuery(`${item.item_id} ${i18n.language}`, () => changesAtom(item.item_id))
  const count = read && 'changes' in read ? read.changes.length : 0
  return (
    <Dialog
      open
      size="l"
      title={t('title', { name: item.item_name })}
      note={count > 0 && t('note', { count })}
      onClose={onClose}
    >
      {!read && (
        <Loading onRetry={retry}>
          <SkeletonText lines={8} />
        </Loading>
      )}
      {read && 'error' in read && (
        <LoadError
          text={t('failed')}
          message={getErrorMessage(read.error)}
          requestId={getRequestId(read.error)}
          onRetry={retry}
        />
      )}
      {read && 'changes' in read && <Log item={item} changes={read.changes} onLeave={onClose} />}
    </Dialog>
  )
}

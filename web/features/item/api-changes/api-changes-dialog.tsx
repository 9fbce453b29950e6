import { useState } from 'react'
import { api } from '#web/lib/api.ts'
import { displayName } from '#web/lib/display-name.ts'
import { exactTime, shortDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useFetch } from '#web/lib/query.ts'
import { Link } from '#web/lib/route.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ApiItemIcon } from '#web/ui/icons.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { Select } from '#web/ui/select.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import styles from './api-changes.module.css'
import {
  type Change,
  type Entry,
  type EntryList,
  groupByDay,
  groupByOperation,
  type Level,
  levelCounts,
  levels,
  levelTones,
} from './entries.ts'

interface LoggedItem {
  item_id: string
  item_name: string
  item_domain: string
}

/** The changes of an entry, by operation. */
function ChangeList({ changes }: { changes: readonly Change[] }) {
  const { t } = useTranslation('api-changes')
  return groupByOperation(changes).map(({ operation, changes: list }) => (
    <div key={operation} className={styles.operation}>
      <code className={styles.name}>{operation || t('whole')}</code>
      <ul className={styles.changes}>
        {list.map((change) => (
          <li key={`${change.kind} ${change.path} ${change.text}`} className={styles.change}>
            <Badge tone={levelTones[change.level]}>{t(`level.${change.level}`)}</Badge>
            <span className={styles.text}>{change.text}</span>
          </li>
        ))}
      </ul>
    </div>
  ))
}

/** All changes of one entry, and the pages that it is about. */
function WholeEntry({ item, entry, onLeave }: { item: LoggedItem; entry: Entry; onLeave: () => void }) {
  const { t, i18n } = useTranslation('api-changes')
  const { api_change_id } = entry
  const [read, retry] = useFetch(`${api_change_id} ${i18n.language}`, (signal) =>
    api.apiChange.info({ item_id: item.item_id, api_change_id }, { signal }),
  )
  return (
    <QueryBoundary result={read} onRetry={retry} failed={t('failed')} waiting={<ChangeList changes={entry.changes} />}>
      {(whole) => (
        <>
          <ChangeList changes={whole.changes} />
          {entry.page_id === '0' && whole.pages.length > 0 && (
            <p className={styles.pages}>
              {t('pages')}{' '}
              {whole.pages.map((page) => (
                <Link
                  key={page.page_id}
                  href={`/${item.item_domain || item.item_id}/${page.page_id}`}
                  className={styles.link}
                  onClick={onLeave}
                >
                  {page.page_title}
                </Link>
              ))}
            </p>
          )}
        </>
      )}
    </QueryBoundary>
  )
}

/** One entry: what it is about, how much changed, by whom; the worst changes, or all of them. */
function EntryRow({ item, entry, onLeave }: { item: LoggedItem; entry: Entry; onLeave: () => void }) {
  const { t } = useTranslation(['api-changes', 'api-reading'])
  const [isWhole, setWhole] = useState(false)
  const { page_id, name, username, person, page_history_id, last_time, source } = entry
  const total = entry.breaking_count + entry.warning_count + entry.info_count
  const who = username === '' ? t('script') : displayName({ username, name: person })
  return (
    <li className={styles.entry}>
      <div className={styles.heading}>
        {page_id === '0' ? (
          <strong>{name}</strong>
        ) : (
          <Link href={`/${item.item_domain || item.item_id}/${page_id}`} className={styles.link} onClick={onLeave}>
            {name}
          </Link>
        )}
        {levelCounts(entry).map(({ level, count }) => (
          <Badge key={level} tone={levelTones[level]}>
            {t(`api-reading:changes.count.${level}`, { count })}
          </Badge>
        ))}
      </div>
      <p className={styles.facts}>
        {source !== 'page' && <>{t(`source.${source}`)} · </>}
        <bdi title={username}>{who}</bdi>
        {' · '}
        <time>{exactTime(last_time)}</time>
        {page_history_id !== '0' && (
          <>
            {' · '}
            <Link href={`/page/diff/${page_id}/${page_history_id}`} className={styles.link} onClick={onLeave}>
              {t('compare')}
            </Link>
          </>
        )}
      </p>
      {isWhole ? (
        <WholeEntry item={item} entry={entry} onLeave={onLeave} />
      ) : (
        <>
          <ChangeList changes={entry.changes} />
          {total > entry.changes.length && (
            <Button size="s" variant="ghost" onClick={() => setWhole(true)}>
              {t('all', { count: total })}
            </Button>
          )}
        </>
      )}
    </li>
  )
}

const pageSize = 20

interface Filter {
  level: Level | ''
  operation: string
  page: number
}

function Days({ item, answer, onLeave }: { item: LoggedItem; answer: EntryList; onLeave: () => void }) {
  return groupByDay(answer.list).map(({ day, entries }) => (
    <section key={day} className={styles.day}>
      <h3 className={styles.date}>{shortDate(new Date(day))}</h3>
      <ul className={styles.entries}>
        {entries.map((entry) => (
          <EntryRow key={entry.api_change_id} item={item} entry={entry} onLeave={onLeave} />
        ))}
      </ul>
    </section>
  ))
}

/** Dialog with what changed in the API of an item, by day; with `page` only what changed on one page. */
export function ApiChangesDialog(props: {
  item: LoggedItem
  page?: { page_id: string; page_title: string }
  onClose: () => void
}) {
  const { item, page, onClose } = props
  const { t, i18n } = useTranslation('api-changes')
  const [filter, setFilter] = useState<Filter>({ level: '', operation: '', page: 1 })
  const page_id = page?.page_id ?? '0'
  const wanted = { item_id: item.item_id, page_id, count: pageSize, ...filter }
  // fetch again when the language changes: the server makes the texts
  const [read, retry] = useFetch(JSON.stringify([wanted, i18n.language]), (signal) =>
    api.apiChange.list(wanted, { signal }),
  )
  const isFiltered = filter.level !== '' || filter.operation !== ''
  const choose = (next: Partial<Filter>) => setFilter({ ...filter, page: 1, ...next })
  const choices = [
    { value: '', label: t('filter.all') },
    ...(['breaking', 'warning'] as const).map((level) => ({ value: level, label: t(`filter.${level}`) })),
  ]
  return (
    <Dialog
      open
      size="l"
      title={page ? t('titleOfPage', { name: page.page_title }) : t('title', { name: item.item_name })}
      note={t('note')}
      onClose={onClose}
    >
      <div className={styles.log}>
        <div className={styles.filters}>
          <Select
            size="s"
            aria-label={t('filter.level')}
            options={choices}
            value={filter.level}
            onValue={(value) => choose({ level: levels.find((level) => level === value) ?? '' })}
          />
          {!page && (
            <TextInput
              size="s"
              aria-label={t('filter.operation')}
              placeholder={t('filter.operation')}
              value={filter.operation}
              onValue={(operation) => choose({ operation })}
            />
          )}
        </div>
        <QueryBoundary result={read} onRetry={retry} failed={t('failed')} waiting={<SkeletonText lines={8} />}>
          {(answer) =>
            answer.list.length === 0 ? (
              <EmptyState
                icon={<ApiItemIcon data-size="32" />}
                text={isFiltered ? t('noneFiltered') : answer.has_api ? t('none') : t('noApi')}
              />
            ) : (
              <>
                <Days item={item} answer={answer} onLeave={onClose} />
                <Pagination
                  page={filter.page}
                  pageSize={pageSize}
                  total={answer.total}
                  onPage={(next) => choose({ page: next })}
                />
              </>
            )
          }
        </QueryBoundary>
      </div>
    </Dialog>
  )
}

import { useAtomValue, useSetAtom } from 'jotai'
import { memo, useEffect, useState } from 'react'
import { sessionAtom } from '#web/features/account/session/index.tsx'
import { groupsAtom, type Item, itemListAtom, itemPath, reloadItemsAtom } from '#web/features/item/my-items/index.tsx'
import { recentItems } from '#web/features/item/recent/index.tsx'
import { isApiError } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryValue } from '#web/lib/query.ts'
import { Link, useLocation } from '#web/lib/route.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { AddIcon, CloseIcon, ImportIcon, OkIcon, RegularItemIcon } from '#web/ui/icons.ts'
import { Loading } from '#web/ui/loading.tsx'
import cut from '#web/ui/overflow-shadow.module.css'
import { watchRowOverflow } from '#web/ui/overflow-shadow.ts'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { RedirectTo } from '#web/ui/redirect-to.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { dialogAtom } from './dialog-atom.ts'
import type { GroupKey } from './group.ts'
import { GroupList } from './group-list.tsx'
import listStyles from './item-list.module.css'
import styles from './items.module.css'
import recentStyles from './recent-row.module.css'
import { SearchResults } from './search-results.tsx'
import { isSearchable } from './searchable.ts'
import { gettingStartedAtom } from './view-atoms.ts'

const six = [0, 1, 2, 3, 4, 5]

const recentMost = 5

/** Reserves the space of the recent row while the items load. */
function RecentWaiting() {
  const [isKnown] = useState(() => recentItems().length > 0)
  if (!isKnown) return null
  return (
    <div className={recentStyles.row}>
      <span className={recentStyles.link}>
        <Skeleton width={200} height={20} />
      </span>
    </div>
  )
}

/** The items opened last in this browser, in one line. */
function RecentRow({ items }: { items: readonly Item[] }) {
  const { t } = useTranslation('item-list')
  const [ids] = useState(recentItems)
  const recent = ids.flatMap((id) => items.find(({ item_id }) => item_id === id) ?? []).slice(0, recentMost)
  if (recent.length === 0) return null
  return (
    <section className={recentStyles.row} aria-label={t('recent')}>
      <span aria-hidden="true">{t('recent')}</span>
      <ul ref={watchRowOverflow} className={`${recentStyles.list} ${cut.row}`}>
        {recent.map((item) => (
          <li key={item.item_id} className={recentStyles.entry}>
            <Link href={itemPath(item)} className={recentStyles.link} title={item.item_name} dir="auto">
              {item.item_name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A placeholder for the items: six cards. */
function CardsWaiting() {
  return (
    <>
      <RecentWaiting />
      <div className={listStyles.cards}>
        {six.map((at) => (
          <div key={at} className={`${listStyles.cell} ${listStyles.blank}`}>
            <Skeleton width="60%" height={18} />
            <Skeleton width="90%" />
            <Skeleton width="40%" />
          </div>
        ))}
      </div>
    </>
  )
}

/** Shown while the items load. */
export function ItemsLoading() {
  const reload = useSetAtom(reloadItemsAtom)
  return (
    <Loading onRetry={reload}>
      <CardsWaiting />
    </Loading>
  )
}

/** Shown when there are no items yet. An administrator learns where those of others are: after a move from ShowDoc, too. */
function NoItems() {
  const { t } = useTranslation('item-list')
  const openDialog = useSetAtom(dialogAtom)
  const isAdministrator = useAtomValue(sessionAtom)?.groupid === '1'
  return (
    <EmptyState
      icon={<RegularItemIcon data-size="32" />}
      text={t('none.text')}
      help={t(isAdministrator ? 'none.helpAdmin' : 'none.help')}
      action={
        <>
          <Button variant="primary" icon={<AddIcon />} onClick={() => openDialog({ kind: 'new', type: 'regular' })}>
            {t('none.create')}
          </Button>
          <Button icon={<ImportIcon />} onClick={() => openDialog({ kind: 'import' })}>
            {t('import')}
          </Button>
          {isAdministrator && <ButtonLink to="/admin/index?section=items">{t('none.everyone')}</ButtonLink>}
        </>
      }
    />
  )
}

/** The first steps on a new site, until dismissed. */
function GettingStarted({ hasItems }: { hasItems: boolean }) {
  const { t } = useTranslation('item-list')
  const openDialog = useSetAtom(dialogAtom)
  const show = useSetAtom(gettingStartedAtom)
  return (
    <section className={styles.note} aria-labelledby="getting-started">
      <div className={styles.head}>
        <h2 id="getting-started">{t('start.title')}</h2>
        <IconButton size="s" label={t('start.close')} onClick={() => show(false)}>
          <CloseIcon />
        </IconButton>
      </div>
      <p>{t(hasItems ? 'start.begun' : 'start.text')}</p>
      <div className={styles.actions}>
        {hasItems ? (
          <span className={styles.done}>
            <OkIcon />
            {t('start.created')}
          </span>
        ) : (
          <Button variant="primary" icon={<AddIcon />} onClick={() => openDialog({ kind: 'new', type: 'regular' })}>
            {t('none.create')}
          </Button>
        )}
        <Button icon={<ImportIcon />} onClick={() => openDialog({ kind: 'import' })}>
          {t('import')}
        </Button>
      </div>
    </section>
  )
}

interface ItemsProps {
  group: GroupKey
  keyword: string
  onClear: () => void
}

function LoadedItems({ items, group, keyword, onClear }: ItemsProps & { items: readonly Item[] }) {
  const read = useAtomValue(groupsAtom)
  const started = useAtomValue(gettingStartedAtom)
  if (items.length === 0) return started ? <GettingStarted hasItems={false} /> : <NoItems />
  const groups = queryValue(read) ?? []
  if (isSearchable(keyword)) return <SearchResults items={items} keyword={keyword} onClear={onClear} />
  return (
    <>
      {started && items.length === 1 && <GettingStarted hasItems />}
      <RecentRow items={items} />
      <GroupList key={group} items={items} group={group} groups={groups} />
    </>
  )
}

/** The items of a group, or the search results in all of them; help if there are none. */
export const Items = memo(function Items(props: ItemsProps) {
  const { group } = props
  const { t } = useTranslation('item-list')
  const [path] = useLocation()
  const user = useAtomValue(sessionAtom)
  const result = useAtomValue(itemListAtom)
  const reload = useSetAtom(reloadItemsAtom)
  useEffect(() => {
    window.scrollTo({ top: 0 })
  }, [group])
  if (!user) return <RedirectTo path={`/user/login?redirect=${path}`} />
  // the sign-in page is about to open
  if (result && 'error' in result && isApiError(result.error, 'notLoggedIn')) return null
  return (
    <QueryBoundary result={result} onRetry={reload} failed={t('failed')} waiting={<CardsWaiting />}>
      {(items) => <LoadedItems {...props} items={items} />}
    </QueryBoundary>
  )
})

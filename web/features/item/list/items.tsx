import { useAtomValue, useSetAtom } from 'jotai'
import { memo, useEffect } from 'react'
import { ApiError } from '#shared/contract/client.ts'
import { sessionAtom } from '#web/features/account/session/index.tsx'
import { RedirectTo } from '#web/features/account/sign-in/index.tsx'
import { groupsAtom, reloadItemsAtom, useItems } from '#web/features/item/data/index.tsx'
import { getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useLocation } from '#web/lib/route.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { AddIcon, CloseIcon, ImportIcon, OkIcon, RegularItemIcon } from '#web/ui/icons.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { dialogAtom } from './dialog-atom.ts'
import type { GroupKey } from './group.ts'
import { GroupList } from './group-list.tsx'
import styles from './items.module.css'
import { RecentRow } from './recent-row.tsx'
import { SearchResults } from './search-results.tsx'
import { isSearchable } from './searchable.ts'
import { gettingStartedAtom } from './view-atoms.ts'

const notLoggedIn = 10102

function ItemsFailed({ error }: { error: unknown }) {
  const { t } = useTranslation('item-list')
  const reload = useSetAtom(reloadItemsAtom)
  if (error instanceof ApiError && error.code === notLoggedIn) return null // the sign-in page is about to open
  return (
    <LoadError
      text={t('failed')}
      message={getErrorMessage(error)}
      requestId={getRequestId(error)}
      onRetry={() => reload()}
    />
  )
}

/** Shown when there are no items yet. */
function NoItems() {
  const { t } = useTranslation('item-list')
  const openDialog = useSetAtom(dialogAtom)
  return (
    <EmptyState
      icon={<RegularItemIcon data-size="32" />}
      text={t('none.text')}
      help={t('none.help')}
      action={
        <>
          <Button variant="primary" icon={<AddIcon />} onClick={() => openDialog({ kind: 'new', type: 'regular' })}>
            {t('none.create')}
          </Button>
          <Button icon={<ImportIcon />} onClick={() => openDialog({ kind: 'import' })}>
            {t('import')}
          </Button>
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

/** The items of a group, or the search results in all of them; help if there are none. */
export const Items = memo(function Items(props: { group: GroupKey; keyword: string; onClear: () => void }) {
  const { group, keyword, onClear } = props
  const [path] = useLocation()
  const user = useAtomValue(sessionAtom)
  const loaded = useItems()
  const read = useAtomValue(groupsAtom)
  const started = useAtomValue(gettingStartedAtom)
  useEffect(() => {
    window.scrollTo({ top: 0 })
  }, [group])
  if (!user) return <RedirectTo path={`/user/login?redirect=${path}`} />
  if ('error' in loaded) return <ItemsFailed error={loaded.error} />
  const { items } = loaded
  if (items.length === 0) return started ? <GettingStarted hasItems={false} /> : <NoItems />
  const groups = read && 'groups' in read ? read.groups : []
  if (isSearchable(keyword)) return <SearchResults items={items} keyword={keyword} onClear={onClear} />
  return (
    <>
      {started && items.length === 1 && <GettingStarted hasItems />}
      <RecentRow items={items} />
      <GroupList key={group} items={items} group={group} groups={groups} />
    </>
  )
})

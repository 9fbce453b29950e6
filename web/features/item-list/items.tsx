import { useAtomValue, useSetAtom } from 'jotai'
import { useMemo } from 'react'
import { ApiError } from '#contract/client.ts'
import { RedirectTo } from '#web/features/account/index.tsx'
import { sessionAtom } from '#web/features/session/index.tsx'
import { messageOf, requestIdOf } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useLocation } from '#web/lib/route.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorIcon, SearchIcon } from '#web/ui/icons.ts'
import { arrange } from './arrange.ts'
import { itemsAtom, reloadItemsAtom } from './atoms.ts'
import { GettingStarted } from './getting-started.tsx'
import { ItemCards } from './item-cards.tsx'
import { ItemTable } from './item-table.tsx'
import { NoItems } from './no-items.tsx'
import { gettingStartedAtom, sortAtom, viewAtom } from './view-atoms.ts'

const notLoggedIn = 10102

function ItemsFailed({ error }: { error: unknown }) {
  const { t } = useTranslation('item-list')
  const reload = useSetAtom(reloadItemsAtom)
  if (error instanceof ApiError && error.code === notLoggedIn) return null // on the way to the sign-in page
  const requestId = requestIdOf(error)
  return (
    <div role="alert">
      <EmptyState
        icon={<ErrorIcon data-size="32" />}
        text={t('failed')}
        help={[messageOf(error), requestId && t('requestId', { requestId })].filter(Boolean).join(' ')}
        action={<Button onClick={reload}>{t('retry')}</Button>}
      />
    </div>
  )
}

/** The items of the current user that fit the filter; help where there are none. */
export function Items({ filter, onFilter }: { filter: string; onFilter: (filter: string) => void }) {
  const { t, i18n } = useTranslation('item-list')
  const [path] = useLocation()
  const user = useAtomValue(sessionAtom)
  const loaded = useAtomValue(itemsAtom)
  const sort = useAtomValue(sortAtom)
  const view = useAtomValue(viewAtom)
  const started = useAtomValue(gettingStartedAtom)
  const shown = useMemo(
    () => ('items' in loaded ? arrange(loaded.items, filter, sort, i18n.language) : []),
    [loaded, filter, sort, i18n.language],
  )
  if (!user) return <RedirectTo path={`/user/login?redirect=${path}`} />
  if ('error' in loaded) return <ItemsFailed error={loaded.error} />
  const hasItems = loaded.items.length > 0
  if (!hasItems) return started ? <GettingStarted hasItems={false} /> : <NoItems />
  return (
    <>
      {started && <GettingStarted hasItems />}
      {shown.length === 0 && (
        <EmptyState
          icon={<SearchIcon data-size="32" />}
          text={t('noMatch', { filter })}
          action={<Button onClick={() => onFilter('')}>{t('clearFilter')}</Button>}
        />
      )}
      {shown.length > 0 && (view === 'cards' ? <ItemCards items={shown} /> : <ItemTable items={shown} />)}
      <p className="visually-hidden" role="status">
        {filter && t('count', { count: shown.length })}
      </p>
    </>
  )
}

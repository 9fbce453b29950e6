import { useSetAtom } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { itemsAtom } from '#web/features/item/opened-items/index.ts'
import { isApiError } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useCachedQuery } from '#web/lib/query.ts'
import { navigate, useTitle } from '#web/lib/route.ts'
import { useShortcut } from '#web/lib/shortcuts.ts'
import { useRefetchOnFocus } from '#web/lib/use-refetch-on-focus.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AddIcon, ImportIcon, RegularItemIcon, TemplateIcon } from '#web/ui/icons.ts'
import { isPageId } from './addresses.ts'
import { pagesAtom } from './atoms.ts'
import { importPath, newPagePath, useCurrentItem } from './current-item.ts'
import { Failure } from './failure.tsx'
import { PageNotFound } from './not-found-screens.tsx'
import { PageBanners } from './page-banners.tsx'
import styles from './page-view.module.css'
import { PageView } from './page-view.tsx'
import { panelAtom } from './panels.ts'
import { PagePlaceholder, SheetPlaceholder } from './viewer-skeleton.tsx'

/** Shown for an item without pages. */
function EmptyItem() {
  const { t } = useTranslation('viewer')
  const item = useCurrentItem()
  const openPanel = useSetAtom(panelAtom)
  useTitle(item.name)
  useShortcut('n', () => navigate(newPagePath(item)), { enabled: item.canEdit, label: t('keys.newPage') })
  // users limited to some catalogs cannot import
  const canImport = item.canEdit && !item.isLimited
  return (
    <div className={styles.empty}>
      <PageBanners />
      <h1 className={styles.title}>{item.name}</h1>
      <EmptyState
        icon={<RegularItemIcon data-size="32" />}
        text={t(canImport ? 'empty.editor' : 'empty.reader')}
        action={
          item.canEdit && (
            <>
              <ButtonLink to={newPagePath(item)} variant="primary" icon={<AddIcon />}>
                {t('empty.newPage')}
              </ButtonLink>
              <Button icon={<TemplateIcon />} onClick={() => openPanel({ kind: 'fromTemplate' })}>
                {t('empty.template')}
              </Button>
              {canImport && (
                <ButtonLink to={importPath(item)} icon={<ImportIcon />}>
                  {t('empty.import')}
                </ButtonLink>
              )}
            </>
          )
        }
      />
    </div>
  )
}

function Waiting() {
  return useCurrentItem().canEditSheet ? <SheetPlaceholder /> : <PagePlaceholder />
}

/** Replaces a page that the server does not return: perhaps the item itself is no longer readable. */
function Rejected({ page_id }: { page_id: string }) {
  const item = useCurrentItem()
  const [answer, askItem] = useCachedQuery(itemsAtom, item.item_id)
  const requested = useRef(false)
  useEffect(() => {
    if (!requested.current) void askItem(1000)
    requested.current = true
  }, [askItem])
  return answer ? <PageNotFound wanted={page_id} /> : <Waiting />
}

/** Shows a page, or why it cannot be shown. */
function LoadedPage({ page_id }: { page_id: string }) {
  const item = useCurrentItem()
  const [answer, ask] = useCachedQuery(pagesAtom, page_id)
  const page = answer && 'value' in answer ? answer.value : undefined
  const elsewhere = page && page.item_id !== item.item_id ? `/${page.item_id}/${page_id}` : undefined
  useRefetchOnFocus(ask)
  useEffect(() => {
    if (elsewhere) navigate(elsewhere, { replace: true })
  }, [elsewhere])
  if (elsewhere) return null
  if (page) return <PageView page={page} />
  if (!answer || !('error' in answer)) return <Waiting />
  const { error } = answer
  const isRejected = (['pageGone', 'itemPasswordNeeded', 'loginForced', 'badParameter'] as const).some((name) =>
    isApiError(error, name),
  )
  if (isRejected) return <Rejected page_id={page_id} />
  return <Failure error={error} onRetry={() => void ask('again')} />
}

/** How long loading takes before a skeleton is shown, in ms. Source: interface guide 2.8. */
const skeletonAfterMs = 150

/** Reports whether `isWaiting` has been true long enough to show it. */
function useDelayed(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = window.setTimeout(() => setLate(true), skeletonAfterMs)
    return () => {
      window.clearTimeout(timer)
      setLate(false)
    }
  }, [isWaiting])
  return isWaiting && isLate
}

/** Loads a page and shows it. The former page stays for a moment while the next one loads. */
function PageLoader({ page_id }: { page_id: string }) {
  const [answer] = useCachedQuery(pagesAtom, page_id)
  const [shown, setShown] = useState(page_id)
  const isLate = useDelayed(shown !== page_id)
  if (answer && shown !== page_id) setShown(page_id)
  return isLate ? <Waiting /> : <LoadedPage key={shown} page_id={shown} />
}

/** The page area: the requested page, or what replaces it. */
export function PageArea({ page_id, wanted }: { page_id: string | undefined; wanted: string | undefined }) {
  const inside = () => {
    if (page_id === undefined) return <EmptyItem />
    if (!isPageId(page_id)) return <PageNotFound key={page_id} wanted={wanted ?? ''} />
    return <PageLoader page_id={page_id} />
  }
  return <div className={styles.area}>{inside()}</div>
}

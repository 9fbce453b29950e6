import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useMemo, useRef, useState } from 'react'
import { renderDocument } from '#shared/markdown/blocks.ts'
import { useVisit } from '#web/app/layout/index.tsx'
import { userAtom } from '#web/features/account/session/index.tsx'
import { bodyText, isApiText, Watermark } from '#web/features/page/content/index.tsx'
import { MarkdownBody, type OutlineEntry } from '#web/features/page/markdown/index.tsx'
import { Outline, visibleOutline } from '#web/features/page/outline/index.tsx'
import { runWhenIdle } from '#web/lib/idle.ts'
import { useLayout } from '#web/lib/media.ts'
import { useTitle } from '#web/lib/route.ts'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx'
import { Loading } from '#web/ui/loading.tsx'
import type { Page } from './atoms.ts'
import { useCurrentItem } from './current-item.ts'
import { EmptyPage } from './empty-page.tsx'
import { outlineAtom } from './outline-atom.ts'
import { PageBanners } from './page-banners.tsx'
import { PageBar } from './page-bar.tsx'
import { PageFooter } from './page-footer.tsx'
import { PageHeader } from './page-header.tsx'
import styles from './page-view.module.css'
import { outlineHiddenAtom, wideTextAtom } from './preferences.ts'
import { useReadingPosition } from './reading-position.ts'
import { usePageKeys } from './use-page-keys.ts'
import { useStablePage } from './use-stable-page.ts'

const SheetTable = lazyComponent(async () => (await import('#web/features/spreadsheet/view/index.tsx')).SheetTable)
const ApiBody = lazyComponent(async () => (await import('./api-body.tsx')).ApiBody)
const NewerNotice = lazyComponent(async () => (await import('./update-available.tsx')).UpdateAvailable, 'first')
const PageRead = lazyComponent(async () => (await import('./read-tracker.tsx')).ReadTracker, 'first')
const SheetPage = lazyComponent(async () => {
  import('#web/features/spreadsheet/grid/index.tsx').catch(() => undefined) // loaded in parallel; requested again when it is shown
  return (await import('./sheet-page.tsx')).SheetPage
})

/** A page for reading: header, text, footer, and the outline next to it. */
export function PageView({ page }: { page: Page }) {
  const item = useCurrentItem()
  const user = useAtomValue(userAtom)
  const { shown, newer, showNewer } = useStablePage(page, user?.uid)
  // a visitor's page is rendered before the code that watches it is loaded
  const [isSettled, setSettled] = useState(false)
  useEffect(() => runWhenIdle(() => setSettled(true), 3000, 1000), [])
  const isWatched = Boolean(user) || isSettled
  const isSheet = item.readOnlyReason === 'sheet'
  const text = useMemo(() => (isSheet ? '' : bodyText(shown.page_content)), [shown.page_content, isSheet])
  const isApi = useMemo(() => !isSheet && isApiText(shown.page_content), [shown.page_content, isSheet])
  const isEmpty = text.trim() === ''
  const root = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const read = useMemo(() => (isSheet || isApi ? undefined : renderDocument(text)), [text, isSheet, isApi])
  const [ofApi, setOfApi] = useState<OutlineEntry[]>([])
  // together with the text, not after it: what depends on it is rendered once
  const outline = useMemo(() => visibleOutline(read?.outline ?? ofApi), [read, ofApi])
  const setShared = useSetAtom(outlineAtom)
  const isWide = useAtomValue(wideTextAtom)
  const outlineHidden = useAtomValue(outlineHiddenAtom)
  const layout = useLayout()
  const node = item.pages.find(({ id }) => id === page.page_id)

  useTitle(shown.page_title === item.name ? item.name : `${shown.page_title} · ${item.name}`)
  useReadingPosition(page.page_id)
  usePageKeys(shown, node)
  useVisit({ ...shown, item_name: item.name, ref: item.ref })
  useEffect(() => setShared(outline), [outline, setShared])
  const hasOutline = !isEmpty && outline.length > 1
  if (isSheet && item.canEditSheet && layout !== 'phone')
    return (
      <LazyBoundary fallback={<Loading />}>
        <SheetPage page={page} node={node} />
      </LazyBoundary>
    )
  const body = () => {
    if (isApi)
      return (
        <LazyBoundary fallback={<Loading />}>
          <ApiBody page={shown} onOutline={setOfApi} />
        </LazyBoundary>
      )
    if (read) return isEmpty ? <EmptyPage page_id={page.page_id} /> : <MarkdownBody text={text} document={read} />
    return (
      <LazyBoundary fallback={<Loading />}>
        <SheetTable content={shown.page_content} title={shown.page_title} />
      </LazyBoundary>
    )
  }
  return (
    <article
      ref={root}
      className={styles.page}
      data-wide={isSheet ? 'all' : isApi ? 'api' : isWide || undefined}
      data-one={(item.isOnePage && !isSheet && !isApi) || undefined}
    >
      {item.hasWatermark && <Watermark />}
      {!item.isOnePage && isWatched && (
        <LazyBoundary>
          <PageRead page={shown} />
        </LazyBoundary>
      )}
      <PageBar page={shown} node={node} heading={heading} hasOutline={hasOutline} />
      <div className={styles.column}>
        {isWatched && (
          <LazyBoundary>
            <NewerNotice page={page} newer={newer} onShow={showNewer} />
          </LazyBoundary>
        )}
        <PageBanners />
        <PageHeader page={shown} node={node} heading={heading} text={isApi ? '' : text} hasOutline={hasOutline} />
        {body()}
        <PageFooter page={shown} />
      </div>
      {layout === 'wide' && !isSheet && (
        <div className={styles.aside} data-no-print="">
          {hasOutline && !outlineHidden && <Outline entries={outline} root={root} />}
        </div>
      )}
    </article>
  )
}

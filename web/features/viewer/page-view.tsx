import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useMemo, useRef, useState } from 'react'
import { renderDocument } from '#markdown/blocks.ts'
import { useVisit } from '#web/features/frame/index.tsx'
import { MarkdownBody, type OutlineEntry } from '#web/features/markdown/index.tsx'
import { Outline, shownOutline } from '#web/features/outline/index.tsx'
import { bodyText, isApiText, Watermark } from '#web/features/reading/index.tsx'
import { userAtom } from '#web/features/session/index.tsx'
import { useLayout } from '#web/lib/media.ts'
import { afterRest } from '#web/lib/rest.ts'
import { useTitle } from '#web/lib/route.ts'
import { later } from '#web/ui/later.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { OnDemand } from '#web/ui/on-demand.tsx'
import type { Page } from './atoms.ts'
import { EmptyPage } from './empty-page.tsx'
import { outlineAtom } from './outline-atom.ts'
import { PageBanners } from './page-banners.tsx'
import { PageBar } from './page-bar.tsx'
import { PageFoot } from './page-foot.tsx'
import { PageHead } from './page-head.tsx'
import styles from './page-view.module.css'
import { outlineHiddenAtom, wideTextAtom } from './prefs.ts'
import { useReadingPosition } from './reading-position.ts'
import { useHeldPage } from './use-held-page.ts'
import { usePageKeys } from './use-page-keys.ts'
import { useViewedItem } from './viewed-item.ts'

const SheetTable = later(async () => (await import('#web/features/sheet-table/index.tsx')).SheetTable)
const ApiBody = later(async () => (await import('./api-body.tsx')).ApiBody)
const NewerNotice = later(async () => (await import('./newer-notice.tsx')).NewerNotice, 'first')
const PageRead = later(async () => (await import('./page-read.tsx')).PageRead, 'first')
const SheetPage = later(async () => {
  import('#web/features/sheet/index.tsx').catch(() => undefined) // beside it; asked for again when it is shown
  return (await import('./sheet-page.tsx')).SheetPage
})

/** A page for reading: head, text, foot, and the outline beside it. */
export function PageView({ page }: { page: Page }) {
  const item = useViewedItem()
  const user = useAtomValue(userAtom)
  const { shown, newer, showNewer } = useHeldPage(page, user?.uid)
  // a visitor's page is there before what watches it is loaded
  const [isSettled, setSettled] = useState(false)
  useEffect(() => afterRest(() => setSettled(true), 3000, 1000), [])
  const isWatched = Boolean(user) || isSettled
  const isSheet = item.onlyRead === 'sheet'
  const text = useMemo(() => (isSheet ? '' : bodyText(shown.page_content)), [shown.page_content, isSheet])
  const isApi = useMemo(() => !isSheet && isApiText(shown.page_content), [shown.page_content, isSheet])
  const isEmpty = text.trim() === ''
  const root = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const read = useMemo(() => (isSheet || isApi ? undefined : renderDocument(text)), [text, isSheet, isApi])
  const [ofApi, setOfApi] = useState<OutlineEntry[]>([])
  // with the text, not after it: what depends on it is drawn once
  const outline = useMemo(() => shownOutline(read?.outline ?? ofApi), [read, ofApi])
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
      <OnDemand fallback={<Loading />}>
        <SheetPage page={page} node={node} />
      </OnDemand>
    )
  const body = () => {
    if (isApi)
      return (
        <OnDemand fallback={<Loading />}>
          <ApiBody page={shown} onOutline={setOfApi} />
        </OnDemand>
      )
    if (read) return isEmpty ? <EmptyPage page_id={page.page_id} /> : <MarkdownBody text={text} document={read} />
    return (
      <OnDemand fallback={<Loading />}>
        <SheetTable content={shown.page_content} title={shown.page_title} />
      </OnDemand>
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
        <OnDemand>
          <PageRead page={shown} />
        </OnDemand>
      )}
      <PageBar page={shown} node={node} heading={heading} hasOutline={hasOutline} />
      <div className={styles.column}>
        {isWatched && (
          <OnDemand>
            <NewerNotice page={page} newer={newer} onShow={showNewer} />
          </OnDemand>
        )}
        <PageBanners />
        <PageHead page={shown} node={node} heading={heading} text={isApi ? '' : text} hasOutline={hasOutline} />
        {body()}
        <PageFoot page={shown} />
      </div>
      {layout === 'wide' && !isSheet && (
        <div className={styles.aside} data-no-print="">
          {hasOutline && !outlineHidden && <Outline entries={outline} root={root} />}
        </div>
      )}
    </article>
  )
}

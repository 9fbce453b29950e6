import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { isApiText } from '#shared/api-doc/api-text.ts'
import { renderDocument } from '#shared/markdown/blocks.ts'
import { useVisit } from '#web/app/layout/index.tsx'
import { userAtom } from '#web/features/account/session/index.tsx'
import type { PageNode } from '#web/features/item/tree/index.ts'
import { bodyText, Watermark } from '#web/features/page/content/index.tsx'
import { MarkdownBody, type OutlineEntry } from '#web/features/page/markdown/index.tsx'
import { Outline, visibleOutline } from '#web/features/page/outline/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { runWhenIdle } from '#web/lib/idle.ts'
import { useLayout } from '#web/lib/media.ts'
import { isPopNavigation, navigate, useTitle } from '#web/lib/route.ts'
import { useShortcut } from '#web/lib/shortcuts.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { EditIcon, PageIcon } from '#web/ui/icons.ts'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { lazyToggleStarAtom, type Page } from './atoms.ts'
import { adjacentPages, editPath, newPagePath, pagePath, useCurrentItem } from './current-item.ts'
import { PageBanners } from './page-banners.tsx'
import { PageBar } from './page-bar.tsx'
import { PageFooter } from './page-footer.tsx'
import { PageHeader } from './page-header.tsx'
import styles from './page-view.module.css'
import { outlineAtom, panelAtom } from './panels.ts'
import { outlineHiddenAtom, useFullScreen, wideTextAtom } from './preferences.ts'

const SheetTable = lazyComponent(async () => (await import('#web/features/spreadsheet/view/index.tsx')).SheetTable)
const ApiBody = lazyComponent(async () => (await import('./api-body.tsx')).ApiBody, 'reading')
const ApiChangeMark = lazyComponent(
  async () => (await import('#web/features/item/api-changes/index.tsx')).ApiChangeMark,
  'reading',
)
const NewerNotice = lazyComponent(async () => (await import('./update-available.tsx')).UpdateAvailable, 'first')
const PageRead = lazyComponent(async () => (await import('./read-tracker.tsx')).ReadTracker, 'first')
const SheetPage = lazyComponent(async () => {
  import('#web/features/spreadsheet/grid/index.tsx').catch(() => undefined) // loaded in parallel; requested again when it is shown
  return (await import('./sheet-page.tsx')).SheetPage
})

/** Shown for a page without text. */
function EmptyPage({ page_id }: { page_id: string }) {
  const { t } = useTranslation('viewer')
  const item = useCurrentItem()
  return (
    <EmptyState
      icon={<PageIcon data-size="32" />}
      text={t('empty.page')}
      action={
        item.canEdit && (
          <ButtonLink to={editPath(item, page_id)} variant="primary" icon={<EditIcon />}>
            {t('page.edit')}
          </ButtonLink>
        )
      }
    />
  )
}

/** How long after a page arrived a newer text may still replace it without asking, in ms. */
const settlingMs = 3000

/**
 * Returns the page to show: the version at opening, because nothing moves while a user reads; and a newer version, once
 * the server has one.
 *
 * @param own whose texts replace the page at once: the reader's uid
 */
function useStablePage(
  page: Page,
  own: string | undefined,
): { shown: Page; newer: Page | undefined; showNewer: () => void } {
  const [held, setHeld] = useState(page)
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(true), settlingMs)
    return () => window.clearTimeout(timer)
  }, [])
  const isSame = held.page_version === page.page_version
  const isHeldBack = !isSame && isSettled && page.author_uid !== own
  if (held !== page && !isHeldBack) setHeld(page)
  return { shown: isHeldBack ? held : page, newer: isHeldBack ? page : undefined, showNewer: () => setHeld(page) }
}

/** Handles the keyboard shortcuts of a page. Source: interface guide 2.9. */
function usePageKeys(page: Page, node: PageNode | undefined): void {
  const { t } = useTranslation('viewer')
  const item = useCurrentItem()
  const { before, after } = adjacentPages(item.pages, page.page_id)
  const [outlineHidden, hideOutline] = useAtom(outlineHiddenAtom)
  const openPanel = useSetAtom(panelAtom)
  const star = useSetAtom(lazyToggleStarAtom)
  const isSignedIn = Boolean(useAtomValue(userAtom))
  const [isFull, setFull] = useFullScreen()
  const layout = useLayout()
  const edits = item.canEdit
  const arranges = edits && !item.isOnePage
  useShortcut('e', () => navigate(editPath(item, page.page_id)), { enabled: edits, label: t('keys.edit') })
  useShortcut('n', () => navigate(newPagePath(item, page.cat_id)), { enabled: arranges, label: t('keys.newPage') })
  useShortcut('h', () => openPanel({ kind: 'history', page_id: page.page_id }), {
    enabled: edits,
    label: t('keys.history'),
  })
  useShortcut('m', () => node && openPanel({ kind: 'carry', node, isMove: true }), {
    enabled: arranges && node !== undefined,
    label: t('keys.move'),
  })
  useShortcut('s', () => void star(item), { enabled: isSignedIn, label: t('keys.star') })
  useShortcut('[', () => before && navigate(pagePath(item, before.id)), {
    enabled: before !== undefined,
    label: t('keys.before'),
  })
  useShortcut(']', () => after && navigate(pagePath(item, after.id)), {
    enabled: after !== undefined,
    label: t('keys.after'),
  })
  const showOutline = () => (layout === 'wide' ? hideOutline(!outlineHidden) : openPanel({ kind: 'outline' }))
  useShortcut('mod+shift+o', showOutline, { inFields: true, label: t('keys.outline') })
  useShortcut('escape', () => setFull(false), { enabled: isFull, label: t('keys.leaveFull') })
}

const storeKey = 'docstead.positions'
const most = 60
const patienceMs = 2000

type How = 'load' | 'push' | 'pop'

let cameBy: How = 'load'
let positions: Map<string, number> | undefined

const readPositions = () => {
  if (positions) return positions
  try {
    positions = new Map(JSON.parse(sessionStorage.getItem(storeKey) ?? '[]') as [string, number][])
  } catch {
    positions = new Map()
  }
  return positions
}

const keep = () => {
  try {
    sessionStorage.setItem(storeKey, JSON.stringify([...readPositions()].slice(-most)))
  } catch {
    // the browser stores nothing: after a reload, Back starts at the top
  }
}

if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => {
    cameBy = 'pop'
  })
  window.addEventListener('pushState', () => {
    cameBy = isPopNavigation() ? 'pop' : 'push'
  })
  window.addEventListener('pagehide', keep)
}

const isReload = () =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type !== 'navigate')

/**
 * Scrolls to `top` as soon as the text is long enough, unless the reader scrolls first. @returns a function that
 * cancels it
 */
function scrollWhenPossible(top: number): () => void {
  const until = performance.now() + patienceMs
  let frame = 0
  const stop = () => {
    cancelAnimationFrame(frame)
    for (const event of ['wheel', 'touchstart', 'keydown', 'pointerdown']) window.removeEventListener(event, stop)
  }
  const attempt = () => {
    window.scrollTo(0, top)
    if (Math.abs(window.scrollY - top) < 2 || performance.now() > until) stop()
    else frame = requestAnimationFrame(attempt)
  }
  for (const event of ['wheel', 'touchstart', 'keydown', 'pointerdown']) window.addEventListener(event, stop)
  attempt()
  return stop
}

/**
 * Starts a page at its top, or where it was left when the reader comes back to it; an address with a heading scrolls
 * there.
 */
function useReadingPosition(page_id: string): void {
  useLayoutEffect(() => {
    const former = window.history.scrollRestoration
    window.history.scrollRestoration = 'manual'
    return () => {
      window.history.scrollRestoration = former
    }
  }, [])
  useLayoutEffect(() => {
    if (cameBy === 'push' && !window.location.hash) window.scrollTo(0, 0)
  }, [page_id])
  useEffect(() => {
    const known = readPositions()
    const isBack = cameBy === 'pop' || (cameBy === 'load' && isReload())
    const left = isBack ? known.get(page_id) : undefined
    const stop = left === undefined ? undefined : scrollWhenPossible(left)
    const note = () => {
      known.delete(page_id)
      known.set(page_id, window.scrollY)
    }
    window.addEventListener('scroll', note, { passive: true })
    return () => {
      stop?.()
      window.removeEventListener('scroll', note)
    }
  }, [page_id])
}

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
        {isApi && (
          <LazyBoundary>
            <ApiChangeMark
              item={item.summary}
              page_id={shown.page_id}
              page_title={shown.page_title}
              page_version={shown.page_version}
            />
          </LazyBoundary>
        )}
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

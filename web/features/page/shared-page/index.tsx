import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { isApiText } from '#shared/api-doc/api-text.ts'
import { isSheetText } from '#shared/spreadsheet/is-sheet-text.ts'
import { LanguageMenu, OfflineBanner, ThemeMenu } from '#web/app/layout/index.tsx'
import { ApiReading } from '#web/features/api-docs/form/index.tsx'
import { bodyText, readingMinutes, Watermark } from '#web/features/page/content/index.tsx'
import { MarkdownBody, type OutlineEntry } from '#web/features/page/markdown/index.tsx'
import { Outline, OutlineDrawer, visibleOutline } from '#web/features/page/outline/index.tsx'
import { api, isApiError } from '#web/lib/api.ts'
import { exactTime, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useLayout } from '#web/lib/media.ts'
import { queryFamily, useCachedQuery } from '#web/lib/query.ts'
import { publicAddress, useParams, useTitle } from '#web/lib/route.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LinkIcon, OutlineIcon, PageIcon } from '#web/ui/icons.ts'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { QueryError } from '#web/ui/query-boundary.tsx'
import { PrintIcon } from '#web/ui/screen-icons.ts'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import styles from './shared-page.module.css'
import frameStyles from './slim-frame.module.css'

/** A page as shown by its public link. */
type PublicPage = Awaited<ReturnType<typeof api.page.infoByKey>>

/** Pages by the key of their public link. */
const sharedPagesAtom = queryFamily((unique_key, signal) => api.page.infoByKey({ unique_key }, { signal }), 3)

function NotLoaded({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('shared-page')
  useTitle(t('failed'))
  return (
    <>
      <h1 className="visually-hidden">{t('failed')}</h1>
      <QueryError error={error} onRetry={onRetry} failed={t('failed')} />
    </>
  )
}

const toTop = () => window.scrollTo({ top: 0, behavior: 'smooth' })

/** The frame of a page at its public link: a slim header with title, theme and language, no other links, the content. */
function SlimFrame(props: {
  title?: string
  /** Shown before theme and language. */
  actions?: ReactNode
  children: ReactNode
}) {
  const { title, actions, children } = props
  const { t } = useTranslation(['shared-page', 'layout'])
  return (
    <>
      <a href="#main" className={frameStyles.skip} data-no-print="">
        {t('layout:skip')}
      </a>
      <header className={frameStyles.bar} data-no-print="">
        {title === undefined ? (
          <span className={frameStyles.title} />
        ) : (
          <button type="button" className={frameStyles.title} title={t('toTop')} onClick={toTop}>
            {title}
          </button>
        )}
        {actions}
        <LanguageMenu />
        <ThemeMenu />
      </header>
      <OfflineBanner />
      <main id="main" tabIndex={-1} className={frameStyles.main}>
        {children}
      </main>
    </>
  )
}

/** Shown at a public link that does not exist or has expired. */
function LinkEnded() {
  const { t } = useTranslation('shared-page')
  useTitle(t('ended.title'))
  return (
    <SlimFrame>
      <div className={styles.ended}>
        <LinkIcon data-size="32" />
        <h1>{t('ended.title')}</h1>
        <p>{t('ended.why')}</p>
        <p>{t('ended.next')}</p>
      </div>
    </SlimFrame>
  )
}

/** A page opened by its public link: only the page, without a link to its item. */
export function SharedPage() {
  const { unique_key = '' } = useParams()
  const [answer, ask] = useCachedQuery(sharedPagesAtom, unique_key)
  const again = () => void ask('again')
  if (answer && 'value' in answer) return <SharedText page={answer.value} />
  if (answer && isApiError(answer.error, 'linkGone')) return <LinkEnded />
  return (
    <SlimFrame>
      {answer ? (
        <NotLoaded error={answer.error} onRetry={again} />
      ) : (
        <Loading onRetry={again}>
          <div className={styles.column}>
            <SkeletonText lines={8} />
          </div>
        </Loading>
      )}
    </SlimFrame>
  )
}

const SheetTable = lazyComponent(async () => (await import('#web/features/spreadsheet/view/index.tsx')).SheetTable)

function Head({ page, minutes }: { page: PublicPage; minutes: number | undefined }) {
  const { t } = useTranslation('shared-page')
  const { unique_key = '' } = useParams()
  const { page_title, save_time } = page
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>{page_title}</h1>
      <p className={styles.facts} data-no-print="">
        <time title={exactTime(save_time)}>{t('updated', { time: relativeTime(save_time) })}</time>
        {minutes !== undefined && <span>{t('minutes', { count: minutes })}</span>}
      </p>
      <p className={styles.onPaper}>
        {publicAddress(`/p/${unique_key}`)}
        <br />
        {exactTime(save_time)}
      </p>
    </header>
  )
}

/** The page of a public link: its text, and nothing of the item that contains it. */
function SharedText({ page }: { page: PublicPage }) {
  const { t } = useTranslation(['shared-page', 'outline'])
  const { page_content, page_title } = page
  const isSheet = useMemo(() => isSheetText(page_content), [page_content])
  const text = useMemo(() => bodyText(page_content), [page_content])
  const isApi = useMemo(() => isApiText(page_content), [page_content])
  const isEmpty = text.trim() === ''
  const root = useRef<HTMLElement>(null)
  const [outline, setOutline] = useState<OutlineEntry[]>([])
  const [sheetOpen, setSheetOpen] = useState(false)
  const isWide = useLayout() === 'wide' && !isApi
  const hasOutline = !isEmpty && !isSheet && outline.length > 1
  const takeOutline = useCallback((entries: OutlineEntry[]) => setOutline(visibleOutline(entries)), [])
  const { unique_key = '' } = useParams()
  const described = useMemo(() => ({ unique_key, version: String(page.page_version) }), [unique_key, page.page_version])
  useTitle(page_title)
  const body = () => {
    if (isSheet) return <SheetTable content={page_content} title={page_title} />
    if (isApi) {
      return <ApiReading text={page_content} page={described} onOutline={takeOutline} />
    }
    if (isEmpty) return <EmptyState icon={<PageIcon data-size="32" />} text={t('empty')} />
    return <MarkdownBody text={text} onOutline={(entries) => setOutline(visibleOutline(entries))} />
  }
  const actions = (
    <>
      {hasOutline && !isWide && (
        <IconButton label={t('outline:title')} onClick={() => setSheetOpen(true)}>
          <OutlineIcon />
        </IconButton>
      )}
      <IconButton label={t('print')} onClick={() => window.print()}>
        <PrintIcon />
      </IconButton>
    </>
  )
  return (
    <SlimFrame title={page_title} actions={actions}>
      <article ref={root} className={styles.page} data-outlined={hasOutline || undefined}>
        {page.show_watermark > 0 && <Watermark />}
        <div className={styles.column} data-wide={isSheet || (isApi && 'api') || undefined}>
          <Head page={page} minutes={isEmpty || isSheet || isApi ? undefined : readingMinutes(text)} />
          <LazyBoundary fallback={<Loading />}>{body()}</LazyBoundary>
        </div>
        {hasOutline && isWide && (
          <div className={styles.aside} data-no-print="">
            <Outline entries={outline} root={root} />
          </div>
        )}
      </article>
      {sheetOpen && <OutlineDrawer entries={outline} onClose={() => setSheetOpen(false)} />}
    </SlimFrame>
  )
}

import { type MouseEvent, useDeferredValue, useEffect, useRef, useState } from 'react'
import { NotFound } from '#web/app/not-found/index.tsx'
import { MarkdownBody, type OutlineEntry } from '#web/features/page/markdown/index.tsx'
import { Outline, visibleOutline } from '#web/features/page/outline/index.tsx'
import { boot } from '#web/lib/boot.ts'
import { currentLang, type Lang, useTranslation } from '#web/lib/i18n.ts'
import { useLayout } from '#web/lib/media.ts'
import { queryFamily, useCachedQuery } from '#web/lib/query.ts'
import { href, Link, navigate, useParams, useTitle } from '#web/lib/route.ts'
import { useShortcut } from '#web/lib/shortcuts.ts'
import { ApiItemIcon, BackIcon, ForwardIcon, SearchIcon } from '#web/ui/icons.ts'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { type Chapter, type ChapterId, chapterPath, type GuideTexts, parseChapterId } from './chapters.ts'
import styles from './guide.module.css'
import { readGuide, searchGuide } from './parse-guide.ts'

const resolveUrl = (url: string) => (url.startsWith('/help') ? href(url) : url)

/** Follows links to other chapters without reloading the page. */
const follow = (event: MouseEvent) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const path = link?.getAttribute('href') ?? ''
  if (!path.startsWith(`${boot.base}/help`) || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey)
    return
  event.preventDefault()
  navigate(path.slice(boot.base.length))
}

const load: Record<Lang, () => Promise<{ texts: GuideTexts }>> = {
  en: () => import('./guide-en.ts'),
  zh: () => import('./guide-zh.ts'),
}

/** The chapters of the guide by language. */
const guidesAtom = queryFamily(async (lang): Promise<Chapter[]> => readGuide((await load[lang as Lang]()).texts), 2)

/** The list of chapters, and a search in all of them. */
function GuideNav({ chapters, current }: { chapters: readonly Chapter[]; current: ChapterId }) {
  const { t } = useTranslation('help')
  const [typed, setTyped] = useState('')
  const wanted = useDeferredValue(typed.trim())
  const hits = searchGuide(chapters, wanted)
  useShortcut('/', () => document.querySelector<HTMLInputElement>('[data-guide-search] input')?.focus())
  return (
    <>
      <div data-guide-search="" role="search">
        <TextInput
          type="search"
          icon={<SearchIcon />}
          aria-label={t('searchGuide')}
          placeholder={t('searchGuide')}
          value={typed}
          onValue={setTyped}
          onKeyDown={(event) => event.key === 'Escape' && setTyped('')}
          autoComplete="off"
        />
      </div>
      <p className="visually-hidden" role="status">
        {wanted && t('hits', { count: hits.length })}
      </p>
      {wanted === '' ? (
        <ol className={styles.chapters}>
          {chapters.map(({ id, title }) => (
            <li key={id}>
              <Link href={chapterPath(id)} aria-current={id === current ? 'page' : undefined}>
                {title}
              </Link>
            </li>
          ))}
        </ol>
      ) : (
        <ul className={styles.chapters}>
          {hits.map(({ id, title, heading, anchor, snippet }) => (
            <li key={id + anchor}>
              <Link href={`${chapterPath(id)}?hit=${encodeURIComponent(wanted)}${anchor && `#${anchor}`}`}>
                <strong>{heading || title}</strong>
                {heading && <small>{title}</small>}
                <small>{snippet}</small>
              </Link>
            </li>
          ))}
          {hits.length === 0 && <li className={styles.none}>{t('noHits', { words: wanted })}</li>}
        </ul>
      )}
      <Link href="/help/api" className={styles.api}>
        <ApiItemIcon />
        {t('title')}
      </Link>
    </>
  )
}

function ChapterView({ id, chapters }: { id: ChapterId; chapters: readonly Chapter[] }) {
  const { t } = useTranslation('help')
  const layout = useLayout()
  const root = useRef<HTMLElement>(null)
  const [outline, setOutline] = useState<OutlineEntry[]>([])
  const at = chapters.findIndex((chapter) => chapter.id === id)
  const chapter = chapters[at]
  const before = chapters[at - 1]
  const after = chapters[at + 1]
  useTitle(chapter && `${chapter.title} · ${t('guide')}`)
  useEffect(() => {
    if (id && window.location.hash === '') window.scrollTo(0, 0)
  }, [id])
  if (!chapter) return null
  const isDesktop = layout === 'medium' || layout === 'wide'
  return (
    <div className={styles.guide}>
      {isDesktop && (
        <nav className={styles.side} aria-label={t('guide')} data-no-print="">
          <GuideNav chapters={chapters} current={id} />
        </nav>
      )}
      <article ref={root} className={styles.page} onClickCapture={follow}>
        <div className={styles.column}>
          {!isDesktop && (
            <details className={styles.fold} key={id}>
              <summary>{t('contents')}</summary>
              <GuideNav chapters={chapters} current={id} />
            </details>
          )}
          <h1 className={styles.title}>{chapter.title}</h1>
          <MarkdownBody
            key={currentLang() + id}
            text={chapter.markdown}
            resolveUrl={resolveUrl}
            onOutline={(entries) => setOutline(visibleOutline(entries))}
          />
          <nav className={styles.foot} aria-label={t('neighbours')} data-no-print="">
            {before ? (
              <Link href={chapterPath(before.id)}>
                <BackIcon />
                {before.title}
              </Link>
            ) : (
              <span />
            )}
            {after && (
              <Link href={chapterPath(after.id)}>
                {after.title}
                <ForwardIcon />
              </Link>
            )}
          </nav>
        </div>
        {layout === 'wide' && (
          <div className={styles.aside} data-no-print="">
            {outline.length > 1 && <Outline entries={outline} root={root} />}
          </div>
        )}
      </article>
    </div>
  )
}

/** The product guide: one chapter at a time, with the list of chapters next to it. */
export function Guide() {
  const { t } = useTranslation('help')
  const { chapter } = useParams()
  const id = parseChapterId(chapter)
  const [result, run] = useCachedQuery(guidesAtom, currentLang())
  if (id === undefined) return <NotFound />
  return (
    <QueryBoundary
      result={result}
      onRetry={() => void run('again')}
      failed={t('guideFailed')}
      waiting={
        <div className={styles.column}>
          <SkeletonText lines={8} />
        </div>
      }
    >
      {(chapters) => <ChapterView id={id} chapters={chapters} />}
    </QueryBoundary>
  )
}

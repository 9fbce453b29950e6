import { type MouseEvent, useDeferredValue, useMemo, useRef, useState } from 'react'
import { hashToId } from '#shared/markdown/slug.ts'
import { MarkdownBody, type OutlineEntry } from '#web/features/page/markdown/index.tsx'
import { Outline, OutlineDrawer, visibleOutline } from '#web/features/page/outline/index.tsx'
import { api } from '#web/lib/api.ts'
import { boot } from '#web/lib/boot.ts'
import { currentLang, type Lang, useTranslation } from '#web/lib/i18n.ts'
import { useLayout } from '#web/lib/media.ts'
import { queryFamily, useCachedQuery } from '#web/lib/query.ts'
import { useTitle } from '#web/lib/route.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { OutlineIcon, SearchIcon } from '#web/ui/icons.ts'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { Skeleton, SkeletonText } from '#web/ui/skeleton.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import styles from './api-reference.module.css'
import { filterReference, type Reference, readReference } from './reference.ts'

/** The reference by language. */
const referencesAtom = queryFamily(async (lang, signal): Promise<Reference> => {
  const { markdown, example_site } = await api.help.api({ lang: lang as Lang }, { signal })
  // The examples call this site, so that they can be copied and run.
  return readReference(markdown.replaceAll(example_site, window.location.origin + boot.base))
}, 2)

/** A placeholder while the reference loads. */
function ReferenceWaiting() {
  return (
    <div className={styles.help}>
      <div className={styles.column}>
        <div className={styles.waiting}>
          <Skeleton width={220} height={28} />
          <SkeletonText lines={4} />
          <Skeleton width="36%" height={20} />
          <SkeletonText lines={6} />
        </div>
      </div>
    </div>
  )
}

const setHash = (hash: string, how: 'push' | 'replace') => {
  const address = window.location.pathname + window.location.search + hash
  window.history[how === 'push' ? 'pushState' : 'replaceState'](window.history.state, '', address)
}

/** The filter for endpoint names; it stays visible while scrolling. */
function FilterBar(props: {
  filter: string
  onFilter: (filter: string) => void
  /** Opens the outline when it is not next to the text. */
  onOutline: (() => void) | undefined
}) {
  const { t } = useTranslation(['help', 'outline'])
  const { filter, onFilter, onOutline } = props
  return (
    <div className={styles.bar} role="search" data-no-print="">
      <TextInput
        type="search"
        icon={<SearchIcon />}
        aria-label={t('filter')}
        placeholder={t('filter')}
        value={filter}
        onValue={onFilter}
        onKeyDown={(event) => event.key === 'Escape' && onFilter('')}
        autoComplete="off"
      />
      {onOutline && (
        <IconButton label={t('outline:title')} onClick={onOutline}>
          <OutlineIcon />
        </IconButton>
      )}
    </div>
  )
}

/** The reference with navigation: a filter above, the headings next to it. */
function ReferenceView({ reference }: { reference: Reference }) {
  const { t } = useTranslation('help')
  const layout = useLayout()
  const root = useRef<HTMLElement>(null)
  const [filter, setFilter] = useState('')
  const [outline, setOutline] = useState<OutlineEntry[]>([])
  const [sheetOpen, showSheet] = useState(false)
  const wanted = useDeferredValue(filter)
  const { text, count } = useMemo(() => filterReference(reference, wanted), [reference, wanted])
  const change = (value: string) => {
    setHash('', 'replace') // otherwise each keystroke would scroll back to that heading
    window.scrollTo(0, 0)
    setFilter(value)
  }
  // A link to an endpoint hidden by the filter clears the filter; the complete text then opens at that endpoint.
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null
    const hash = link?.getAttribute('href') ?? ''
    const id = hashToId(hash)
    if (filter === '' || id === undefined || outline.some((entry) => entry.id === id)) return
    setHash(hash, 'push')
    setFilter('')
  }
  return (
    <article ref={root} className={styles.help} onClickCapture={follow}>
      <div className={styles.column}>
        <h1 className={styles.title}>{t('title')}</h1>
        <FilterBar
          filter={filter}
          onFilter={change}
          onOutline={layout === 'wide' ? undefined : () => showSheet(true)}
        />
        <p className="visually-hidden" role="status">
          {wanted.trim() && t('count', { count })}
        </p>
        {count === 0 ? (
          <EmptyState
            icon={<SearchIcon data-size="32" />}
            text={t('none', { filter: wanted })}
            action={<Button onClick={() => change('')}>{t('clear')}</Button>}
          />
        ) : (
          <MarkdownBody
            className={styles.text}
            text={text}
            onOutline={(entries) => setOutline(visibleOutline(entries))}
          />
        )}
      </div>
      {layout === 'wide' && (
        <div className={styles.aside} data-no-print="">
          {count > 0 && <Outline entries={outline} root={root} />}
        </div>
      )}
      {sheetOpen && <OutlineDrawer entries={outline} onClose={() => showSheet(false)} />}
    </article>
  )
}

/** The API reference, in the interface language. */
export function ApiReference() {
  const { t } = useTranslation('help')
  const lang = currentLang()
  const [result, run] = useCachedQuery(referencesAtom, lang)
  useTitle(t('title'))
  return (
    <>
      {result && 'error' in result && <h1 className="visually-hidden">{t('title')}</h1>}
      <QueryBoundary
        result={result}
        onRetry={() => void run('again')}
        failed={t('failed')}
        waiting={<ReferenceWaiting />}
      >
        {(reference) => <ReferenceView key={lang} reference={reference} />}
      </QueryBoundary>
    </>
  )
}

import { type MouseEvent, useDeferredValue, useMemo, useRef, useState } from 'react'
import { hashToId } from '#shared/markdown/slug.ts'
import { MarkdownBody, type OutlineEntry } from '#web/features/page/markdown/index.tsx'
import { Outline, OutlineDrawer, visibleOutline } from '#web/features/page/outline/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { useLayout } from '#web/lib/media.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SearchIcon } from '#web/ui/icons.ts'
import styles from './api-reference.module.css'
import { FilterBar } from './filter-bar.tsx'
import { filterReference, type Reference } from './reference.ts'

const setHash = (hash: string, how: 'push' | 'replace') => {
  const address = window.location.pathname + window.location.search + hash
  window.history[how === 'push' ? 'pushState' : 'replaceState'](window.history.state, '', address)
}

/** The reference with navigation: a filter above, the headings next to it. */
export function ReferenceView({ reference }: { reference: Reference }) {
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

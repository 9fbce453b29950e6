import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import { itemTypes } from '#shared/item-types.ts'
import { type Item, itemPath, TypeIcon } from '#web/features/item/my-items/index.tsx'
import { getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Link } from '#web/lib/route.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SearchIcon } from '#web/ui/icons.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type Hit, hitsByItem, splitAtMarks } from './hits.ts'
import { ItemCards } from './item-cards.tsx'
import styles from './item-list.module.css'
import hitStyles from './page-hits.module.css'
import { endSearchAtom, moreHitsAtom, pageSearchAtom, searchPagesAtom } from './search-atoms.ts'
import { filterItems } from './sort-and-filter.ts'

/** The pause in typing before the pages are searched, in ms. Source: interface guide 4.12. */
const restMs = 120
/** The number of items shown before the pages; the rest on demand. */
const itemsAtFirst = 12

/** A text with highlighted search matches. */
function Highlight({ text, marks }: { text: string; marks: readonly (readonly [number, number])[] }) {
  return splitAtMarks(text, marks).map((piece) =>
    piece.marked ? <mark key={piece.at}>{piece.text}</mark> : <span key={piece.at}>{piece.text}</span>,
  )
}

function HitRow({ hit }: { hit: Hit }) {
  const path = `${itemPath(hit)}/${hit.page_id}${hit.anchor ? `#${hit.anchor}` : ''}`
  const where = [...hit.path.map(({ cat_name }) => cat_name), ...(hit.heading ? [hit.heading] : [])].join(' / ')
  return (
    <li className={hitStyles.hit}>
      <Link href={path} className={hitStyles.link} dir="auto">
        <Highlight text={hit.page_title} marks={hit.title_marks} />
      </Link>
      <span className={hitStyles.where} dir="auto">
        {where}
      </span>
      <span className={hitStyles.time}>{relativeTime(hit.addtime)}</span>
      {hit.snippet && (
        <p className={hitStyles.snippet} dir="auto">
          <Highlight text={hit.snippet} marks={hit.snippet_marks} />
        </p>
      )}
    </li>
  )
}

/** The pages found, grouped by item: each with its path and the text around the match. */
function PageHits({ hits, items }: { hits: readonly Hit[]; items: readonly Item[] }) {
  const { t } = useTranslation('item-list')
  return hitsByItem(hits).map((group) => {
    const item = items.find(({ item_id }) => item_id === group.item_id)
    return (
      <section key={group.item_id} className={hitStyles.group} aria-label={group.item_name}>
        <h3 className={hitStyles.head}>
          <TypeIcon item_type={item?.item_type ?? itemTypes.regular.numbers[0]} />
          <Link href={itemPath(group)} className={hitStyles.name} dir="auto">
            {group.item_name}
          </Link>
          <span className={hitStyles.count}>{t('search.pagesFound', { count: group.hits.length })}</span>
        </h3>
        <ul>
          {group.hits.map((hit) => (
            <HitRow key={hit.page_id} hit={hit} />
          ))}
        </ul>
      </section>
    )
  })
}

/** The search results: matching items by name and description at once, then pages by their text. */
export function SearchResults(props: { items: readonly Item[]; keyword: string; onClear: () => void }) {
  const { items, keyword, onClear } = props
  const { t } = useTranslation('item-list')
  const pages = useAtomValue(pageSearchAtom)
  const [all, setAll] = useState(false)
  const search = useSetAtom(searchPagesAtom)
  const more = useSetAtom(moreHitsAtom)
  const end = useSetAtom(endSearchAtom)
  useEffect(() => {
    const timer = window.setTimeout(() => void search(keyword), restMs)
    return () => window.clearTimeout(timer)
  }, [keyword, search])
  useEffect(() => end, [end])

  const found = useMemo(() => filterItems(items, keyword), [items, keyword])
  const isAnswered = pages.keyword === keyword && !pages.busy
  const isNothing = found.length === 0 && pages.hits.length === 0 && isAnswered && pages.error === undefined
  return (
    <>
      {found.length > 0 && (
        <section className={styles.results} aria-label={t('search.items')}>
          <p className={styles.resultsHead}>
            {t('search.items')} <span>{found.length}</span>
          </p>
          <ItemCards
            items={found.slice(0, all ? found.length : itemsAtFirst)}
            onReorder={undefined}
            onMove={undefined}
          />
          {!all && found.length > itemsAtFirst && (
            <div className={styles.moreItems}>
              <Button size="s" onClick={() => setAll(true)}>
                {t('search.allItems', { count: found.length })}
              </Button>
            </div>
          )}
        </section>
      )}
      {!isNothing && (
        <section className={styles.results} aria-label={t('search.pages')} aria-busy={pages.busy}>
          <p className={styles.resultsHead}>
            {t('search.pages')} {isAnswered && <span>{`${pages.hits.length}${pages.more ? '+' : ''}`}</span>}
          </p>
          {pages.error !== undefined && (
            <LoadError
              text={t('search.failed')}
              message={getErrorMessage(pages.error)}
              requestId={getRequestId(pages.error)}
              onRetry={() => void search(keyword)}
            />
          )}
          <PageHits hits={pages.hits} items={items} />
          {pages.hits.length === 0 && !isAnswered && pages.error === undefined && (
            <div className={styles.blank}>
              <Skeleton width="40%" height={18} />
              <Skeleton width="80%" />
              <Skeleton width="60%" />
            </div>
          )}
          {pages.hits.length === 0 && isAnswered && pages.error === undefined && (
            <p className={styles.noPages}>{t('search.noPages')}</p>
          )}
          {pages.more && (
            <Button busy={pages.busy} onClick={() => void more()}>
              {t('search.more')}
            </Button>
          )}
        </section>
      )}
      {isNothing && (
        <EmptyState
          icon={<SearchIcon data-size="32" />}
          text={t('search.none', { filter: keyword })}
          help={t('search.noneHelp')}
          action={<Button onClick={onClear}>{t('search.clear')}</Button>}
        />
      )}
      <p className="visually-hidden" role="status">
        {isAnswered && t('search.count', { items: found.length, pages: pages.hits.length })}
      </p>
    </>
  )
}

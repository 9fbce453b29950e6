import { itemTypes } from '#shared/item-types.ts'
import { type Item, itemPath, TypeIcon } from '#web/features/item/data/index.tsx'
import { relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Link } from '#web/lib/route.ts'
import { type Hit, hitsByItem, splitAtMarks } from './hits.ts'
import styles from './page-hits.module.css'

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
    <li className={styles.hit}>
      <Link href={path} className={styles.link} dir="auto">
        <Highlight text={hit.page_title} marks={hit.title_marks} />
      </Link>
      <span className={styles.where} dir="auto">
        {where}
      </span>
      <span className={styles.time}>{relativeTime(hit.addtime)}</span>
      {hit.snippet && (
        <p className={styles.snippet} dir="auto">
          <Highlight text={hit.snippet} marks={hit.snippet_marks} />
        </p>
      )}
    </li>
  )
}

/** The pages found, grouped by item: each with its path and the text around the match. */
export function PageHits({ hits, items }: { hits: readonly Hit[]; items: readonly Item[] }) {
  const { t } = useTranslation('item-list')
  return hitsByItem(hits).map((group) => {
    const item = items.find(({ item_id }) => item_id === group.item_id)
    return (
      <section key={group.item_id} className={styles.group} aria-label={group.item_name}>
        <h3 className={styles.head}>
          <TypeIcon item_type={item?.item_type ?? itemTypes.regular.numbers[0]} />
          <Link href={itemPath(group)} className={styles.name} dir="auto">
            {group.item_name}
          </Link>
          <span className={styles.count}>{t('search.pagesFound', { count: group.hits.length })}</span>
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

import { itemPath, TypeIcon } from '#web/features/item/data/index.tsx'
import { getAuthorName } from '#web/lib/display-name.ts'
import { exactTime, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Link } from '#web/lib/route.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Highlight } from '#web/ui/highlight.tsx'
import { catalogPath, hitPath } from './hit-path.ts'
import type { Found, Hit } from './search-atoms.ts'
import styles from './search-screen.module.css'

function PageHit({ hit, words }: { hit: Hit; words: string }) {
  const { t } = useTranslation('search')
  const where = [catalogPath(hit), hit.heading].filter(Boolean).join(' › ')
  return (
    <li>
      <Link href={hitPath(hit, words)} className={styles.hit}>
        <span className={styles.hitTitle}>
          <span>
            <Highlight text={hit.page_title} marks={hit.title_marks} />
          </span>
          {hit.kind === 'code' && <Badge>{t('code')}</Badge>}
        </span>
        {where && <span className={styles.where}>{where}</span>}
        {hit.snippet && (
          <span className={styles.snippet}>
            <Highlight text={hit.snippet} marks={hit.snippet_marks} />
          </span>
        )}
        <span className={styles.meta} title={exactTime(hit.addtime)}>
          {t('by', { name: getAuthorName(hit), time: relativeTime(hit.addtime) })}
        </span>
      </Link>
    </li>
  )
}

/** Groups hits by item; the item of the best hit comes first. */
function byItem(hits: readonly Hit[]): Hit[][] {
  const groups = new Map<string, Hit[]>()
  for (const hit of hits) {
    const group = groups.get(hit.item_id)
    if (group) group.push(hit)
    else groups.set(hit.item_id, [hit])
  }
  return [...groups.values()]
}

/** Shows the results: items by name, then pages grouped by item, the best first. */
export function Results({ found, words }: { found: Found; words: string }) {
  const { t } = useTranslation('search')
  const groups = byItem(found.list)
  return (
    <>
      {found.items.length > 0 && (
        <section>
          <h2 className={styles.group}>{t('found')}</h2>
          <ul>
            {found.items.map((item) => (
              <li key={item.item_id}>
                <Link href={itemPath(item)} className={styles.hit}>
                  <span className={styles.hitTitle}>
                    <TypeIcon item_type={item.item_type} />
                    <span>
                      <Highlight text={item.item_name} marks={item.name_marks} />
                    </span>
                  </span>
                  {item.item_description && <span className={styles.snippet}>{item.item_description}</span>}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {groups.map((hits) => {
        const [first] = hits
        if (!first) return null
        return (
          <section key={first.item_id}>
            <h2 className={styles.group}>
              <Link href={itemPath(first)}>{first.item_name}</Link>
            </h2>
            <ul>
              {hits.map((hit) => (
                <PageHit key={hit.page_id} hit={hit} words={words} />
              ))}
            </ul>
          </section>
        )
      })}
    </>
  )
}

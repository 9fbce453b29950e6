import { useTranslation } from '#web/lib/i18n.ts'
import { ariaShortcut } from '#web/lib/keys.ts'
import { Link } from '#web/lib/route.ts'
import { BackIcon, ForwardIcon } from '#web/ui/icons.ts'
import styles from './page-foot.module.css'
import { neighboursOf, pagePath, useViewedItem } from './viewed-item.ts'

/** Under the text: the pages before and after in reading order. */
export function PageFoot({ page_id }: { page_id: string }) {
  const { t } = useTranslation('viewer')
  const item = useViewedItem()
  const { before, after } = neighboursOf(item.pages, page_id)
  if (!before && !after) return null
  return (
    <nav className={styles.foot} aria-label={t('foot.label')} data-no-print="">
      {before && (
        <Link href={pagePath(item, before.id)} className={styles.link} rel="prev" aria-keyshortcuts={ariaShortcut('[')}>
          <BackIcon />
          <span className={styles.words}>
            <span className={styles.label}>{t('foot.before')}</span>
            <span className={styles.title}>{before.title}</span>
          </span>
        </Link>
      )}
      {after && (
        <Link
          href={pagePath(item, after.id)}
          className={styles.link}
          rel="next"
          data-next=""
          aria-keyshortcuts={ariaShortcut(']')}
        >
          <span className={styles.words}>
            <span className={styles.label}>{t('foot.after')}</span>
            <span className={styles.title}>{after.title}</span>
          </span>
          <ForwardIcon />
        </Link>
      )}
    </nav>
  )
}

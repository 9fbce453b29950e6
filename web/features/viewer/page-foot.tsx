import { exactTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { ariaShortcut } from '#web/lib/keys.ts'
import { authorOf } from '#web/lib/person.ts'
import { Link } from '#web/lib/route.ts'
import { BackIcon, ForwardIcon } from '#web/ui/icons.ts'
import { later } from '#web/ui/later.tsx'
import { OnDemand } from '#web/ui/on-demand.tsx'
import type { Page } from './atoms.ts'
import styles from './page-foot.module.css'
import { neighboursOf, pagePath, useViewedItem } from './viewed-item.ts'

const PageTalk = later(async () => (await import('./page-talk.tsx')).PageTalk)
const PageFiles = later(async () => (await import('./page-files.tsx')).PageFiles)

/** Under the text: its attachments, who wrote it last, what readers say, and the pages before and after in reading order. */
export function PageFoot({ page }: { page: Page }) {
  const { t } = useTranslation('viewer')
  const item = useViewedItem()
  const { page_id, save_time, attachment_count } = page
  const { before, after } = neighboursOf(item.isOnePage ? [] : item.pages, page_id)
  return (
    <footer className={styles.end}>
      {attachment_count > 0 && (
        <OnDemand>
          <PageFiles page={page} />
        </OnDemand>
      )}
      <p className={styles.updated} data-no-print="">
        {t('foot.updated', { user: authorOf(page), time: exactTime(save_time) })}
      </p>
      {(item.allowsComments || item.asksHelpful) && (
        <div
          className={styles.talk}
          data-asks={item.asksHelpful || undefined}
          data-comments={item.allowsComments || undefined}
          data-no-print=""
        >
          <OnDemand>
            <PageTalk page_id={page_id} />
          </OnDemand>
        </div>
      )}
      {(before || after) && (
        <nav className={styles.foot} aria-label={t('foot.label')} data-no-print="">
          {before && (
            <Link
              href={pagePath(item, before.id)}
              className={styles.link}
              rel="prev"
              aria-keyshortcuts={ariaShortcut('[')}
            >
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
      )}
    </footer>
  )
}

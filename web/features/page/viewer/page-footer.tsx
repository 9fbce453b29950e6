import { getAuthorName } from '#web/lib/display-name.ts'
import { exactTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Link } from '#web/lib/route.ts'
import { ariaShortcut } from '#web/lib/shortcuts.ts'
import { BackIcon, ForwardIcon } from '#web/ui/icons.ts'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import type { Page } from './atoms.ts'
import { adjacentPages, pagePath, useCurrentItem } from './current-item.ts'
import styles from './page-footer.module.css'

const PageTalk = lazyComponent(async () => (await import('./page-discussion.tsx')).PageDiscussion)
const PageFiles = lazyComponent(async () => (await import('./page-files.tsx')).PageFiles)

/** Below the text: attachments, last author, readers' feedback, and the previous and next pages in reading order. */
export function PageFooter({ page }: { page: Page }) {
  const { t } = useTranslation('viewer')
  const item = useCurrentItem()
  const { page_id, save_time, attachment_count } = page
  const { before, after } = adjacentPages(item.isOnePage ? [] : item.pages, page_id)
  return (
    <footer className={styles.end}>
      {attachment_count > 0 && (
        <LazyBoundary>
          <PageFiles page={page} />
        </LazyBoundary>
      )}
      <p className={styles.updated} data-no-print="">
        {t('foot.updated', { user: getAuthorName(page), time: exactTime(save_time) })}
      </p>
      {(item.allowsComments || item.asksHelpful) && (
        <div
          className={styles.talk}
          data-asks={item.asksHelpful || undefined}
          data-comments={item.allowsComments || undefined}
          data-no-print=""
        >
          <LazyBoundary>
            <PageTalk page_id={page_id} />
          </LazyBoundary>
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

import { useTranslation } from '#web/lib/i18n.ts'
import { Badge } from '#web/ui/badge.tsx'
import styles from '../page-helpers.module.css'
import { HelperPreview } from '../split-pane.tsx'
import type { CommentPage } from './comments-atoms.ts'

/** Shows the pages that comments describe, and the text of the selected one. */
export function CommentPages(props: {
  pages: readonly CommentPage[] | undefined
  chosen: number
  onChoose: (at: number) => void
}) {
  const { pages, chosen, onChoose } = props
  const { t } = useTranslation('page-helpers')
  const current = pages?.[chosen]
  return (
    <>
      <HelperPreview
        markdown={current?.page_content ?? ''}
        empty={t(current ? 'comments.noAddress' : 'comments.empty')}
      />
      {pages && (
        <ul className={styles.found} aria-label={t('comments.pages')}>
          {pages.map(({ page_title, catalog, is_there, at }) => (
            <li key={at}>
              <button type="button" className={styles.option} aria-pressed={at === chosen} onClick={() => onChoose(at)}>
                <span className={styles.words}>
                  {page_title}
                  {catalog && <span className={styles.hint}>{catalog.split('/').join(' / ')}</span>}
                </span>
                {is_there && <Badge tone="warn">{t('comments.isThere')}</Badge>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

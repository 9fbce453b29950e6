import { formatCount } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { IconButton } from './icon-button.tsx'
import { ChevronRightIcon } from './icons.ts'
import { getPageNumbers } from './page-numbers.ts'
import styles from './pagination.module.css'

/** Shows the range and total of rows and the links to other pages; renders nothing if all rows fit on one page. */
export function Pagination(props: {
  /** From 1. */
  page: number
  pageSize: number
  total: number
  onPage: (page: number) => void
}) {
  const { page, pageSize, total, onPage } = props
  const { t } = useTranslation('ui')
  const pages = Math.ceil(total / pageSize)
  if (pages <= 1 && page <= 1) return null
  const first = (page - 1) * pageSize + 1
  const shown = { first: formatCount(first), last: formatCount(Math.min(total, page * pageSize)) }
  return (
    <nav className={styles.pager} aria-label={t('pager.label')}>
      <span className={styles.shown} role="status">
        {first > total ? t('pager.beyond') : t('pager.shown', { ...shown, total: formatCount(total) })}
      </span>
      <IconButton size="s" label={t('pager.previous')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <span className={styles.back}>
          <ChevronRightIcon />
        </span>
      </IconButton>
      <ol className={styles.numbers}>
        {getPageNumbers(page, pages).map((number) => (
          <li key={number}>
            {typeof number === 'number' ? (
              <button
                type="button"
                className={styles.number}
                aria-label={t('pager.page', { page: formatCount(number) })}
                aria-current={number === page ? 'page' : undefined}
                onClick={() => onPage(number)}
              >
                {formatCount(number)}
              </button>
            ) : (
              <span className={styles.gap}>…</span>
            )}
          </li>
        ))}
      </ol>
      <IconButton size="s" label={t('pager.next')} disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <ChevronRightIcon />
      </IconButton>
    </nav>
  )
}

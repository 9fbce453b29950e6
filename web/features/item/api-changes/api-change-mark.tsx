import { useState } from 'react'
import { api } from '#web/lib/api.ts'
import { shortDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryValue, useFetch } from '#web/lib/query.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import styles from './api-changes.module.css'
import { levelCounts, levelTones } from './entries.ts'

const ApiChangesDialog = lazyComponent(async () => (await import('./api-changes-dialog.tsx')).ApiChangesDialog)

/** Says on an API page that it is new, or when its API changed last and how much: a link to the changes. */
export function ApiChangeMark(props: {
  item: { item_id: string; item_name: string; item_domain: string }
  page_id: string
  page_version: string
  page_title: string
}) {
  const { item, page_id, page_version, page_title } = props
  const { t } = useTranslation('api-reading')
  const [isOpen, setOpen] = useState(false)
  // a mark that cannot be fetched is missing: the page is what the reader came for
  const [read] = useFetch(`${page_id} ${page_version}`, (signal) => api.apiChange.ofPage({ page_id }, { signal }))
  const mark = queryValue(read)
  if (!mark || mark.total === 0) return null
  const [worst] = levelCounts(mark)
  const isPlainNew = mark.is_new && mark.total === 1
  return (
    <div className={styles.mark} data-no-print="">
      {mark.is_new && <Badge tone="accent">{t('changes.new')}</Badge>}
      {!isPlainNew && worst && (
        <button type="button" className={styles.markText} onClick={() => setOpen(true)}>
          <Badge tone={levelTones[worst.level]}>{t(`changes.count.${worst.level}`, { count: worst.count })}</Badge>
          {t('changes.changed', { day: shortDate(mark.last_time) })}
        </button>
      )}
      {isOpen && (
        <LazyBoundary>
          <ApiChangesDialog item={item} page={{ page_id, page_title }} onClose={() => setOpen(false)} />
        </LazyBoundary>
      )}
    </div>
  )
}

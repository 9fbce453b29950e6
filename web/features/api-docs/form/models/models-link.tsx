import { api } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryValue, useFetch } from '#web/lib/query.ts'
import { Link } from '#web/lib/route.ts'
import { DatabaseIcon } from '#web/ui/reading-icons.ts'
import { modelPath } from './model-path.ts'
import styles from './models.module.css'

/** Below the tree of an item: leads to its models. Nothing for an item without any. */
export function ModelsLink(props: {
  item: { item_id: string; ref: string }
  /** Whether the models are shown. */
  isCurrent: boolean
  onPick: (() => void) | undefined
}) {
  const { item, isCurrent, onPick } = props
  const { t } = useTranslation('api-reading')
  const [read] = useFetch(item.item_id, (signal) =>
    api.apiReference.models({ item_id: item.item_id, only_count: true }, { signal }),
  )
  const total = queryValue(read)?.total ?? 0
  if (total === 0) return null
  return (
    <Link
      href={modelPath(item.ref)}
      className={styles.entry}
      aria-current={isCurrent ? 'page' : undefined}
      {...(onPick && { onClick: onPick })}
    >
      <DatabaseIcon />
      <span>{t('models.title')}</span>
      <span className={styles.number}>{total}</span>
    </Link>
  )
}

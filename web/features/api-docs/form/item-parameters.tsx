import { getActiveRows } from '#shared/api-doc/api-doc.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryValue, useCachedQuery } from '#web/lib/query.ts'
import { useApiEdit } from './edit-context.ts'
import styles from './form.module.css'
import { itemParamsAtom } from './params-atoms.ts'

const partOf = { query: 'query', header: 'header', cookie: 'cookies', body: 'body' } as const

/** The parameters that the item adds to a part of each request. */
export function ItemParameters({ part }: { part: keyof typeof partOf }) {
  const { t } = useTranslation('api-page')
  const { item_id, source } = useApiEdit()
  const [params] = useCachedQuery(itemParamsAtom, String(item_id))
  const rows = getActiveRows(queryValue(params)?.[partOf[part]] ?? [])
  const isSent = part !== 'query' || source.doc.method.toLowerCase() === 'get' || source.doc.type !== 'api'
  if (rows.length === 0 || !isSent) return null
  return (
    <div className={styles.fromItem}>
      <p>{t('params.alsoSent')}</p>
      <ul>
        {rows.map(({ name, value }) => (
          <li key={name}>
            <span>{name}</span>
            <span>{value}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

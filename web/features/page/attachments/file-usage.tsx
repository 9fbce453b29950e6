import { useTranslation } from '#web/lib/i18n.ts'
import { Link } from '#web/lib/route.ts'
import styles from './attachment.module.css'
import type { OwnFile } from './files.ts'

/** The number of pages that use a file, linked to the first that lists it. */
export function FileUsage({ file }: { file: OwnFile }) {
  const { t } = useTranslation('attachment')
  if (file.page_count === 0) return <span className={styles.unused}>{t('unused')}</span>
  const words = t('onPages', { count: file.page_count })
  return file.page_id > 0 ? (
    <Link href={`/page/${file.page_id}`} className={styles.link}>
      {words}
    </Link>
  ) : (
    <span className={styles.time}>{words}</span>
  )
}

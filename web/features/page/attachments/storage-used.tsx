import { useAtomValue } from 'jotai'
import { fileSize } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { filesAtom } from './atoms.ts'
import styles from './attachment.module.css'

const mb = 1024 * 1024

/** The total size of the current user's files, and this month's download traffic. */
export function StorageUsed({ files }: { files: ReturnType<typeof filesAtom> }) {
  const { t } = useTranslation('attachment')
  const read = useAtomValue(files)
  if ('error' in read) return null
  const used = fileSize(read.used)
  return (
    <span className={styles.used}>
      <span>
        {read.quota_m > 0 ? t('used.of', { used, quota: fileSize(read.quota_m * mb) }) : t('used.all', { used })}
      </span>
      <span>{t('used.traffic', { traffic: fileSize(read.used_flow_m * mb) })}</span>
    </span>
  )
}

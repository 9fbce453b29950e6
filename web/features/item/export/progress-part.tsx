import type { Transfer } from '#web/features/jobs/index.tsx'
import { fileSize } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Progress } from '#web/ui/progress.tsx'
import styles from './export.module.css'

/** Progress of an export, or its outcome. */
export function ProgressPart({ transfer }: { transfer: Transfer }) {
  const { t } = useTranslation('export')
  const { state, received, size, file_name, reason, cancel } = transfer
  if (state === 'running') {
    const label =
      received === 0 ? t('running.making') : t('running.received', { size: fileSize(received), whole: fileSize(size) })
    return (
      <div className={styles.running}>
        <Progress label={label} value={received} {...(received > 0 && size > 0 && { max: size })} onCancel={cancel} />
        <p className={styles.hint}>{t('running.goesOn')}</p>
      </div>
    )
  }
  if (state === 'done') return <Banner tone="ok">{t('result.done', { name: file_name, size: fileSize(size) })}</Banner>
  if (state === 'failed') return <Banner tone="danger">{`${t('result.failed')} ${reason}`}</Banner>
  return <Banner>{t('result.cancelled')}</Banner>
}

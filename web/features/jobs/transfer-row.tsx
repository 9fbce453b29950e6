import { exactTime, fileSize, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Progress } from '#web/ui/progress.tsx'
import styles from './job-drawer.module.css'
import type { Transfer } from './transfers.ts'

const tones: Record<Transfer['state'], BadgeTone> = {
  running: 'info',
  done: 'ok',
  failed: 'danger',
  cancelled: 'neutral',
}

/** Row with an export: progress and a cancel button, or its outcome and a button to save the file again. */
export function TransferRow({ transfer }: { transfer: Transfer }) {
  const { t } = useTranslation('job')
  const { title, state, received, size, file_name, reason, addtime, cancel, save } = transfer
  const label = received > 0 ? t('export.received', { size: fileSize(received) }) : t('export.making')
  return (
    <li className={styles.job}>
      <div className={styles.head}>
        <span className={styles.name}>{t('export.title', { title })}</span>
        <Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>
      </div>
      {state === 'running' && (
        <Progress label={label} value={received} {...(size > 0 && { max: size })} onCancel={cancel} />
      )}
      {state === 'failed' && <p className={styles.error}>{reason}</p>}
      {state === 'done' && <p className={styles.note}>{t('export.file', { name: file_name, size: fileSize(size) })}</p>}
      <div className={styles.foot}>
        <span className={styles.note} title={exactTime(addtime)}>
          {relativeTime(addtime)}
        </span>
        {save && (
          <Button size="s" onClick={save}>
            {t('export.again')}
          </Button>
        )}
      </div>
    </li>
  )
}

import { useAtomValue, useSetAtom } from 'jotai'
import { exactTime, fileSize, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ImportIcon } from '#web/ui/icons.ts'
import { Progress } from '#web/ui/progress.tsx'
import { jobsAtom, openJobsAtom } from './atoms.ts'
import styles from './job-drawer.module.css'
import { JobRow } from './job-row.tsx'
import { type Transfer, transfersAtom } from './transfers.ts'

const tones: Record<Transfer['state'], BadgeTone> = {
  running: 'info',
  done: 'ok',
  failed: 'danger',
  cancelled: 'neutral',
}

/** Row with an export: progress and a cancel button, or its outcome and a button to save the file again. */
function TransferRow({ transfer }: { transfer: Transfer }) {
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

/** Drawer with the user's imports of the last day and the exports of this window: their progress and outcome. */
export function JobDrawer() {
  const { t } = useTranslation('job')
  const jobs = useAtomValue(jobsAtom)
  const transfers = useAtomValue(transfersAtom)
  const openJobs = useSetAtom(openJobsAtom)
  const close = () => openJobs(false)
  return (
    <Drawer open onClose={close} title={t('title')}>
      {jobs.length + transfers.length === 0 && <EmptyState icon={<ImportIcon data-size="32" />} text={t('none')} />}
      <ul className={styles.list}>
        {transfers.map((transfer) => (
          <TransferRow key={transfer.id} transfer={transfer} />
        ))}
        {jobs.map((job) => (
          <JobRow key={job.job_id} job={job} onLeave={close} />
        ))}
      </ul>
    </Drawer>
  )
}

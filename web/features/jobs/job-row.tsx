import { useSetAtom } from 'jotai'
import { exactTime, fileSize, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText } from '#web/lib/lazy-text.ts'
import { navigate } from '#web/lib/route.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { toast } from '#web/ui/toast.ts'
import { cancelJobAtom } from './atoms.ts'
import styles from './job-drawer.module.css'
import { downloadJobFile } from './job-file.ts'
import type { Job } from './jobs.ts'

const tones: Record<Job['state'], BadgeTone> = {
  checked: 'neutral',
  running: 'info',
  done: 'ok',
  failed: 'danger',
  cancelled: 'neutral',
}

/** Row with a job: progress and a cancel button, or its outcome and a link to its item. */
export function JobRow({ job, onLeave }: { job: Job; onLeave: () => void }) {
  const { t } = useTranslation('job')
  const cancelJob = useSetAtom(cancelJobAtom)
  const cancel = async () => {
    try {
      await cancelJob(job.job_id)
    } catch (error) {
      toast.error(errorText(error))
    }
  }
  const isExport = job.kind === 'export'
  const isSite = job.kind === 'showdoc' || job.kind === 'showdocCheck'
  const counted = job.total > 0 ? t('pages', { done: job.done, count: job.total }) : t('starting')
  const label = isSite ? t('percent', { percent: job.done }) : counted
  const open = () => {
    onLeave()
    navigate(`/${job.item_id}`)
  }
  return (
    <li className={styles.job}>
      <div className={styles.head}>
        <span className={styles.name}>
          {t(isExport ? 'export.title' : isSite ? (job.kind as 'showdoc') : 'import', { title: job.title })}
        </span>
        <Badge tone={tones[job.state]}>{t(`state.${job.state}`)}</Badge>
      </div>
      {job.state === 'running' && (
        <Progress label={label} value={job.done} max={job.total} onCancel={() => void cancel()} />
      )}
      {job.state === 'failed' && <p className={styles.error}>{job.error_message}</p>}
      {job.state === 'cancelled' && <p className={styles.note}>{t(isExport ? 'export.noFile' : 'nothingKept')}</p>}
      {job.file_name !== '' && (
        <p className={styles.note}>{t('export.file', { name: job.file_name, size: fileSize(job.file_bytes) })}</p>
      )}
      {job.note_count > 0 && <p className={styles.note}>{t('export.notes', { count: job.note_count })}</p>}
      <div className={styles.foot}>
        <span className={styles.note} title={exactTime(job.addtime)}>
          {relativeTime(job.addtime)}
        </span>
        {job.file_name !== '' && (
          <Button size="s" onClick={() => downloadJobFile(job)}>
            {t('export.download')}
          </Button>
        )}
        {job.state === 'done' && job.item_id > 0 && !isExport && (
          <Button size="s" onClick={open}>
            {t('open')}
          </Button>
        )}
      </div>
    </li>
  )
}

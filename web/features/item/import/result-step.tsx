import { useAtomValue, useSetAtom } from 'jotai'
import { cancelJobAtom, jobsAtom, jobsErrorAtom } from '#web/features/jobs/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { joinSentences } from '#web/lib/join-sentences.ts'
import { errorText } from '#web/lib/lazy-text.ts'
import { navigate } from '#web/lib/route.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { toast } from '#web/ui/toast.ts'
import { restartImportAtom } from './atoms.ts'
import styles from './import.module.css'

/** Step 3: the progress of the import, then its result. It continues when the dialog is closed. */
export function ResultStep({ job_id, title, onClose }: { job_id: string; title: string; onClose: () => void }) {
  const { t } = useTranslation('import')
  const job = useAtomValue(jobsAtom).find((one) => one.job_id === job_id)
  const failure = useAtomValue(jobsErrorAtom)
  const cancelJob = useSetAtom(cancelJobAtom)
  const askForFile = useSetAtom(restartImportAtom)
  const cancel = () => cancelJob(job_id).catch((error) => toast.error(errorText(error)))
  const open = () => {
    onClose()
    if (job) navigate(`/${job.item_id}`)
  }
  if (!job || job.state === 'running' || job.state === 'checked') {
    return (
      <>
        <div className={styles.wait}>
          <Progress
            label={t('result.running', { done: job?.done ?? 0, count: job?.total ?? 0 })}
            value={job?.done ?? 0}
            {...(job && { max: job.total })}
            onCancel={() => void cancel()}
          />
        </div>
        {failure !== undefined && <Banner tone="warn">{t('result.unknown')}</Banner>}
        <div className={styles.buttons}>
          <span className={styles.hint}>{t('result.goesOn')}</span>
          <Button onClick={onClose}>{t('result.close')}</Button>
        </div>
      </>
    )
  }
  const isDone = job.state === 'done'
  return (
    <>
      <Banner tone={isDone ? 'ok' : job.state === 'failed' ? 'danger' : 'neutral'}>
        {isDone && t('result.done', { title, count: job.total })}
        {job.state === 'failed' && joinSentences([t('result.failed'), job.error_message])}
        {job.state === 'cancelled' && t('result.cancelled')}
      </Banner>
      <div className={styles.buttons}>
        <Button variant="ghost" onClick={() => askForFile()}>
          {t('file.another')}
        </Button>
        <span className={styles.right}>
          <Button onClick={onClose}>{t('result.close')}</Button>
          {isDone && (
            <Button variant="primary" autoFocus onClick={open}>
              {t('result.open')}
            </Button>
          )}
        </span>
      </div>
    </>
  )
}

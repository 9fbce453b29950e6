import i18next from 'i18next'
import { currentPath, navigate } from '#web/lib/route.ts'
import { said } from '#web/lib/said.ts'
import { toast } from '#web/ui/toast.ts'
import type { Job } from './jobs.ts'

/** Tells in a short message how a job has ended. */
export function toastJob(job: Job): void {
  if (job.state === 'failed')
    toast.error(said(() => i18next.t('job:failed', { title: job.title, reason: job.error_message })))
  else if (job.state === 'cancelled') toast.info(said(() => i18next.t('job:cancelled', { title: job.title })))
  else {
    const path = `/${job.item_id}`
    const isThere = currentPath().startsWith(path)
    const action = { label: said(() => i18next.t('job:open')), run: () => navigate(path) }
    toast.ok(
      said(() => i18next.t('job:done', { title: job.title })),
      isThere ? {} : { action },
    )
  }
}

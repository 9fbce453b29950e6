import i18next from 'i18next'
import { localized } from '#web/lib/lazy-text.ts'
import { currentPath, navigate } from '#web/lib/route.ts'
import { toast } from '#web/ui/toast.ts'
import type { Job } from './jobs.ts'

/** Shows a toast with the outcome of a job. */
export function toastJob(job: Job): void {
  if (job.state === 'failed')
    toast.error(localized(() => i18next.t('job:failed', { title: job.title, reason: job.error_message })))
  else if (job.state === 'cancelled') toast.info(localized(() => i18next.t('job:cancelled', { title: job.title })))
  else {
    const path = `/${job.item_id}`
    const isThere = currentPath().startsWith(path)
    const action = { label: localized(() => i18next.t('job:open')), run: () => navigate(path) }
    toast.ok(
      localized(() => i18next.t('job:done', { title: job.title })),
      isThere ? {} : { action },
    )
  }
}

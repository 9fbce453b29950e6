import i18next from 'i18next'
import { localized } from '#web/lib/lazy-text.ts'
import { currentPath, navigate } from '#web/lib/route.ts'
import { toast } from '#web/ui/toast.ts'
import { downloadJobFile } from './job-file.ts'
import type { Job } from './jobs.ts'

/** Shows a toast with the outcome of a job. */
export function toastJob(job: Job): void {
  const { title, error_message: reason } = job
  const isExport = job.kind === 'export'
  if (job.state === 'failed')
    toast.error(localized(() => i18next.t(isExport ? 'job:export.failed' : 'job:failed', { title, reason })))
  else if (job.state === 'cancelled')
    toast.info(localized(() => i18next.t(isExport ? 'job:export.cancelled' : 'job:cancelled', { title })))
  else if (isExport)
    toast.ok(
      localized(() => i18next.t('job:export.done', { title })),
      { action: { label: localized(() => i18next.t('job:export.download')), run: () => downloadJobFile(job) } },
    )
  else if (job.item_id === 0) {
    const text = job.kind === 'showdocCheck' ? 'job:checkDone' : 'job:done'
    toast.ok(localized(() => i18next.t(text, { title: job.title })))
  } else {
    const path = `/${job.item_id}`
    const isThere = currentPath().startsWith(path)
    const action = { label: localized(() => i18next.t('job:open')), run: () => navigate(path) }
    toast.ok(
      localized(() => i18next.t('job:done', { title: job.title })),
      isThere ? {} : { action },
    )
  }
}

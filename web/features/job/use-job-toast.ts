import i18next from 'i18next'
import { useTranslation } from '#web/lib/i18n.ts'
import { currentPath, navigate } from '#web/lib/route.ts'
import { said } from '#web/lib/said.ts'
import { toast } from '#web/ui/toast.ts'
import type { Job } from './jobs.ts'

/** A function that tells in a short message how a job has ended. */
export function useJobToast(): (job: Job) => void {
  const { t } = useTranslation('job')
  return (job) => {
    if (job.state === 'failed')
      toast.error(said(() => i18next.t('job:failed', { title: job.title, reason: job.error_message })))
    else if (job.state === 'cancelled') toast.info(t('cancelled', { title: job.title }))
    else {
      const path = `/${job.item_id}`
      const isThere = currentPath().startsWith(path)
      const action = { label: t('open'), run: () => navigate(path) }
      toast.ok(t('done', { title: job.title }), isThere ? {} : { action })
    }
  }
}

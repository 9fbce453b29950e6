import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { userAtom } from '#web/features/account/session/index.tsx'
import { loadDeferredMessages } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { usePoll } from '#web/lib/poll.ts'
import { currentPath, navigate } from '#web/lib/route.ts'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import { toast } from '#web/ui/toast.ts'
import { forgetJobsAtom, isWorkingAtom, jobDrawerAtom, reloadJobsAtom } from './atoms.ts'
import { downloadJobFile, type Job } from './jobs.ts'

const JobDrawer = lazyComponent(async () => (await import('./job-drawer.tsx')).JobDrawer)

/** Polling interval for running jobs, in ms. */
const everyMs = 700
/** Delay before a freshly loaded page looks for running jobs, in ms. */
const firstMs = 1200

/** Shows a toast with the outcome of a job. */
function toastJob(job: Job): void {
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

/** Polls the current user's jobs on all screens, and notifies when one has ended. Render it once. */
export function JobHost() {
  const user = useAtomValue(userAtom)
  const working = useAtomValue(isWorkingAtom)
  const open = useAtomValue(jobDrawerAtom)
  const reload = useSetAtom(reloadJobsAtom)
  const forget = useSetAtom(forgetJobsAtom)
  const [requestedJob, setRequestedJob] = useState<typeof user>()
  const isNew = requestedJob !== user
  const ask = async () => {
    setRequestedJob(user)
    const ended = await reload()
    if (ended.length > 0) await loadDeferredMessages()
    for (const job of ended) toastJob(job)
  }
  usePoll(ask, {
    everyMs: isNew ? firstMs : everyMs,
    enabled: !!user && (isNew || working),
  })
  useEffect(() => {
    if (open && user) void reload().catch(() => undefined)
  }, [open, user, reload])
  useEffect(() => {
    if (user === null) forget()
  }, [user, forget])
  if (!user || !open) return null
  return (
    <LazyBoundary>
      <JobDrawer />
    </LazyBoundary>
  )
}

import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { userAtom } from '#web/features/account/session/index.tsx'
import { loadDeferredMessages } from '#web/lib/i18n.ts'
import { usePoll } from '#web/lib/poll.ts'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import { forgetJobsAtom, isWorkingAtom, jobDrawerAtom, reloadJobsAtom } from './atoms.ts'

const JobDrawer = lazyComponent(async () => (await import('./job-drawer.tsx')).JobDrawer)

/** Polling interval for running jobs, in ms. */
const everyMs = 700
/** Delay before a freshly loaded page looks for running jobs, in ms. */
const firstMs = 1200

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
    if (ended.length === 0) return
    const [{ toastJob }] = await Promise.all([import('./job-toast.ts'), loadDeferredMessages()])
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

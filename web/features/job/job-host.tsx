import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { userAtom } from '#web/features/session/index.tsx'
import { usePoll } from '#web/lib/poll.ts'
import { later } from '#web/ui/later.tsx'
import { OnDemand } from '#web/ui/on-demand.tsx'
import { forgetJobsAtom, isWorkingAtom, jobDrawerAtom, reloadJobsAtom } from './atoms.ts'
import { toastJob } from './job-toast.ts'
import type { Job } from './jobs.ts'

const JobDrawer = later(async () => (await import('./job-drawer.tsx')).JobDrawer)

/** How often running jobs are asked for, in ms. */
const everyMs = 700
/** When a fresh page looks for jobs that go on, in ms. */
const firstMs = 1200

/** Follows the jobs of the current user over all screens, and tells when one has ended. Stands once. */
export function JobHost() {
  const user = useAtomValue(userAtom)
  const working = useAtomValue(isWorkingAtom)
  const open = useAtomValue(jobDrawerAtom)
  const reload = useSetAtom(reloadJobsAtom)
  const forget = useSetAtom(forgetJobsAtom)
  const [askedFor, setAskedFor] = useState<string>()
  const uid = user?.uid
  const ask = async () => {
    setAskedFor(uid)
    const ended: Job[] = await reload()
    for (const job of ended) toastJob(job)
  }
  usePoll(ask, { everyMs, enabled: uid !== undefined && working })
  usePoll(ask, { everyMs: firstMs, enabled: uid !== undefined && askedFor !== uid })
  useEffect(() => {
    if (open && uid !== undefined) void reload().catch(() => undefined)
  }, [open, uid, reload])
  useEffect(() => {
    if (user === null) forget()
  }, [user, forget])
  if (!user || !open) return null
  return (
    <OnDemand>
      <JobDrawer />
    </OnDemand>
  )
}

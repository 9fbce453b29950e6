import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { userAtom } from '#web/features/session/index.tsx'
import { isRefusal } from '#web/lib/api.ts'
import { usePoll } from '#web/lib/poll.ts'
import { later } from '#web/ui/later.tsx'
import { OnDemand } from '#web/ui/on-demand.tsx'
import { forgetJobsAtom, isWorkingAtom, jobDrawerAtom, reloadJobsAtom } from './atoms.ts'
import { toastJob } from './job-toast.ts'

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
  const [signedOut, setSignedOut] = useState<unknown>()
  const uid = user?.uid
  const ask = async () => {
    setAskedFor(uid)
    try {
      for (const job of await reload()) toastJob(job)
    } catch (error) {
      // to ask on would ask for the sign-in again and again
      if (isRefusal(error, 'notLoggedIn')) setSignedOut(user)
    }
  }
  const isNew = askedFor !== uid
  usePoll(ask, {
    everyMs: isNew ? firstMs : everyMs,
    enabled: uid !== undefined && user !== signedOut && (isNew || working),
  })
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

import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { type ComponentType, useEffect } from 'react'
import { onNotLoggedIn } from '#web/lib/api.ts'
import { currentPath, navigate, signInPath } from '#web/lib/route.ts'
import { onStoredElsewhere } from '#web/lib/storage.ts'
import { listUnsaved } from '#web/lib/unsaved.ts'
import { later } from '#web/ui/later.tsx'
import { OnDemand } from '#web/ui/on-demand.tsx'
import { refreshSessionAtom, sessionEndedAtom, sessionKey, userAtom } from './atoms.ts'

const SessionEnded = later(async () => (await import('./session-ended.tsx')).SessionEnded)

const toSignIn = () => {
  const path = currentPath()
  if (path.startsWith('/user/') || path.includes('redirect=')) return
  navigate(signInPath(), { replace: true })
}

/**
 * Watches for the end of the session: leads to the sign-in page, or asks over the page while a text is unsaved.
 *
 * @param form the sign-in form for that dialog; without one it offers a new tab
 */
export function SessionGuard({ form }: { form?: ComponentType<{ onDone: () => void }> }) {
  const [ended, setEnded] = useAtom(sessionEndedAtom)
  const refresh = useSetAtom(refreshSessionAtom)
  const user = useAtomValue(userAtom)
  useEffect(() => onNotLoggedIn(() => (listUnsaved().length > 0 ? setEnded(true) : toSignIn())), [setEnded])
  useEffect(() => onStoredElsewhere(sessionKey, refresh), [refresh])
  useEffect(() => {
    if (user) setEnded(false) // signed in again, perhaps in another tab
  }, [user, setEnded])
  if (!ended) return null
  const done = () => {
    refresh()
    setEnded(false)
  }
  return (
    <OnDemand>
      <SessionEnded {...(form && { form })} onDone={done} onClose={() => setEnded(false)} />
    </OnDemand>
  )
}

import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { type ComponentType, useEffect, useRef } from 'react'
import { onNotLoggedIn } from '#web/lib/api.ts'
import { isDialogOpen } from '#web/lib/is-dialog-open.ts'
import { currentPath, navigate, signInPath } from '#web/lib/route.ts'
import { onStoredElsewhere } from '#web/lib/storage.ts'
import { listUnsaved } from '#web/lib/unsaved.ts'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import { refreshSessionAtom, sessionEndedAtom, sessionKey, userAtom } from './atoms.ts'

const SessionEnded = lazyComponent(async () => (await import('./session-ended.tsx')).SessionEnded)

/**
 * Returns whether replacing the screen would lose input: an unsaved text, an open dialog, or input in progress that is
 * not yet a text, such as in a spreadsheet cell (`data-writing`).
 */
const isBusy = () => listUnsaved().length > 0 || isDialogOpen() || document.querySelector('[data-writing]') !== null

/**
 * Watches for the end of the session. Redirects to the sign-in page, or opens a dialog over the page if a text is
 * unsaved or a dialog is open.
 *
 * @param form the sign-in form for that dialog; without one it offers a new tab
 */
export function SessionGuard({ form }: { form?: ComponentType<{ onDone: () => void }> }) {
  const [ended, setEnded] = useAtom(sessionEndedAtom)
  const refresh = useSetAtom(refreshSessionAtom)
  const user = useAtomValue(userAtom)
  const isPutOff = useRef(false)
  useEffect(
    () =>
      onNotLoggedIn((isBackground) => {
        if (isPutOff.current && isBackground) return
        if (isBusy()) return setEnded(true)
        if (/^\/user\/(?!setting)|redirect=/.test(currentPath())) return
        refresh() // otherwise the sign-in page redirects the user straight back
        navigate(signInPath(), { replace: true })
      }),
    [refresh, setEnded],
  )
  useEffect(() => onStoredElsewhere(sessionKey, refresh), [refresh])
  useEffect(() => {
    if (!user) return
    isPutOff.current = false // signed in again, perhaps in another tab
    setEnded(false)
  }, [user, setEnded])
  if (!ended) return null
  const done = () => {
    refresh()
    setEnded(false)
  }
  const putOff = () => {
    isPutOff.current = true
    setEnded(false)
  }
  return (
    <LazyBoundary>
      <SessionEnded {...(form && { form })} onDone={done} onClose={putOff} />
    </LazyBoundary>
  )
}

import { useSetAtom } from 'jotai'
import { errorText, type LocalizedText } from '#web/lib/lazy-text.ts'
import { navigate } from '#web/lib/route.ts'
import { toast } from '#web/ui/toast.ts'
import { signOutAtom } from './atoms.ts'

/** What signs out and leads to the start, or to where the service that people sign in with ends its session. */
export function useSignOut(): (done: LocalizedText) => Promise<void> {
  const signOut = useSetAtom(signOutAtom)
  return async (done) => {
    try {
      const elsewhere = await signOut()
      if (elsewhere) return window.location.assign(elsewhere)
      navigate('/')
      toast.clear()
      toast.ok(done)
    } catch (error) {
      toast.error(errorText(error))
    }
  }
}

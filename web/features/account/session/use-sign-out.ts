import { useSetAtom } from 'jotai'
import { errorText, type LocalizedText } from '#web/lib/lazy-text.ts'
import { navigate } from '#web/lib/route.ts'
import { toast } from '#web/ui/toast.ts'
import { signOutAtom } from './atoms.ts'

/**
 * Returns a function that signs out and goes to the start page, or to the logout URL of the single sign-on provider.
 */
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

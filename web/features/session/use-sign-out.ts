import { useSetAtom } from 'jotai'
import { navigate } from '#web/lib/route.ts'
import { type Said, saidOf } from '#web/lib/said.ts'
import { toast } from '#web/ui/toast.ts'
import { signOutAtom } from './atoms.ts'

/** What signs out and leads to the start, or to where the service that people sign in with ends its session. */
export function useSignOut(): (done: Said) => Promise<void> {
  const signOut = useSetAtom(signOutAtom)
  return async (done) => {
    try {
      const elsewhere = await signOut()
      if (elsewhere) return window.location.assign(elsewhere)
      navigate('/')
      toast.clear()
      toast.ok(done)
    } catch (error) {
      toast.error(saidOf(error))
    }
  }
}

import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { RedirectTo } from '#web/features/account/index.tsx'
import { sessionAtom } from '#web/features/session/index.tsx'
import { useLocation } from '#web/lib/route.ts'

/** Screen for signed-in users: others are redirected to sign in, and back afterwards. */
export function SignedIn({ children }: { children: ReactNode }) {
  const user = useAtomValue(sessionAtom)
  const [path] = useLocation()
  return user ? children : <RedirectTo path={`/user/login?redirect=${path}`} />
}

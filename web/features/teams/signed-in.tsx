import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { sessionAtom } from '#web/features/account/session/index.tsx'
import { RedirectTo } from '#web/features/account/sign-in/index.tsx'
import { useLocation } from '#web/lib/route.ts'

/** Screen for signed-in users: others are redirected to sign in, and back afterwards. */
export function SignedIn({ children }: { children: ReactNode }) {
  const user = useAtomValue(sessionAtom)
  const [path] = useLocation()
  return user ? children : <RedirectTo path={`/user/login?redirect=${path}`} />
}

import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { RedirectTo } from '#web/features/account/index.tsx'
import { sessionAtom } from '#web/features/session/index.tsx'
import { useLocation } from '#web/lib/route.ts'

/** A screen for people with an account: others are led to the sign-in page and back. */
export function SignedIn({ children }: { children: ReactNode }) {
  const user = useAtomValue(sessionAtom)
  const [path] = useLocation()
  return user ? children : <RedirectTo path={`/user/login?redirect=${path}`} />
}

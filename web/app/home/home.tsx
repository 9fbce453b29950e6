import { useAtomValue } from 'jotai'
import { sessionAtom } from '#web/features/account/session/index.tsx'
import { RedirectTo } from '#web/features/account/sign-in/index.tsx'
import { boot } from '#web/lib/boot.ts'
import { Landing } from './landing.tsx'
import { startPath } from './start.ts'

function HomeForUser() {
  const user = useAtomValue(sessionAtom)
  return <RedirectTo path={startPath(boot, Boolean(user)) ?? '/item/index'} />
}

/** The start page: the landing page or what the site's owner has configured. Decided before anything is painted. */
export function Home() {
  if (boot.home_page === '2' && !boot.setup_needed) return <HomeForUser />
  const path = startPath(boot, false)
  return path ? <RedirectTo path={path} /> : <Landing />
}

import { useLayoutEffect } from 'react'
import { navigate } from '#web/lib/route.ts'

/** Redirects to another path before anything is painted. */
export function RedirectTo({ path }: { path: string }) {
  useLayoutEffect(() => navigate(path, { replace: true }), [path])
  return null
}

import { useLayoutEffect } from 'react'
import { navigate } from '#web/lib/route.ts'

/** Leads to another path in place of this one, before anything is painted. */
export function RedirectTo({ path }: { path: string }) {
  useLayoutEffect(() => navigate(path, { replace: true }), [path])
  return null
}

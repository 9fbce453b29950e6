import type { Boot } from '#web/lib/boot.ts'

/** Returns the path that `/` redirects to; undefined for the landing page. Source: specification 2, landing page. */
export function startPath(site: Boot, isSignedIn: boolean): string | undefined {
  if (site.setup_needed) return '/setup'
  if (site.home_page === '2') return isSignedIn ? '/item/index' : '/user/login'
  if (site.home_page === '3' && site.home_item) return `/${site.home_item}`
  return undefined
}

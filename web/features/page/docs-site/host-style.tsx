import { useSiteStyle } from './use-site-style.ts'

/** Gives every screen on the host of a docs site its colour and icon. */
export function HostStyle({ site }: { site: { color: string; logo_url: string } }) {
  useSiteStyle(site)
  return null
}

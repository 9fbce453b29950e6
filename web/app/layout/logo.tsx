import { boot } from '#web/lib/boot.ts'
import { href } from '#web/lib/route.ts'

/** The product's logo; on the host of a docs site that of the site, or nothing where it has none. */
export function Logo({ size = 24 }: { size?: number }) {
  if (boot.docs_site) {
    const { logo_url } = boot.docs_site
    const style = { height: size, maxWidth: 132, objectFit: 'contain' } as const
    return logo_url === '' ? null : <img src={href(logo_url)} alt="" style={style} />
  }
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--accent-solid)" />
      <path d="M7 14.2 16 7l9 7.2V23a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2z" fill="var(--on-solid)" />
      <path d="M11.5 16.5h9M11.5 20.5h5.5" stroke="var(--accent-solid)" strokeWidth="2" strokeLinecap="round" />
    </svg>
  )
}

import { isIP } from 'node:net'
import { siteOrigin } from '#src/access/site-policy.ts'
import type { App } from '#src/core/app.ts'

/** What passkeys of this site are bound to: its origin, and the host in it. */
export interface RelyingParty {
  origin: string
  id: string
}

/**
 * Returns what passkeys are bound to; undefined where browsers allow none: without a public address, for a bare IP
 * address, and without https except on the machine itself. Never taken from the request. Source: WebAuthn 3, 5.1.2.
 */
export async function relyingParty(app: App): Promise<RelyingParty | undefined> {
  const origin = await siteOrigin(app)
  if (origin === undefined) return undefined
  const { protocol, hostname } = new URL(origin)
  const isSafe = protocol === 'https:' || hostname === 'localhost'
  return isSafe && isIP(hostname.replaceAll(/[[\]]/g, '')) === 0 ? { origin, id: hostname } : undefined
}

const signPattern = /visitfile[^\s"'<>()]{0,40}?sign[=/\\]{1,2}([0-9a-f]{32})(?![0-9a-f])/i

/** Returns the sign of the uploaded file that an address leads to, or undefined. */
export const signOf = (address: string): string | undefined => signPattern.exec(address)?.[1]?.toLowerCase()

/**
 * Returns an absolute address that works from a document on any machine; undefined for all others.
 *
 * @param site_url the base of relative addresses; empty when none is configured
 */
export function absoluteAddress(address: string, site_url: string): string | undefined {
  if (address.startsWith('#') || !URL.canParse(address, site_url || undefined)) return undefined
  const url = new URL(address, site_url || undefined)
  return ['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol) ? url.href : undefined
}

import { escapeHtml } from './html-entities.ts'

/** An address in a sitemap. */
export interface SitemapEntry {
  address: string
  /** When its content last changed, in Unix seconds; 0 when that is not known. */
  changed: number
}

/** Returns a time as sitemaps have it. */
const w3cTime = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')

/** Returns a sitemap. Source: sitemaps.org, protocol. */
export function writeSitemap(entries: readonly SitemapEntry[]): string {
  const urls = entries.map(
    ({ address, changed }) =>
      `<url><loc>${escapeHtml(address)}</loc>${changed > 0 ? `<lastmod>${w3cTime(changed)}</lastmod>` : ''}</url>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
}

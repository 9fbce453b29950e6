import type { ServerResponse } from 'node:http'
import type { DocsSites, SiteAtHost, SiteLogo } from '#src/core/docs-sites.ts'
import { getRequestOrigin } from './client-address.ts'
import type { RequestContext } from './handlers.ts'
import { type Boot, parseViewerAddress } from './index-page.ts'

/** Returns the host name that a request names, without its port; undefined when it names none. */
export function requestedHost({ request, trusted }: RequestContext): string | undefined {
  const origin = getRequestOrigin(request, trusted)
  return origin === undefined ? undefined : new URL(origin).hostname
}

/** Returns the docs site that the host of a request opens; undefined for every other host. */
export async function siteOfRequest(sites: DocsSites, exchange: RequestContext): Promise<SiteAtHost | undefined> {
  const host = requestedHost(exchange)
  return host === undefined ? undefined : sites.atHost(host)
}

// What readers without an account need: items and pages, public links, the access password, models of an API.
const readerPath = /^\/(?:p\/[^/]+|page\/\d+|item\/password\/[^/]+|[A-Za-z0-9]+\/models(?:\/[^/]+)?)$/

// The first parts of all other screens: for people with an account, or about the whole site.
const otherScreen = /^\/(?:admin|attachment|catalog|help|item|message|order|page|prices|search|setup|team|user)(?:\/|$)/

/**
 * Returns where the host of a docs site sends a request for a screen: from the start to the site's item, and from
 * screens for people with an account to the address of the whole site. Undefined for what is shown there, and
 * `'unknown'` for such a screen while the whole site has no address.
 */
export function redirectAtHost(site: SiteAtHost, base: string, path: string, query: string): string | undefined {
  if (path === '/') return `${base}/${site.ref}`
  if (parseViewerAddress(path) || readerPath.test(path)) return undefined
  // where nothing is, the host says so itself
  if (!otherScreen.test(path)) return undefined
  if (!URL.canParse(site.address)) return 'unknown'
  return `${new URL(site.address).origin}${base}${path}${query === '' ? '' : `?${query}`}`
}

/** Returns what the page passes to the web bundle on the host of a docs site. */
export const bootAtHost = (boot: Boot, site: SiteAtHost): Boot => ({
  ...boot,
  site_name: site.site_name ?? boot.site_name,
  // links to share have the host that the reader sees
  site_url: '',
  home_page: '3',
  home_item: site.ref,
  register_open: false,
  docs_site: { item_id: String(site.item_id), address: site.address, color: site.color, logo_url: site.logo },
})

/** Sends the logo of the docs site of a host. Its type comes from its content: it is an image, never a document. */
export function sendSiteLogo(exchange: RequestContext, { media_type, content, etag }: SiteLogo): void {
  const { request, response } = exchange
  const tag = `"${etag}"`
  response.setHeader('ETag', tag)
  // must be revalidated each time: hiding the site takes effect at once
  response.setHeader('Cache-Control', 'private, no-cache')
  response.setHeader('Content-Security-Policy', "sandbox; default-src 'none'")
  if (request.headers['if-none-match'] === tag) {
    response.statusCode = 304
    response.end()
    return
  }
  response.statusCode = 200
  response.setHeader('Content-Type', media_type)
  response.setHeader('Content-Length', content.length)
  response.end(request.method === 'HEAD' ? undefined : content)
}

/** Sends a text for programs that read a docs site. */
export function sendForPrograms(response: ServerResponse, type: string, text: string): void {
  response.statusCode = 200
  response.setHeader('Content-Type', `${type}; charset=utf-8`)
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('Content-Length', Buffer.byteLength(text))
  response.end(text)
}

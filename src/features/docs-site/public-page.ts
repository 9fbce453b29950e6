import { getItemType } from '#shared/item-types.ts'
import { anonymousVisitor, requireItem, requirePage } from '#src/access/permissions.ts'
import { findItem, findItemByDomain } from '#src/access/queries.ts'
import { areSearchEnginesAllowed, isLoginForced, siteAddress } from '#src/access/site-policy.ts'
import { isPublic } from '#src/access/visibility.ts'
import type { App } from '#src/core/app.ts'
import type { DocsSites, PageHead, SiteAtHost } from '#src/core/docs-sites.ts'
import { AppError } from '#src/core/errors.ts'
import { type SitemapEntry, writeSitemap } from '#src/core/sitemap.ts'
import { describeText, shorten } from './description.ts'
import { normalizeHost } from './host-name.ts'
import {
  type DocsSiteRow,
  findItemDescription,
  findPageStart,
  findSite,
  findSiteAtHost,
  hasDocsSites,
  listHosts,
  listPublicPages,
  listVersions,
} from './queries.ts'
import { logoPath, mainOf } from './service.ts'

// The first paragraphs of a page are at its start. The text of an API page is JSON, which has none.
const startLength = 1_500
// Source: sitemaps.org, protocol.
const urlsMost = 50_000

/** A docs site that everyone may read, without an account or a password. */
interface PublicSite {
  item_id: number
  item_name: string
  item_type: number
  /** The item's name in addresses. */
  ref: string
  site: DocsSiteRow
}

/** Returns the docs site of an item, by id or own address, if everyone may read it. */
async function findPublicSite(app: App, ref: string): Promise<PublicSite | undefined> {
  if (!(await hasDocsSites(app.db))) return undefined
  const row = /^\d+$/.test(ref)
    ? await findItem(app.db, { item_id: Number(ref) })
    : await findItemByDomain(app.db, { item_domain: ref.toLowerCase() })
  if (!row || !isPublic(row)) return undefined
  const site = await findSite(app.db, row.item_id)
  if (!site || site.is_on === 0 || (await isLoginForced(app))) return undefined
  const { item_id, item_name, item_type, item_domain } = await requireItem(app, anonymousVisitor, row.item_id, 'view')
  return { item_id, item_name, item_type, ref: item_domain || String(item_id), site }
}

/**
 * Returns the address under which a docs site is published, without a slash at the end: that of its host, with the
 * scheme and port of the site's own address, or the site's own; empty while nobody has set that. It never comes from a
 * request, so that nobody else can decide what others read.
 */
async function baseOf(app: App, site: DocsSiteRow): Promise<string> {
  const address = await siteAddress(app, app.db)
  if (!URL.canParse(address)) return ''
  const { protocol, port, origin } = new URL(address)
  const [own] = await listHosts(app.db, site.main_item_id)
  const base = own === undefined ? origin : `${protocol}//${own.host}${port === '' ? '' : `:${port}`}`
  return base + app.config.base_path
}

/** Returns what the HTML of a public docs site says about one of its pages; undefined for everything else. */
async function pageHead(app: App, { item: ref, page_id }: { item: string; page_id: string | undefined }) {
  const found = await findPublicSite(app, ref)
  if (!found) return undefined
  const { site, item_id, item_name, item_type } = found
  const site_name = site.site_name || item_name
  const base = await baseOf(app, site)
  const logo = logoPath(site)
  const about = async () => shorten(site.site_description || (await findItemDescription(app.db, item_id)))
  const shared = {
    site_name,
    icon: logo === '' ? '' : app.config.base_path + logo,
    image: logo === '' || base === '' ? '' : base + logo,
  }
  const addressOf = (path: string) => (base === '' ? '' : `${base}/${path}`)
  if (page_id === undefined)
    return { ...shared, title: site_name, description: await about(), url: addressOf(found.ref), isHome: true }
  const { item } = await requirePage(app, anonymousVisitor, Number(page_id), 'view')
  const page = item.item_id === item_id ? await findPageStart(app.db, Number(page_id), startLength) : undefined
  if (!page) return undefined
  const isText = !getItemType(item_type).hasJsonPages && !/^\s*\{/.test(page.text)
  const description = (isText && describeText(page.text)) || (await about())
  return {
    ...shared,
    title: page.page_title === site_name ? site_name : `${page.page_title} · ${site_name}`,
    description,
    url: addressOf(`${found.ref}/${page_id}`),
    isHome: false,
  }
}

/** Returns the docs site that a host opens, as anyone may know it. */
async function atHost(app: App, hostname: string): Promise<SiteAtHost | undefined> {
  if (!(await hasDocsSites(app.db))) return undefined
  const host = normalizeHost(hostname)
  const site = host === undefined ? undefined : await findSiteAtHost(app.db, host)
  if (!site) return undefined
  const all = await listVersions(app.db, site.main_item_id)
  const item_id = mainOf(site, all)
  const item = await findItem(app.db, { item_id })
  if (!item) return undefined
  const found = await findPublicSite(app, String(item_id))
  return {
    item_id,
    ref: item.item_domain || String(item_id),
    // a name that not everyone may read is not in the page
    site_name: found && (found.site.site_name || found.item_name),
    address: await siteAddress(app, app.db),
    base: await baseOf(app, site),
  }
}

async function sitemapEntries(app: App, { item_id, ref, site }: PublicSite): Promise<SitemapEntry[]> {
  const base = await baseOf(app, site)
  if (base === '') return []
  const pages = await listPublicPages(app.db, item_id, urlsMost)
  const newest = pages.reduce((time, { addtime }) => Math.max(time, addtime), 0)
  const own = { address: `${base}/${ref}`, changed: newest }
  return [own, ...pages.map(({ page_id, addtime }) => ({ address: `${base}/${ref}/${page_id}`, changed: addtime }))]
}

/**
 * Returns the sitemap of a docs site, or of all versions of the site of a host; undefined where search engines may
 * list nothing: not public, off, or not allowed on this site.
 */
async function sitemap(app: App, of: { item: string } | { host: string }): Promise<string | undefined> {
  if (!(await areSearchEnginesAllowed(app)) || !(await hasDocsSites(app.db))) return undefined
  const refs = 'item' in of ? [of.item] : await refsAtHost(app, of.host)
  const entries: SitemapEntry[] = []
  for (const ref of refs) {
    const found = await findPublicSite(app, ref)
    if (found && entries.length < urlsMost) entries.push(...(await sitemapEntries(app, found)))
  }
  return entries.length === 0 ? undefined : writeSitemap(entries.slice(0, urlsMost))
}

async function refsAtHost(app: App, hostname: string): Promise<string[]> {
  const host = normalizeHost(hostname)
  const site = host === undefined ? undefined : await findSiteAtHost(app.db, host)
  if (!site) return []
  const all = await listVersions(app.db, site.main_item_id)
  return all.filter(({ is_on }) => is_on === 1).map(({ item_id }) => String(item_id))
}

/** Returns what the server needs to know about docs sites. */
export const docsSites = (app: App): DocsSites => ({
  atHost: (hostname) => atHost(app, hostname),
  async pageHead(place): Promise<PageHead | undefined> {
    try {
      return await pageHead(app, place)
    } catch (error) {
      if (error instanceof AppError) return undefined
      throw error
    }
  },
  sitemap: (of) => sitemap(app, of),
})

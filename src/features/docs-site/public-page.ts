import { readApiDoc } from '#shared/api-doc/api-doc.ts'
import { apiDocMarkdown } from '#shared/api-doc/export-markdown.ts'
import { getItemType } from '#shared/item-types.ts'
import { anonymousVisitor, requireItem, requirePage } from '#src/access/permissions.ts'
import { findItem, findItemByDomain } from '#src/access/queries.ts'
import { areSearchEnginesAllowed, isLoginForced, siteAddress } from '#src/access/site-policy.ts'
import { isPublic, visibilityOf } from '#src/access/visibility.ts'
import type { App } from '#src/core/app.ts'
import type { DocsSites, PageHead, SiteAtHost, SiteLogo } from '#src/core/docs-sites.ts'
import { AppError } from '#src/core/errors.ts'
import type { Lang } from '#src/core/i18n.ts'
import { type SitemapEntry, writeSitemap } from '#src/core/sitemap.ts'
import { listCatalogs, pathTo } from '#src/features/catalog/index.ts'
import { describeText, shorten } from './description.ts'
import { normalizeHost } from './host-name.ts'
import { type ListedSite, writeLlmsText } from './llms.ts'
import {
  type DocsSiteRow,
  findItemDescription,
  findLogo,
  findPageStart,
  findPageText,
  findSite,
  findSiteAtHost,
  hasDocsSites,
  listHosts,
  listPublicPages,
  listPublicTitles,
  listVersions,
} from './queries.ts'
import { logoPath, mainOf } from './service.ts'

// The first paragraphs of a page are at its start. The text of an API page is JSON, which has none.
const startLength = 1_500
// Source: sitemaps.org, protocol.
const urlsMost = 50_000
// What a language model reads whole.
const listedMost = 5_000

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

/** Returns the site that a host name opens, with the item of its default version. */
async function openedBy(app: App, hostname: string) {
  if (!(await hasDocsSites(app.db))) return undefined
  const host = normalizeHost(hostname)
  const site = host === undefined ? undefined : await findSiteAtHost(app.db, host)
  if (!site) return undefined
  const item_id = mainOf(site, await listVersions(app.db, site.main_item_id))
  const [item, main] = [await findItem(app.db, { item_id }), await findSite(app.db, item_id)]
  if (!item) return undefined
  const isHidden = visibilityOf(item) === 'members' || (await isLoginForced(app))
  return { site, item, main: main ?? site, isHidden }
}

// The path of the logo below the base path, on the host of a site.
const hostLogoPath = '/site-logo'

/** Returns the docs site that a host opens, as anyone may know it. */
async function atHost(app: App, hostname: string): Promise<SiteAtHost | undefined> {
  const opened = await openedBy(app, hostname)
  if (!opened) return undefined
  const { site, item, main, isHidden } = opened
  const isOpen = isPublic(item) && !isHidden
  const own = main.site_name || (isOpen ? item.item_name : '')
  return {
    item_id: item.item_id,
    ref: item.item_domain || String(item.item_id),
    site_name: isHidden || own === '' ? undefined : own,
    isPublic: isOpen,
    color: main.color,
    logo: isHidden || main.logo_hash === '' ? '' : `${hostLogoPath}?v=${main.logo_hash}`,
    address: await siteAddress(app, app.db),
    base: await baseOf(app, site),
  }
}

/** Returns the logo that the screens of a host have: everybody who knows the host may see whose it is, unless it is hidden. */
async function logoAtHost(app: App, hostname: string): Promise<SiteLogo | undefined> {
  const opened = await openedBy(app, hostname)
  if (!opened || opened.isHidden) return undefined
  const logo = await findLogo(app.db, opened.item.item_id)
  return logo && { ...logo, etag: opened.main.logo_hash }
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
  const entries: SitemapEntry[] = []
  for (const found of await listedSites(app, of))
    if (entries.length < urlsMost) entries.push(...(await sitemapEntries(app, found)))
  return entries.length === 0 ? undefined : writeSitemap(entries.slice(0, urlsMost))
}

/** Returns the docs sites that a request for a list of pages is about; none where search engines may list nothing. */
async function listedSites(app: App, of: { item: string } | { host: string }): Promise<PublicSite[]> {
  if (!(await areSearchEnginesAllowed(app)) || !(await hasDocsSites(app.db))) return []
  const refs = 'item' in of ? [of.item] : await refsAtHost(app, of.host)
  const found = []
  for (const ref of refs) found.push(await findPublicSite(app, ref))
  return found.filter((site) => site !== undefined)
}

async function refsAtHost(app: App, hostname: string): Promise<string[]> {
  const host = normalizeHost(hostname)
  const site = host === undefined ? undefined : await findSiteAtHost(app.db, host)
  if (!site) return []
  const all = await listVersions(app.db, site.main_item_id)
  return all.filter(({ is_on }) => is_on === 1).map(({ item_id }) => String(item_id))
}

async function listedSite(app: App, found: PublicSite, base: string): Promise<ListedSite> {
  const { item_id, item_name, ref, site } = found
  const rows = await listPublicTitles(app.db, item_id, listedMost)
  const catalogs = await listCatalogs(app.db, item_id)
  const paths = new Map([[0, [] as string[]]])
  for (const { cat_id } of catalogs)
    paths.set(
      cat_id,
      pathTo(catalogs, cat_id).map(({ cat_name }) => cat_name),
    )
  const pages = rows.map(({ page_id, page_title, cat_id }) => ({
    folders: paths.get(cat_id) ?? [],
    title: page_title,
    address: `${base}/${ref}/${page_id}.md`,
  }))
  const name = site.site_name || item_name
  return {
    name: site.version_name === '' ? name : `${name} ${site.version_name}`,
    description: site.site_description || (await findItemDescription(app.db, item_id)),
    openapi: rows.some(({ ext_info }) => ext_info !== '') ? `${base}/${ref}/openapi.json` : '',
    // those of the start before those of the folders, which have headings
    pages: [
      ...pages.filter(({ folders }) => folders.length === 0),
      ...pages.filter(({ folders }) => folders.length > 0),
    ],
  }
}

async function llmsText(app: App, of: { item: string } | { host: string }): Promise<string | undefined> {
  const sites: ListedSite[] = []
  for (const found of await listedSites(app, of)) {
    const base = await baseOf(app, found.site)
    if (base !== '') sites.push(await listedSite(app, found, base))
  }
  return sites.length === 0 ? undefined : writeLlmsText(sites)
}

async function pageMarkdown(app: App, place: { item: string; page_id: string }, lang: Lang) {
  const found = await findPublicSite(app, place.item)
  if (!found) return undefined
  const { item } = await requirePage(app, anonymousVisitor, Number(place.page_id), 'view')
  const page = item.item_id === found.item_id ? await findPageText(app.db, Number(place.page_id)) : undefined
  if (!page) return undefined
  const doc = readApiDoc(page.page_content)
  return `# ${page.page_title}\n\n${doc ? apiDocMarkdown(doc, lang).trimStart() : page.page_content}\n`
}

/** Returns a result, or undefined where the caller has no right. */
async function unlessRejected<T>(action: () => Promise<T>): Promise<T | undefined> {
  try {
    return await action()
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** Returns what the server needs to know about docs sites. */
export const docsSites = (app: App): DocsSites => ({
  atHost: (hostname) => atHost(app, hostname),
  pageHead: (place): Promise<PageHead | undefined> => unlessRejected(() => pageHead(app, place)),
  sitemap: (of) => sitemap(app, of),
  llmsText: (of) => llmsText(app, of),
  pageMarkdown: (place, lang) => unlessRejected(() => pageMarkdown(app, place, lang)),
  logoAtHost: (hostname) => logoAtHost(app, hostname),
})

import type { Lang } from './i18n.ts'

/** What the HTML of a page of a docs site says about it, for search engines and link previews. */
export interface PageHead {
  title: string
  description: string
  site_name: string
  /** The address of the page; empty while the site has no public address. */
  url: string
  /** The address of the logo; empty without one, and while the site has no public address. */
  image: string
  /** The path of the logo; empty without one. */
  icon: string
  /** Whether it is the start of the site. */
  isHome: boolean
}

/** The docs site that a host opens. */
export interface SiteAtHost {
  /** The item of the default version, and its name in addresses. */
  item_id: number
  ref: string
  /**
   * Undefined when only members may read the item. An access password hides the item's own name, not the one that its
   * team has given the site.
   */
  site_name: string | undefined
  /** Whether everyone may read it. */
  isPublic: boolean
  /** Such as `#1f5fd6`; empty for the product's own. */
  color: string
  /** The path of the logo, below the base path; empty without one, and when only members may read the item. */
  logo: string
  /** The public address of the whole site, for what is not part of the docs site; empty while nobody has set it. */
  address: string
  /** The address under which the docs site is published; empty while the site has no public address. */
  base: string
}

/** A logo of a docs site. */
export interface SiteLogo {
  media_type: string
  content: Buffer
  /** Changes with the content. */
  etag: string
}

/** What the server needs to know about items that are docs sites of their own. */
export interface DocsSites {
  /** Returns the docs site that a host name opens; undefined for every other host. */
  atHost(hostname: string): Promise<SiteAtHost | undefined>
  /** Returns what the HTML of a page says; undefined unless everyone may read the page of a docs site. */
  pageHead(place: { item: string; page_id: string | undefined }): Promise<PageHead | undefined>
  /** Returns the sitemap of an item or a host; undefined where search engines may list nothing. */
  sitemap(of: { item: string } | { host: string }): Promise<string | undefined>
  /** Returns the list of pages for language models, where `sitemap` returns one. */
  llmsText(of: { item: string } | { host: string }): Promise<string | undefined>
  /** Returns a page as Markdown; undefined unless everyone may read the page of a docs site. */
  pageMarkdown(place: { item: string; page_id: string }, lang: Lang): Promise<string | undefined>
  /** Returns the logo that the screens of a host have before anything is read; undefined without one. */
  logoAtHost(hostname: string): Promise<SiteLogo | undefined>
}

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
  /** Undefined when not everyone may read the item. */
  site_name: string | undefined
  /** The public address of the whole site, for what is not part of the docs site; empty while nobody has set it. */
  address: string
  /** The address under which the docs site is published; empty while the site has no public address. */
  base: string
}

/** What the server needs to know about items that are docs sites of their own. */
export interface DocsSites {
  /** Returns the docs site that a host name opens; undefined for every other host. */
  atHost(hostname: string): Promise<SiteAtHost | undefined>
  /** Returns what the HTML of a page says; undefined unless everyone may read the page of a docs site. */
  pageHead(place: { item: string; page_id: string | undefined }): Promise<PageHead | undefined>
  /** Returns the sitemap of an item or a host; undefined where search engines may list nothing. */
  sitemap(of: { item: string } | { host: string }): Promise<string | undefined>
}

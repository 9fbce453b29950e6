/** What the server writes into the page before any script runs. */
export interface Boot {
  /** The path where the product is mounted: '' or '/docs', without a trailing slash. */
  base: string
  /** The language the server chose; null when the visitor has not chosen one. */
  lang: 'en' | 'zh' | null
  version: string
  site_name: string
  /** The base of shared URLs; empty to use the browser's origin. */
  site_url: string
  /** Only signed-in users may read items; single page links stay open. */
  force_login: boolean
  setup_needed: boolean
  register_open: boolean
  captcha: 'always' | 'failures' | 'off'
  /** Whether a link in a mail sets a new password. */
  reset_by_mail: boolean
  /** '1' landing page, '2' sign-in page, '3' the item `home_item`. */
  home_page: string
  home_item: string
  /** Registration record shown in the footer of the landing page. */
  beian: string
  /** The maximum size of an attachment, in MB. */
  upload_max_mb: number
  /** IANA name of the time zone of the times the server sends as text; empty for the reader's own zone. */
  time_zone: string
  /** The address of the site that this one is a read-only copy of; missing otherwise. */
  copy_of?: string
  /** Set on the host of a docs site: the project of its default version, the address of the whole site, its style. */
  docs_site?: { item_id: string; address: string; color: string; logo_url: string }
  /** URLs of the separate style sheets by name, including the base. */
  assets: Record<string, string>
}

const defaults: Boot = {
  base: '',
  lang: null,
  version: '',
  site_name: 'Docstead',
  site_url: '',
  force_login: false,
  setup_needed: false,
  register_open: false,
  captcha: 'failures',
  reset_by_mail: false,
  home_page: '1',
  home_item: '',
  beian: '',
  upload_max_mb: 4,
  time_zone: '',
  assets: {},
}

/** Parses the text of the page's boot element, with defaults for missing values. */
function parseBoot(text: string | null | undefined): Boot {
  const given = text ? (JSON.parse(text) as Partial<Boot>) : {}
  return { ...defaults, ...given, site_name: given.site_name || defaults.site_name }
}

/** The boot data the server wrote into this page. */
export const boot: Boot = parseBoot(
  typeof document === 'undefined' ? null : document.getElementById('boot')?.textContent,
)

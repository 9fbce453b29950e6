/** What the server tells the page before any script runs. */
export interface Boot {
  /** Where the product is mounted: '' or '/docs', never with a trailing slash. */
  base: string
  /** The language the server settled on; null when the visitor has not chosen one. */
  lang: 'en' | 'zh' | null
  version: string
  site_name: string
  /** What shared addresses begin with; empty: what the browser's begins with. */
  site_url: string
  /** Only who has signed in may read items; single page links stay open. */
  force_login: boolean
  setup_needed: boolean
  register_open: boolean
  captcha: 'always' | 'failures' | 'off'
  /** '1' landing page, '2' sign-in page, '3' the item `home_item`. */
  home_page: string
  home_item: string
  /** Registration record text for the foot of the landing page. */
  beian: string
  /** How large an attachment may be. */
  upload_max_mb: number
  /** The zone of the times that the server gives as text, by its name; empty: the reader's own. */
  time_zone: string
  /** Separate style sheets by name, as addresses with the base. */
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
  home_page: '1',
  home_item: '',
  beian: '',
  upload_max_mb: 4,
  time_zone: '',
  assets: {},
}

/** The facts in the text of the page's boot element; the defaults for what is missing. */
function parseBoot(text: string | null | undefined): Boot {
  const given = text ? (JSON.parse(text) as Partial<Boot>) : {}
  return { ...defaults, ...given, site_name: given.site_name || defaults.site_name }
}

/** The facts the server wrote into this page. */
export const boot: Boot = parseBoot(
  typeof document === 'undefined' ? null : document.getElementById('boot')?.textContent,
)

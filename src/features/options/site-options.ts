/** The settings that an administrator changes in the browser. */
export interface SiteOptions {
  site_name: string
  register_open: boolean
  /** 1 landing page, 2 sign-in, 3 redirect to `home_item`. Source: specification 2. */
  home_page: '1' | '2' | '3'
  home_item: string
  beian: string
  /** The public address of the site without a trailing slash; empty if the configuration sets it or nobody does. */
  site_url: string
  show_watermark: boolean
  /** How many former versions of a page are kept. Source: specification 9. */
  history_version_count: number
  /** Whether people must sign in to read anything. */
  force_login: boolean
  /** Whether search engines may index public items. */
  allow_search_engines: boolean
  /** Whether a password needs lower-case and upper-case letters, digits and other characters. */
  strong_password_enabled: boolean
  /** How many days a session lasts without use, at most; 0 to use only the configuration. */
  session_expire_days: number
  /** The secret key of the AI service; empty without one. */
  open_api_key: string
  /** The address of the AI service; empty for none. */
  open_api_host: string
  ai_model_name: string
  oss_open: boolean
  ldap_open: boolean
  oauth2_open: boolean
  /** The key with which other systems sign sign-in links; empty until someone requests it. */
  login_secret_key: string
}

const homePageOf = (stored: string | undefined): SiteOptions['home_page'] =>
  stored === '2' || stored === '3' ? stored : '1'

/** Returns the settings in `stored`, each with its default if it is missing. */
export function parseSiteOptions(stored: ReadonlyMap<string, string>): SiteOptions {
  const text = (name: string, otherwise = '') => stored.get(name) || otherwise
  const isOn = (name: string) => stored.get(name) === '1'
  return {
    site_name: text('site_name', 'Docstead'),
    register_open: stored.get('register_open') !== '0',
    home_page: homePageOf(stored.get('home_page')),
    home_item: text('home_item'),
    beian: text('beian'),
    site_url: text('site_url'),
    show_watermark: isOn('show_watermark'),
    history_version_count: Math.max(1, Number(stored.get('history_version_count')) || 20),
    force_login: isOn('force_login'),
    allow_search_engines: isOn('allow_search_engines'),
    strong_password_enabled: isOn('strong_password_enabled'),
    session_expire_days: Number(stored.get('session_expire_days')) || 0,
    open_api_key: text('open_api_key'),
    open_api_host: text('open_api_host'),
    ai_model_name: text('ai_model_name'),
    oss_open: isOn('oss_open'),
    ldap_open: isOn('ldap_open'),
    oauth2_open: isOn('oauth2_open'),
    login_secret_key: text('login_secret_key'),
  }
}

/** A form of settings that is stored as one JSON text: its fields by name. */
export type OptionForm = Readonly<Record<string, string>>

/** Returns the fields of a stored form; none when nothing is stored, or no valid form. */
export function parseOptionForm(stored: string | undefined): OptionForm {
  try {
    const form: unknown = JSON.parse(stored || '{}')
    if (typeof form !== 'object' || form === null || Array.isArray(form)) return {}
    return Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value)]))
  } catch {
    // An unreadable form must be filled in again; the rest of the site continues to work.
    return {}
  }
}

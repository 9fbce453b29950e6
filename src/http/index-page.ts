import { randomBytes } from 'node:crypto'
import type { PageHead } from '#src/core/docs-sites.ts'
import type { Lang } from '#src/core/i18n.ts'
import type { StaticFiles } from './static-files.ts'

/** What the web bundle knows before its first call. */
export interface Boot {
  base: string
  lang: Lang | null
  version: string
  site_name: string
  site_url: string
  force_login: boolean
  setup_needed: boolean
  register_open: boolean
  captcha: 'always' | 'failures' | 'off'
  reset_by_mail: boolean
  home_page: string
  home_item: string
  beian: string
  upload_max_mb: number
  /** The name of the time zone of times that calls return as text: `Asia/Shanghai`. */
  time_zone: string
  /** The address of the server that this one follows; nothing can be written here then. */
  copy_of?: string
  /**
   * Set where the request's host opens a docs site: the item of its default version, the address of the whole site, and
   * the style of screens that belong to no project.
   */
  docs_site?: { item_id: string; address: string; color: string; logo_url: string }
  assets: Record<string, string>
}

/** A call that an address is certain to make; the page sends it before its scripts have loaded. */
type EarlyCall = readonly [path: string, input: Record<string, string>]

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (letter) => escapes[letter] ?? letter)

// Inside a script element only `<` could end it, and older parsers do not accept the two line separators in JSON.
const inScript = (value: unknown) =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

/** Returns the content security policy of the page; `nonce` is new for each response. Source: security 3, Headers. */
export const contentPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob: https:",
    "media-src 'self'", // the preview of an uploaded video or audio file
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'", // the frame that sends requests of API pages: src/http/try-it-frame.ts
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join('; ')

/** The screens whose scripts the page requests before the entry does. */
type EarlyScreen = 'viewer' | 'home'

// An item or one of its pages, by id or by the item's own address; not another screen of the product.
const viewerPath = /^\/(?!(?:help|prices|search|setup)$)([A-Za-z0-9]+)(?:\/(\d+))?$/

/** Returns the item, by id or own address, and the page that an address shows; undefined for any other screen. */
export function parseViewerAddress(path: string): { item: string; page_id: string | undefined } | undefined {
  const [, item, page_id] = viewerPath.exec(path) ?? []
  return item === undefined ? undefined : { item, page_id }
}

const homePath = '/item/index'

const earlyScreen = (path: string): EarlyScreen | undefined =>
  viewerPath.test(path) ? 'viewer' : path === homePath ? 'home' : undefined

/** Returns the calls that the scripts of an address make first: `web/lib/prefetch.ts` hands them these responses. */
function earlyCalls(path: string): EarlyCall[] {
  const calls: EarlyCall[] = [['user/info', { redirect_login: 'false' }]]
  const { item, page_id } = parseViewerAddress(path) ?? {}
  if (item !== undefined) calls.push(['item/info', { item_id: item }])
  if (page_id !== undefined) calls.push(['page/info', { page_id }])
  return calls
}

// Written in syntax that old browsers can parse; it comes before the scripts that they cannot.
const oldBrowserCheck = `(function () {
  var css = window.CSS && CSS.supports
  if ([].toSorted && css && CSS.supports('selector(:has(a))')) return
  document.getElementById('old').hidden = false
})()`

/** The address and indexing of the rendered page. */
interface IndexPageOptions {
  path: string
  /** Whether search engines may index it. */
  isListed: boolean
  /** What a page of a docs site says about itself; undefined for every other page. */
  head?: PageHead | undefined
}

// Stand in a template for what differs between two responses. Nobody can know them, so no setting contains them.
const nonceMark = randomBytes(16).toString('hex')
const earlyMark = randomBytes(16).toString('hex')
const headMark = randomBytes(16).toString('hex')

/** Returns the title of a page of a docs site, its icon, and what link previews and search engines read. */
function headTags({ title, description, site_name, url, image, icon, isHome }: PageHead, mark: string): string {
  const property = (name: string, content: string) =>
    content === '' ? [] : [`<meta property="${name}" content="${escapeHtml(content)}">`]
  const named = (name: string, content: string) =>
    content === '' ? [] : [`<meta name="${name}" content="${escapeHtml(content)}">`]
  return [
    `<title>${escapeHtml(title)}</title>`,
    ...named('description', description),
    ...(url === '' ? [] : [`<link rel="canonical" href="${escapeHtml(url)}">`]),
    ...property('og:type', isHome ? 'website' : 'article'),
    ...property('og:title', title),
    ...property('og:description', description),
    ...property('og:site_name', site_name),
    ...property('og:url', url),
    ...property('og:image', image),
    ...property('og:image:alt', image === '' ? '' : site_name),
    '<meta name="twitter:card" content="summary">',
    ...named('twitter:title', title),
    ...named('twitter:description', description),
    ...named('twitter:image', image),
    icon === ''
      ? `<link rel="icon" href="${mark}" type="image/svg+xml">`
      : `<link rel="icon" href="${escapeHtml(icon)}">`,
  ].join('\n')
}

/** Returns the link to the icon: that of the docs site of the host, or the product's. */
const iconTag = ({ base, docs_site }: Boot): string =>
  docs_site?.logo_url
    ? `<link rel="icon" href="${escapeHtml(base + docs_site.logo_url)}">`
    : `<link rel="icon" href="${escapeHtml(`${base}/mark.svg`)}" type="image/svg+xml">`

interface Template {
  screen: EarlyScreen | undefined
  isListed: boolean
  hasHead: boolean
}

function renderTemplate(web: StaticFiles, boot: Boot, { screen, isListed, hasHead }: Template) {
  const at = (path: string) => escapeHtml(`${boot.base}/${path}`)
  const { entry, languages, screenTexts, screens, styles } = web.manifest
  const lang = boot.lang ?? 'en'
  // a reader needs the second one later, if at all
  const sheets = [entry.css, ...(screen === 'viewer' || styles['rest'] === undefined ? [] : [styles['rest']])]
  // Preloads the chunks that this address needs next, in parallel with the entry.
  const ahead = [
    languages[lang],
    ...(screen === 'viewer' ? (screens['page/viewer'] ?? []) : []),
    ...(screen === 'home' ? [...(screens['item/list'] ?? []), screenTexts[lang]] : []),
  ]
  const preload = [...entry.preload, ...ahead.filter((file) => file !== undefined)]
  const addresses = Object.fromEntries(
    Object.entries(web.manifest.modules).map(([name, file]) => [name, `${boot.base}/${file}`]),
  )
  const nonce = nonceMark
  return `<!doctype html>
<html lang="${boot.lang ?? 'en'}" data-base="${escapeHtml(boot.base)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">${isListed ? '' : '\n<meta name="robots" content="noindex">'}
${hasHead ? headMark : `<title>${escapeHtml(boot.site_name)}</title>`}
<script type="importmap" nonce="${nonce}">${inScript({ imports: addresses })}</script>
<script type="application/json" id="boot" nonce="${nonce}">${inScript(boot).slice(0, -1)},"early":${earlyMark}}</script>
<script nonce="${nonce}">${web.firstPaint.replaceAll('</', '<\\/')}</script>
${hasHead ? '' : `${iconTag(boot)}\n`}${sheets.map((file) => `<link rel="stylesheet" href="${at(file)}">`).join('\n')}
${preload.map((file) => `<link rel="modulepreload" href="${at(file)}" nonce="${nonce}">`).join('\n')}
<script type="module" src="${at(entry.js)}" nonce="${nonce}"></script>
</head>
<body>
<div id="root"></div>
<p id="old" hidden>This browser is too old for this site. Please use a current version of Chrome, Edge, Firefox or Safari. 当前浏览器版本过旧，请使用最新版的 Chrome、Edge、Firefox 或 Safari。</p>
<script nonce="${nonce}">${oldBrowserCheck}</script>
<noscript>Docstead needs JavaScript. Docstead 需要启用 JavaScript。</noscript>
</body>
</html>
`
}

// One for each language, kind of address, host of a docs site and state of the settings; an unused one is dropped with
// the others.
const templatesMost = 100

/** Renders the one HTML page of the product, which loads the web bundle. */
export class IndexPage {
  readonly #web: StaticFiles
  readonly #templates = new Map<string, readonly string[]>()

  constructor(web: StaticFiles) {
    this.#web = web
  }

  render(boot: Boot, { path, isListed, head }: IndexPageOptions, nonce: string): string {
    const screen = earlyScreen(path)
    const hasHead = head !== undefined
    const key = `${screen} ${isListed} ${hasHead} ${JSON.stringify(boot)}`
    let pieces = this.#templates.get(key)
    if (!pieces) {
      pieces = renderTemplate(this.#web, boot, { screen, isListed, hasHead }).split(nonceMark)
      if (this.#templates.size >= templatesMost) this.#templates.clear()
      this.#templates.set(key, pieces)
    }
    const page = pieces.join(nonce).replace(earlyMark, () => inScript(earlyCalls(path)))
    return head ? page.replace(headMark, () => headTags(head, `${boot.base}/mark.svg`)) : page
  }
}

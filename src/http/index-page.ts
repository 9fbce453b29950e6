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
  home_page: string
  home_item: string
  beian: string
  upload_max_mb: number
  /** The zone of the times that calls give as text, by its name: `Asia/Shanghai`. */
  time_zone: string
  assets: Record<string, string>
}

/** A call that an address is sure to make, sent by the page before its scripts have been read. */
type EarlyCall = readonly [path: string, input: Record<string, string>]

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (letter) => escapes[letter] ?? letter)

// Inside a script element only `<` could end it, and the two line separators are no JSON in old parsers.
const inScript = (value: unknown) =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

/** The content security policy of the page; `nonce` is fresh for each answer. Source: security 3, Headers. */
export const contentPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob: https:",
    "media-src 'self'", // the preview of an uploaded film or sound
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'", // the page that sends requests of API pages: src/http/try-it-frame.ts
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join('; ')

// An item or a page of one, by number or by own address; no screen of the product.
const viewerPath = /^\/(?!(?:help|prices|search|setup)$)([A-Za-z0-9]+)(?:\/(\d+))?$/

/** The item, by number or own address, and the page that an address may show; undefined for any other screen. */
export function parseViewerAddress(path: string): { item: string; page_id: string | undefined } | undefined {
  const [, item, page_id] = viewerPath.exec(path) ?? []
  return item === undefined ? undefined : { item, page_id }
}

/** What the scripts of an address ask for first: `web/lib/prefetch.ts` gives them these answers. */
function earlyCalls(path: string): EarlyCall[] {
  const calls: EarlyCall[] = [['user/info', { redirect_login: 'false' }]]
  const { item, page_id } = parseViewerAddress(path) ?? {}
  if (item !== undefined) calls.push(['item/info', { item_id: item }])
  if (page_id !== undefined) calls.push(['page/info', { page_id }])
  return calls
}

// Written for browsers that can read nothing newer; it stands before the scripts that they cannot read.
const oldBrowserCheck = `(function () {
  var css = window.CSS && CSS.supports
  if ([].toSorted && css && CSS.supports('selector(:has(a))')) return
  document.getElementById('old').hidden = false
})()`

/** Where the one page stands. */
export interface IndexPageOptions {
  path: string
  /** Whether search engines may list it. */
  isListed: boolean
}

/** The one HTML page of the product, from which the web bundle takes over. */
export function renderIndexPage(
  web: StaticFiles,
  boot: Boot,
  { path, isListed }: IndexPageOptions,
  nonce: string,
): string {
  const at = (path: string) => escapeHtml(`${boot.base}/${path}`)
  const { entry, languages, screens } = web.manifest
  // What this address will ask for next is fetched and read beside the rest, not after it.
  const ahead = [languages[boot.lang ?? 'en'], ...(viewerPath.test(path) ? (screens['viewer'] ?? []) : [])]
  const preload = [...entry.preload, ...ahead.filter((file) => file !== undefined)]
  const addresses = Object.fromEntries(
    Object.entries(web.manifest.modules).map(([name, file]) => [name, `${boot.base}/${file}`]),
  )
  return `<!doctype html>
<html lang="${boot.lang ?? 'en'}" data-base="${escapeHtml(boot.base)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">${isListed ? '' : '\n<meta name="robots" content="noindex">'}
<title>${escapeHtml(boot.site_name)}</title>
<script type="importmap" nonce="${nonce}">${inScript({ imports: addresses })}</script>
<script type="application/json" id="boot" nonce="${nonce}">${inScript({ ...boot, early: earlyCalls(path) })}</script>
<script nonce="${nonce}">${web.firstPaint.replaceAll('</', '<\\/')}</script>
<link rel="icon" href="${at('mark.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${at(entry.css)}">
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

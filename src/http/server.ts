import { randomBytes } from 'node:crypto'
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { BlockList } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import { anonymousVisitor, requireItem, requirePage } from '#src/access/permissions.ts'
import { findSignByFormerPath } from '#src/access/queries.ts'
import { areSearchEnginesAllowed } from '#src/access/site-policy.ts'
import type { App } from '#src/core/app.ts'
import type { DocsSites } from '#src/core/docs-sites.ts'
import { AppError } from '#src/core/errors.ts'
import { parseAcceptLanguage } from '#src/core/i18n.ts'
import { networkOf } from '#src/core/rate-limiter.ts'
import type { ScimRequest, ScimResponse } from '#src/core/scim-exchange.ts'
import { formerFileAt, isForPrograms, screenAt } from './address-aliases.ts'
import { clientAddress, isTrusted, trustedProxies } from './client-address.ts'
import { limitConnections } from './connections.ts'
import { handleApiRequest, type Routes } from './dispatch.ts'
import { bootAtHost, redirectAtHost, requestedHost, sendForPrograms, sendSiteLogo, siteOfRequest } from './docs-site.ts'
import type { RequestContext } from './handlers.ts'
import { type Boot, contentPolicy, IndexPage, parseViewerAddress } from './index-page.ts'
import { type Gauge, Metrics, mayReadMetrics } from './metrics.ts'
import { handleMockRequest, parseMockRoute, type RenderMock } from './mock.ts'
import { sendError, sendHtml, sendJson, sendRedirect, sendText, toAppError } from './respond.ts'
import { handleScimRequest } from './scim.ts'
import { handleShowDocRequest } from './showdoc-compat.ts'
import type { StaticFiles } from './static-files.ts'
import { sendTryItFrame, tryItFramePath } from './try-it-frame.ts'

// Source: security 3, Data and processes.
const headersTimeoutMs = 10_000
const keepAliveMs = 5_000
// A body has 20 s, as with Apache's mod_reqtimeout, and longer while at least 8 KB arrive per second: 64 kbit/s is less
// than the slowest connection in practical use, and a large file takes the time it needs.
const connectionLimits = { most: 1000, patienceMs: 1_000, graceMs: 20_000, bytesPerSecond: 8_000, checkMs: 1_000 }
const longestHeaders = 16_384
const drainMs = 10_000
const idleCheckMs = 50
// The answer of an identity provider: the longest assertion, as base64 in a form.
const answerMaxBytes = 1_000_000

/** What the server needs in addition to the app. */
interface ServerParts {
  routes: Routes
  web: StaticFiles
  /** Returns what the page passes to the web bundle; called for each response. */
  boot(lang: Boot['lang']): Promise<Boot>
  /** Items that are published as docs sites. */
  docsSites: DocsSites
  /** Renders the responses of mocks. */
  mock: RenderMock
  /** Returns the numbers of the site for `/metrics`. */
  gauges(): Promise<Gauge[]>
  /** Returns what is wrong with the database or the disk; undefined when writes work. */
  notReady(): Promise<string | undefined>
  /** Answers servers that follow this one; undefined when none can. */
  standby?:
    | ((at: {
        request: IncomingMessage
        response: ServerResponse
        path: string
        query: string
        ip: string
      }) => Promise<void>)
    | undefined
  /** Answers systems that create accounts by SCIM; undefined on a copy, where nothing can be written. */
  scim?: ((request: ScimRequest) => Promise<ScimResponse>) | undefined
}

/** A server that is listening. */
export interface RunningHttp {
  server: Server
  port: number
  /** Stops accepting requests, gives the running ones 10 s to end, then closes. */
  stop(): Promise<void>
}

type Env = { Bindings: HttpBindings; Variables: { exchange: RequestContext } }

/** The `X-Robots-Tag` of every response, except those that search engines may index. */
const notListed = 'noindex'

/**
 * Returns the text of `/robots.txt`. A site that allows search engines allows every path: pages that must not be
 * indexed say so themselves, which an engine that may not read them would not see.
 */
async function robotsText(app: App, sites: DocsSites, exchange: RequestContext): Promise<string> {
  const isAllowed = await areSearchEnginesAllowed(app)
  const site = isAllowed ? await siteOfRequest(sites, exchange) : undefined
  const map = !site?.isPublic || site.base === '' ? '' : `Sitemap: ${site.base}/sitemap.xml\n`
  return `User-agent: *\n${isAllowed ? 'Allow' : 'Disallow'}: ${app.config.base_path}/\n${map}`
}

/** Whether search engines may index the page at `path`: a public item or one of its pages, where the site allows it. */
async function isIndexable(app: App, path: string): Promise<boolean> {
  const place = parseViewerAddress(path)
  if (!place || !(await areSearchEnginesAllowed(app))) return false
  try {
    const ref = /^\d+$/.test(place.item) ? Number(place.item) : place.item
    const { item_id } = await requireItem(app, anonymousVisitor, ref, 'view')
    if (place.page_id === undefined) return true
    return (await requirePage(app, anonymousVisitor, Number(place.page_id), 'view')).item.item_id === item_id
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

const securityHeaders: readonly (readonly [string, string])[] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['X-Robots-Tag', notListed],
  ['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
]

/** Returns the request path without the base path. A proxy may keep the base path or strip it: both work. */
const below = (base: string, path: string): string =>
  base !== '' && (path === base || path.startsWith(`${base}/`)) ? path.slice(base.length) || '/' : path

function routerOf(app: App, parts: ServerParts): Hono<Env> {
  const router = new Hono<Env>({ getPath: (request) => below(app.config.base_path, new URL(request.url).pathname) })

  const trusted = trustedProxies(app.config.trusted_proxies)
  const indexPage = new IndexPage(parts.web)
  const metrics = app.config.metrics === 'off' ? undefined : new Metrics()

  const send = async (context: Context<Env>, operation: (exchange: RequestContext) => Promise<unknown>) => {
    await operation(context.get('exchange'))
    return RESPONSE_ALREADY_SENT
  }

  router.use('*', async (context, next) => {
    const { incoming, outgoing } = context.env
    context.set('exchange', begin(app, trusted, metrics, incoming as IncomingMessage, outgoing as ServerResponse))
    await next()
  })

  router.get('/healthz', (context) =>
    send(context, ({ request, response }) => sendJson(request, response, 200, '{"status":"ok"}')),
  )
  router.get('/readyz', (context) =>
    send(context, async ({ request, response }) => {
      const problem = await parts.notReady()
      const { following } = app
      const copy = following && { copy_of: following.url, lag_seconds: Math.round(following.lagSeconds() ?? -1) }
      const body = problem === undefined ? { status: 'ok', ...copy } : { status: 'not ready', problem, ...copy }
      await sendJson(request, response, problem === undefined ? 200 : 503, JSON.stringify(body))
    }),
  )
  router.get('/metrics', (context) =>
    send(context, async (exchange) => {
      const { request, response } = exchange
      // a client that may not read them does not learn whether there are any
      if (!metrics || !mayReadMetrics(app.config, request)) return sendError(exchange, new AppError('unknownCall'))
      sendText(response, 200, metrics.text(await parts.gauges()))
    }),
  )
  router.all('/standby/*', (context) =>
    send(context, async (exchange) => {
      const { request, response, path, query, trusted } = exchange
      try {
        if (!parts.standby) throw new AppError('unknownCall')
        await parts.standby({ request, response, path, query, ip: clientAddress(request, trusted) })
      } catch (error) {
        if (!response.destroyed) await sendError(exchange, toAppError(error, exchange))
      }
    }),
  )
  router.all('/scim/*', (context) =>
    send(context, async (exchange) => {
      if (!parts.scim) return sendError(exchange, new AppError('unknownCall'))
      await handleScimRequest(app, exchange, parts.scim)
    }),
  )
  router.get('/robots.txt', (context) =>
    send(context, async (exchange) =>
      sendText(exchange.response, 200, await robotsText(app, parts.docsSites, exchange)),
    ),
  )
  for (const name of ['sitemap.xml', 'llms.txt'] as const) {
    router.on('GET', [`/${name}`], (context) => send(context, (exchange) => sendPageList(app, parts, exchange, name)))
    router.on('GET', [`/:item/${name}`], (context) =>
      send(context, (exchange) => sendPageList(app, parts, exchange, name, context.req.param('item'))),
    )
  }
  router.on('GET', ['/:item/:page{[0-9]+\\.md}'], (context) =>
    send(context, async (exchange) => {
      const { item = '', page_id } = parseViewerAddress(exchange.path.replace(/\.md$/, '')) ?? {}
      const text = page_id && (await parts.docsSites.pageMarkdown({ item, page_id }, exchange.lang))
      if (!text) return sendError(exchange, new AppError('unknownCall'))
      sendForPrograms(exchange.response, 'text/markdown', text)
    }),
  )
  router.on('GET', ['/site-logo'], (context) =>
    send(context, async (exchange) => {
      const host = requestedHost(exchange)
      const logo = host === undefined ? undefined : await parts.docsSites.logoAtHost(host)
      if (!logo) return sendError(exchange, new AppError('unknownCall'))
      sendSiteLogo(exchange, logo)
    }),
  )
  router.all('/api/*', (context) => send(context, (exchange) => handleApiRequest(app, parts.routes, exchange)))
  const answerProgram = (exchange: RequestContext) => {
    const mockLookup = parseMockRoute(exchange)
    if (mockLookup) return handleMockRequest(app, exchange, mockLookup, parts.mock)
    return handleShowDocRequest(app, parts.routes, exchange)
  }
  router.all('/server/*', (context) => send(context, answerProgram))
  router.on('ALL', ['/mock-path/*', '/mock-data/*'], (context) =>
    send(context, (exchange) => {
      const asked = parseMockRoute(exchange)
      return asked
        ? handleMockRequest(app, exchange, asked, parts.mock)
        : sendError(exchange, new AppError('unknownCall'))
    }),
  )
  router.on('GET', ['/Public/Uploads/*'], (context) =>
    send(context, async (exchange) => {
      const former_path = formerFileAt(exchange.path)
      const sign = former_path && (await findSignByFormerPath(app.db, former_path))
      // as for a file that the caller may not open
      if (!sign) return sendError(exchange, new AppError('fileGone'))
      exchange.path = '/api/attachment/visitFile'
      exchange.query = `sign=${sign}`
      await handleApiRequest(app, parts.routes, exchange)
    }),
  )
  router.on('GET', ['/tools/:name'], async (context, next) => {
    const name = context.req.param('name')
    if (!/^docstead-[a-z]+\.(?:sh|ps1)$/.test(name)) return next()
    return send(context, async (exchange) => {
      const item_id = new URLSearchParams(exchange.query).get('item_id')
      exchange.path = `/api/tools/${item_id === null ? 'script' : 'scriptWithKey'}`
      exchange.query = new URLSearchParams({ name, ...(item_id === null ? {} : { item_id }) }).toString()
      await handleApiRequest(app, parts.routes, exchange)
    })
  })
  router.on('GET', ['/:item/openapi.json', '/:item/openapi.yaml'], (context) =>
    send(context, async (exchange) => {
      const format = exchange.path.endsWith('.yaml') ? 'yaml' : 'json'
      const _item_pwd = new URLSearchParams(exchange.query).get('_item_pwd')
      const query = { item_id: context.req.param('item'), format, ...(_item_pwd === null ? {} : { _item_pwd }) }
      exchange.path = '/api/export/openapi'
      exchange.query = new URLSearchParams(query).toString()
      await handleApiRequest(app, parts.routes, exchange)
    }),
  )
  // People follow these addresses, and providers know them: they are shorter than those of the calls, and each provider
  // has its own.
  const signInWith = (call: 'begin' | 'finish' | 'samlMetadata' | 'samlLogout') => (context: Context<Env>) =>
    send(context, async (exchange) => {
      const fields = new Map([['provider_id', context.req.param('provider_id') ?? '']])
      // what is signed is the query as it was sent
      if (call === 'samlLogout' && exchange.request.method !== 'POST') fields.set('query', exchange.query)
      exchange.path = `/api/ExtLogin/${call}`
      exchange.pathFields = fields
      exchange.bodyMaxBytes = answerMaxBytes
      await handleApiRequest(app, parts.routes, exchange)
    })
  router.on('GET', ['/sign-in/:provider_id'], signInWith('begin'))
  router.on(['GET', 'POST'], ['/sign-in/:provider_id/callback'], signInWith('finish'))
  router.on('GET', ['/sign-in/:provider_id/metadata'], signInWith('samlMetadata'))
  router.on(['GET', 'POST'], ['/sign-in/:provider_id/logout'], signInWith('samlLogout'))
  router.on('ALL', ['/', '/index.php'], async (context, next) => {
    if (!isForPrograms(context.get('exchange').query)) return next()
    return send(context, answerProgram)
  })
  router.all('*', (context) =>
    send(context, async (exchange) => {
      const { request, response, path, query } = exchange
      if (request.method !== 'GET' && request.method !== 'HEAD')
        return sendError(exchange, new AppError('methodNotAllowed'))
      if (parts.web.serve(path, request, response)) return
      const screen = screenAt(path, query)
      if (screen !== undefined) return sendRedirect(response, { redirectTo: app.config.base_path + screen })
      if (path === tryItFramePath) return sendTryItFrame(response, request.method === 'HEAD')
      // A name with an extension is a file, and an API address is not a screen: an HTML page in its place would be
      // misleading.
      if (/\.\w{2,5}$/.test(path) || /^\/(server|mock-path|metrics|Public\/Uploads|index\.php)(\/|$)/.test(path))
        return sendError(exchange, new AppError('unknownCall'))
      await sendIndexPage(app, exchange, parts, indexPage)
    }),
  )
  router.onError(async (error, context) => {
    const exchange = context.get('exchange')
    exchange?.log.error({ err: error, request_id: exchange.requestId }, 'a request failed')
    if (exchange) await sendError(exchange, new AppError('internal'))
    return RESPONSE_ALREADY_SENT
  })
  return router
}

// A list of many pages takes some ms.
const listsPerMinute = 60

/** Sends the sitemap, or the list for language models, of an item or of the docs site of the requested host. */
async function sendPageList(
  app: App,
  parts: ServerParts,
  exchange: RequestContext,
  name: 'sitemap.xml' | 'llms.txt',
  item?: string,
): Promise<void> {
  const { request, response, trusted } = exchange
  const who = networkOf(clientAddress(request, trusted))
  if (!app.limiter.take(`sitemap:${who}`, listsPerMinute, 60_000))
    return sendError(exchange, new AppError('tooManyRequests'))
  const host = item === undefined ? requestedHost(exchange) : undefined
  const of = item === undefined ? host !== undefined && { host } : parseViewerAddress(`/${item}`) && { item }
  const isSitemap = name === 'sitemap.xml'
  const sites = parts.docsSites
  const text = of ? await (isSitemap ? sites.sitemap(of) : sites.llmsText(of)) : undefined
  if (text === undefined) return sendError(exchange, new AppError('unknownCall'))
  sendForPrograms(response, isSitemap ? 'application/xml' : 'text/plain', text)
}

async function sendIndexPage(
  app: App,
  exchange: RequestContext,
  parts: ServerParts,
  indexPage: IndexPage,
): Promise<void> {
  const { request, response, path, query } = exchange
  const site = await siteOfRequest(parts.docsSites, exchange)
  const redirectTo = site && redirectAtHost(site, app.config.base_path, path, query)
  if (redirectTo === 'unknown') return sendError(exchange, new AppError('unknownCall'))
  if (redirectTo !== undefined) return sendRedirect(response, { redirectTo })
  const nonce = randomBytes(16).toString('base64')
  const ownBoot = await parts.boot(request.headers['accept-language'] === undefined ? null : exchange.lang)
  const boot = site ? bootAtHost(ownBoot, site) : ownBoot
  const isListed = await isIndexable(app, path)
  const place = parseViewerAddress(path)
  const head = place && (await parts.docsSites.pageHead(place))
  const html = indexPage.render(boot, { path, isListed, head }, nonce)
  if (isListed) response.removeHeader('X-Robots-Tag')
  response.setHeader('Content-Security-Policy', contentPolicy(nonce))
  await sendHtml(request, response, html)
}

// Unique within this run by its number and across runs by its prefix; random bytes for each request would cost more.
const runId = randomBytes(5).toString('hex')
let requests = 0
const nextRequestId = (): string => runId + (requests++).toString(16).padStart(6, '0')

function begin(
  app: App,
  trusted: BlockList,
  metrics: Metrics | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): RequestContext {
  const url = request.url ?? '/'
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  const query = mark < 0 ? '' : url.slice(mark + 1)
  const requestId = nextRequestId()
  const exchange: RequestContext = {
    request,
    response,
    path: below(app.config.base_path, path),
    query,
    requestId,
    lang: parseAcceptLanguage(request.headers['accept-language']) ?? app.config.language,
    trusted,
    log: app.log,
  }
  for (const [name, value] of securityHeaders) response.setHeader(name, value)
  if (app.config.site_url.startsWith('https://')) response.setHeader('Strict-Transport-Security', 'max-age=31536000')
  response.setHeader('X-Request-Id', requestId)
  const started = performance.now()
  response.once('close', () => {
    const ms = Math.round((performance.now() - started) * 10) / 10
    const { uid } = exchange
    metrics?.count(exchange.path, response.statusCode, ms)
    const isCall = exchange.path.startsWith('/api/')
    app.log[isCall ? 'info' : 'debug'](
      {
        request_id: requestId,
        method: request.method,
        path: exchange.path.slice(0, 200),
        status: response.statusCode,
        ms,
        ...(uid === undefined ? {} : { uid }),
      },
      'request',
    )
  })
  return exchange
}

/** Starts the HTTP server. Rejects with the system's error (`EADDRINUSE`, `EACCES`) when it cannot listen. */
export async function startHttp(app: App, parts: ServerParts): Promise<RunningHttp> {
  const router = routerOf(app, parts)
  const server = createHttpServer(
    {
      headersTimeout: headersTimeoutMs,
      requestTimeout: 0, // `limitConnections` handles slow bodies
      keepAliveTimeout: keepAliveMs,
      maxHeaderSize: longestHeaders,
      connectionsCheckingInterval: 2_000,
    },
    getRequestListener(router.fetch, { overrideGlobalObjects: false }),
  )
  const trusted = trustedProxies(app.config.trusted_proxies)
  limitConnections(server, connectionLimits, (address) => isTrusted(trusted, address))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(app.config.port, app.config.host, resolve)
  })
  const address = server.address()
  return {
    server,
    port: typeof address === 'object' && address ? address.port : app.config.port,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      // A connection whose request has just ended becomes idle only now; keep-alive would hold it for a request that
      // never comes.
      const idle = setInterval(() => server.closeIdleConnections(), idleCheckMs)
      const late = setTimeout(() => server.closeAllConnections(), drainMs)
      await Promise.all([closed, ...app.background])
      clearInterval(idle)
      clearTimeout(late)
    },
  }
}

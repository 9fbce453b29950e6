import { readFile, rm, writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { ApiError, type Client, createClient } from '#shared/contract/client.ts'
import type { ReceivedFile } from '#shared/contract/fields.ts'
import { type Contract, contract } from '#shared/contract/index.ts'
import type { User } from '#src/access/caller.ts'
import type { Visitor } from '#src/access/permissions.ts'
import { handlers } from '#src/api.ts'
import type { App } from '#src/core/app.ts'
import { StartError } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import type { FileResponse } from '#src/core/file-response.ts'
import type { Lang } from '#src/core/i18n.ts'
import { stringify } from '#src/core/serialized-json.ts'
import type { ItemSite } from '#src/features/item-folder/index.ts'
import { authorize } from '#src/http/authorize.ts'
import { buildRoutes, parseInput } from '#src/http/dispatch.ts'
import type { RequestInfo } from '#src/http/handlers.ts'
import { actingUser } from './acting-user.ts'
import { type Invocation, withDatabase } from './command.ts'
import { commandLineApp } from './command-line-app.ts'

/** The values of the calls of a client that is used like the others. */
type AnyCall = (input?: Record<string, unknown>) => Promise<unknown>

/** Creates a client from a function that makes each call. */
function clientOf(call: (controller: string, action: string, input: Record<string, unknown>) => Promise<unknown>) {
  const controllerOf = (controller: string) =>
    new Proxy<Record<string, AnyCall>>(Object.create(null), {
      get:
        (_, action: string): AnyCall =>
        (input = {}) =>
          call(controller, action, input),
    })
  return new Proxy(Object.create(null), {
    get: (_, controller: string) => controllerOf(controller),
  }) as Client<Contract>
}

/** A site over the network, with the rights of a token; without one, with those of a visitor. */
function remoteSite(url: string, token: string | undefined, lang: Lang): ItemSite {
  let seconds = 0
  const client = createClient<Contract>({
    base: url,
    headers: () => ({ 'Accept-Language': lang, ...(token && { Authorization: `Bearer ${token}` }) }),
    async fetch(...request) {
      const response = await fetch(...request)
      seconds = Math.floor(Date.parse(response.headers.get('date') ?? '') / 1000) || 0
      return response
    },
  }) as unknown as Record<string, Record<string, AnyCall>>
  return {
    address: url,
    now: () => seconds,
    client: clientOf(async (controller, action, input) => {
      try {
        return await client[controller]?.[action]?.(input)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.errorName === 'offline') throw new StartError('siteUnreachable', { url })
        throw new AppError(error.errorName, error.values)
      }
    }),
  }
}

async function responseOf(file: FileResponse): Promise<Response> {
  const content = await file.read()
  const bytes = Buffer.isBuffer(content) ? content : await buffer(content)
  const name = file.downloadAs ?? file.shownAs ?? ''
  const headers = { 'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}` }
  return new Response(new Uint8Array(bytes), { headers })
}

/**
 * The data folder of this machine, as a user: each call is parsed, permitted and handled as one over the network, without
 * a server.
 */
function localSite(app: App, user: User, lang: Lang): ItemSite {
  const routes = buildRoutes(contract, handlers)
  const visitor: Visitor = { user, grantOf: () => undefined, itemPassword: undefined, ip: '' }
  const request: RequestInfo = {
    ip: '',
    agent: 'docstead',
    host: '',
    lang,
    scriptLang: lang,
    visitor,
    wantsEvents: false,
    tokenHash: undefined,
    held: undefined,
    log: app.log,
    signInSecret: undefined,
    arrival: () => ({
      peer: '',
      isTrusted: false,
      client: '',
      isHttps: false,
      host: '',
      headers: [],
      forwardedFor: '',
      forwardedProto: '',
    }),
    browserCaller: async () => undefined,
    abortSignal: () => app.stopping,
    // there is no browser that could have a cookie
    beginSession: () => undefined,
    endSession: () => undefined,
    setSignInSecret: () => undefined,
    grantVisit: () => undefined,
    origin: () => undefined,
  }
  const receive = async (input: Record<string, unknown>): Promise<ReceivedFile | undefined> => {
    const given = Object.values(input).find((one) => one instanceof File)
    if (!given) return undefined
    const path = app.files.incomingPath()
    await writeFile(path, new Uint8Array(await given.arrayBuffer()), { mode: 0o600 })
    return { name: given.name, path, sizeBytes: given.size }
  }
  return {
    address: '',
    now: () => Math.floor(app.now().getTime() / 1000),
    client: clientOf(async (controller, action, input) => {
      const route = routes.get(`${controller}/${action}`.toLowerCase())
      if (!route) throw new AppError('unknownCall')
      const { endpoint } = route
      const fields = Object.entries(input).filter(([, value]) => value !== undefined && !(value instanceof File))
      const parsed = parseInput(route, new Map(fields), lang)
      const file = await receive(input)
      try {
        const proof = await authorize(app, endpoint, visitor, parsed)
        const result = await route.handle({ app, input: parsed, user, file, request, ...proof })
        if (endpoint.responseType === 'file') return responseOf(result as FileResponse)
        // as the wire has it
        return JSON.parse(String(stringify(endpoint.output.parse(result))))
      } finally {
        if (file) await rm(file.path, { force: true })
      }
    }),
  }
}

/** Returns the token of the options: `--token-file`, `--token` or the environment. @throws {StartError} configUnreadable */
async function tokenOf(call: Invocation): Promise<string | undefined> {
  const path = call.flags.get('token-file')
  if (path === undefined) return call.option('token')
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) throw new StartError('configUnreadable', { path, from: '--token-file' })
  return text.trim()
}

/**
 * Rejects a token that the site does not take. It would answer as to a visitor, and a pull would remove from the folder
 * what visitors may not see.
 *
 * @throws {StartError} tokenRejected
 */
async function requireToken(site: ItemSite): Promise<void> {
  try {
    await site.client.user.info()
  } catch (error) {
    if (!(error instanceof AppError) || error.errorName !== 'notLoggedIn') throw error
    throw new StartError('tokenRejected', { url: site.address })
  }
}

/**
 * Runs an operation on the site that the options name: with `--url`, one over the network; otherwise the data folder of
 * this machine, as the administrator or `--as NAME`.
 *
 * @throws {StartError} urlBad, configUnreadable, tokenRejected, noAdministrator, noSuchUser, siteUnreachable, and those of `withDatabase`
 * @throws {AppError} those of the calls
 */
export async function withItemSite<T>(call: Invocation, operation: (site: ItemSite) => Promise<T>): Promise<T> {
  const url = call.flags.has('data') && !call.flags.has('url') ? undefined : call.option('url')
  if (url !== undefined) {
    if (!URL.canParse(url) || !/^https?:/i.test(url)) throw new StartError('folderBadUrl', { url }, 2)
    const token = await tokenOf(call)
    const site = remoteSite(url.replace(/\/+$/, ''), token, call.lang)
    if (token !== undefined) await requireToken(site)
    return operation(site)
  }
  const config = call.readConfig()
  return withDatabase(config, false, async ({ db }) => {
    const app = commandLineApp(config, db)
    const user = await actingUser(db, call.option('as'))
    const result = await operation(localSite(app, user, call.lang))
    await Promise.all(app.background)
    return result
  })
}

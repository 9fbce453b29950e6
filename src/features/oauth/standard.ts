import { createHash } from 'node:crypto'
import * as oauth from 'oauth4webapi'
import {
  type Beginning,
  type OutsidePerson,
  type ProviderApp,
  ProviderError,
} from '#src/features/sign-in-provider/index.ts'
import { fetchObject, httpOptions, type JsonObject, providerFailure } from './client.ts'
import { personOf, requireTenant } from './person.ts'
import type { OauthSettings } from './settings.ts'

type Server = oauth.AuthorizationServer

// How long a discovery document is used without asking again, and how long at most when the provider does not answer.
const freshMs = 10 * 60_000
const staleMs = 24 * 3600_000
const rememberedMost = 100

/** What providers have said about themselves. */
interface Known {
  servers: Map<string, { at: number; server: Server }>
  keySets: Map<string, oauth.JWKSCacheInput>
}

const knownBy = new WeakMap<ProviderApp['config'], Known>()

function known({ config }: ProviderApp): Known {
  const one = knownBy.get(config) ?? { servers: new Map(), keySets: new Map() }
  knownBy.set(config, one)
  return one
}

function remember<V>(map: Map<string, V>, key: string, value: V): void {
  if (map.size >= rememberedMost && !map.has(key)) map.clear()
  map.set(key, value)
}

const cacheKey = ({ issuer, ca }: OauthSettings): string => `${issuer} ${createHash('sha256').update(ca).digest('hex')}`

/** Reads the discovery document of an issuer. @throws {ProviderError} */
export async function discover(app: ProviderApp, settings: OauthSettings): Promise<Server> {
  try {
    const issuer = new URL(settings.issuer)
    const options = { algorithm: 'oidc' as const, ...httpOptions(app, settings) }
    const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options))
    remember(known(app).servers, cacheKey(settings), { at: performance.now(), server })
    return server
  } catch (error) {
    throw providerFailure(error)
  }
}

/** Returns what is known about an issuer, or about a service by its settings alone. @throws {ProviderError} */
export async function serverOf(app: ProviderApp, settings: OauthSettings): Promise<Server> {
  if (settings.issuer === '') {
    return {
      issuer: new URL(settings.tokenUrl).origin,
      authorization_endpoint: settings.authorizeUrl,
      token_endpoint: settings.tokenUrl,
      userinfo_endpoint: settings.userUrl,
    }
  }
  const last = known(app).servers.get(cacheKey(settings))
  const age = last ? performance.now() - last.at : Number.POSITIVE_INFINITY
  if (last && age < freshMs) return last.server
  try {
    return await discover(app, settings)
  } catch (error) {
    if (!last || age > staleMs) throw error
    app.log.warn({ reason: messageOf(error) }, 'a discovery document could not be read again')
    return last.server
  }
}

/** Returns an endpoint of a server. @throws {ProviderError} */
export function endpointOf(server: Server, name: 'authorization_endpoint' | 'token_endpoint' | 'jwks_uri'): URL {
  const address = server[name]
  if (!address || !URL.canParse(address)) throw new ProviderError('rejected', `the discovery document has no ${name}`)
  return new URL(address)
}

// never the error itself: its cause may have a token
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const defaultScope = 'openid profile email'

/** Begins a sign-in: with PKCE, and with a nonce where there will be an ID token. @throws {ProviderError} */
export async function beginStandard(app: ProviderApp, settings: OauthSettings, callback: string): Promise<Beginning> {
  const server = await serverOf(app, settings)
  const address = endpointOf(server, 'authorization_endpoint')
  const verifier = oauth.generateRandomCodeVerifier()
  const nonce = settings.issuer === '' ? '' : oauth.generateRandomNonce()
  const challenge = await oauth.calculatePKCECodeChallenge(verifier)
  const scope = settings.scope || (settings.issuer === '' ? '' : defaultScope)
  const fields = {
    response_type: 'code',
    client_id: settings.client_id,
    redirect_uri: callback,
    scope,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    nonce,
    // Google asks for an account of this organisation alone; others do not know it
    hd: server.issuer === 'https://accounts.google.com' ? settings.tenant : '',
  }
  return {
    secrets: { verifier, nonce },
    url(state) {
      for (const [name, value] of Object.entries(fields)) if (value !== '') address.searchParams.set(name, value)
      address.searchParams.set('state', state)
      return address.href
    },
  }
}

/** Two servers' clocks may differ by this much, in seconds. */
export const clockTolerance = 60

/** Returns this site as a client, by the app's clock. */
export const clientOf = (app: ProviderApp, { client_id }: OauthSettings): oauth.Client => ({
  client_id,
  [oauth.clockSkew]: Math.round((app.now().getTime() - Date.now()) / 1000),
  [oauth.clockTolerance]: clockTolerance,
})

const encoded = (text: string): string => encodeURIComponent(text).replaceAll('%20', '+')

/**
 * Sends the client ID and the secret in a header. Source: RFC 6749, 2.3.1. The characters that need no encoding stay as
 * they are: the library encodes them too, which is as right, but LemonLDAP::NG, for one, decodes nothing, and would
 * reject a secret with a hyphen.
 */
const basicAuth =
  (client_secret: string): oauth.ClientAuth =>
  (_server, { client_id }, _body, headers) =>
    headers.set('authorization', `Basic ${btoa(`${encoded(client_id)}:${encoded(client_secret)}`)}`)

/** Returns how the client secret is sent: as chosen, else as the server says. */
export function clientAuth(server: Server, { client_secret, client_auth, issuer }: OauthSettings): oauth.ClientAuth {
  if (client_secret === '') return oauth.None()
  // Source: OpenID Connect Discovery 3, whose default is basic. Services without discovery all take the form.
  const methods = server.token_endpoint_auth_methods_supported ?? [
    issuer === '' ? 'client_secret_post' : 'client_secret_basic',
  ]
  const isBasic = client_auth === 'auto' ? methods.includes('client_secret_basic') : client_auth === 'basic'
  return isBasic ? basicAuth(client_secret) : oauth.ClientSecretPost(client_secret)
}

/** The code that a provider sent for a token. */
interface Exchange {
  answer: Readonly<Record<string, string>>
  secrets: Readonly<Record<string, string>>
}

async function readToken(app: ProviderApp, settings: OauthSettings, server: Server, { answer, secrets }: Exchange) {
  const client = clientOf(app, settings)
  const names = ['code', 'state', 'error', 'error_description', ...(settings.issuer === '' ? [] : ['iss'])]
  const fields = names.flatMap((name): [string, string][] => (answer[name] === undefined ? [] : [[name, answer[name]]]))
  const parameters = oauth.validateAuthResponse(server, client, new URLSearchParams(fields), answer['state'] ?? '')
  if (!parameters.has('code')) throw new ProviderError('rejected', 'the answer has no code')
  const http = httpOptions(app, settings)
  const { callback = '', verifier = '', nonce = '' } = secrets
  const auth = clientAuth(server, settings)
  const response = await oauth.authorizationCodeGrantRequest(server, client, auth, parameters, callback, verifier, http)
  if (settings.issuer === '') {
    const token = await oauth.processGenericTokenEndpointResponse(server, client, await plainToken(response))
    return { token, claims: undefined }
  }
  const token = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: nonce,
    requireIdToken: true,
  })
  const jwksKey = `${server.issuer} ${endpointOf(server, 'jwks_uri').href}`
  const { keySets } = known(app)
  const jwks = keySets.get(jwksKey) ?? {}
  remember(keySets, jwksKey, jwks)
  await oauth.validateApplicationLevelSignature(server, response, { ...http, [oauth.jwksCache]: jwks })
  return { token, claims: oauth.getValidatedIdTokenClaims(token) }
}

/** Returns the fields of a token: as JSON, or as a form, which older services send. */
function tokenFields(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return Object.fromEntries(new URLSearchParams(text))
  }
}

/**
 * Returns the token of a service without an issuer as the library reads it. Some send an ID token, whose issuer nobody has
 * configured: it is not read. Some leave out the type of the token, or report an error with status 200.
 *
 * @throws {ProviderError}
 */
async function plainToken(response: Response): Promise<Response> {
  if (response.status !== 200) return response
  const { id_token: _, token_type = 'bearer', ...fields } = tokenFields(await response.text())
  const { error, error_description: text } = fields
  if (error !== undefined) throw new ProviderError('rejected', [error, text].filter(Boolean).join(': '))
  return Response.json({ ...fields, token_type })
}

const isDescribed = ({ usernames, name, email }: OutsidePerson): boolean =>
  usernames.length > 0 && name !== '' && email !== ''

/** Returns what the address of the person says about the owner of a token. @throws {ProviderError} */
async function readUser(
  app: ProviderApp,
  settings: OauthSettings,
  address: string,
  token: string,
): Promise<JsonObject> {
  const { status, body } = await fetchObject(app, settings, address, { token })
  if (status !== 200) throw new ProviderError('rejected', `the address of the person answers HTTP ${status}`)
  return body
}

/**
 * Returns the addresses of a person at GitHub that it has verified: the main one first.
 */
async function githubEmail(app: ProviderApp, settings: OauthSettings, token: string): Promise<JsonObject> {
  if (settings.moreUrl === '') return {}
  const options = { token, headers: { Accept: 'application/vnd.github+json' } }
  const list = await fetchList(app, settings, settings.moreUrl, options)
  const own = list.filter((one) => one['verified'] === true)
  const email = (own.find((one) => one['primary'] === true) ?? own[0])?.['email']
  return typeof email === 'string' ? { email, email_verified: true } : {}
}

async function fetchList(
  app: ProviderApp,
  settings: OauthSettings,
  address: string,
  { token, headers }: { token: string; headers: Record<string, string> },
): Promise<JsonObject[]> {
  const { [oauth.customFetch]: fetch } = httpOptions(app, settings)
  const response = await fetch(address, {
    method: 'GET',
    headers: { ...headers, Authorization: `Bearer ${token}` },
    body: undefined,
    redirect: 'manual',
  })
  const list: unknown = response.status === 200 ? await response.json().catch(() => []) : []
  return Array.isArray(list) ? list.filter((one) => typeof one === 'object' && one !== null) : []
}

/** Checks the answer of OpenID Connect or OAuth2. @throws {ProviderError} */
export async function finishStandard(
  app: ProviderApp,
  settings: OauthSettings,
  authority: string,
  exchange: Exchange,
): Promise<OutsidePerson> {
  try {
    const server = await serverOf(app, settings)
    const { token, claims } = await readToken(app, settings, server, exchange)
    const { access_token } = token
    if (!claims) {
      const user = await readUser(app, settings, settings.userUrl, access_token)
      const email = settings.service === 'github' ? await githubEmail(app, settings, access_token) : {}
      const described = { ...user, ...email }
      requireTenant(settings, [described['hd'], described['tid']])
      return personOf(settings, described, { authority })
    }
    requireTenant(settings, [claims['tid'], claims['hd']])
    const hint = token.id_token ?? ''
    const at = { authority, signOutHint: hint.length <= 4000 ? hint : '' }
    const person = personOf(settings, claims, at)
    if (isDescribed(person) || !server.userinfo_endpoint) return person
    const more = await readUserInfo(app, settings, server, { access_token, sub: claims.sub }).catch(
      (error: unknown) => {
        if (person.usernames.length === 0) throw error
        const reason = messageOf(providerFailure(error))
        app.log.warn({ reason }, 'the address of the person did not answer; the ID token has their name')
        return {}
      },
    )
    return personOf(settings, { ...more, ...claims }, at)
  } catch (error) {
    throw providerFailure(error)
  }
}

async function readUserInfo(
  app: ProviderApp,
  settings: OauthSettings,
  server: Server,
  { access_token, sub }: { access_token: string; sub: string },
): Promise<JsonObject> {
  const client = clientOf(app, settings)
  const response = await oauth.userInfoRequest(server, client, access_token, httpOptions(app, settings))
  return oauth.processUserInfoResponse(server, client, sub, response)
}

/** Returns the address where the provider ends its own session; undefined when it has none. @throws {ProviderError} */
export async function endSessionUrl(
  app: ProviderApp,
  settings: OauthSettings,
  { hint, home }: { hint: string; home: string },
): Promise<string | undefined> {
  if (settings.issuer === '') return undefined
  const { end_session_endpoint } = await serverOf(app, settings)
  if (!end_session_endpoint || !URL.canParse(end_session_endpoint)) return undefined
  const address = new URL(end_session_endpoint)
  address.searchParams.set('client_id', settings.client_id)
  address.searchParams.set('post_logout_redirect_uri', home)
  if (hint !== '') address.searchParams.set('id_token_hint', hint)
  return address.href
}

import * as oauth from 'oauth4webapi'
import type { App } from '#src/core/app.ts'
import { type Beginning, type OutsidePerson, ProviderError } from '#src/features/sign-in-provider/index.ts'
import { fetchObject, type JsonObject } from './client.ts'
import { fittingUsernames, personOf, requireTenant } from './person.ts'
import type { OauthSettings } from './settings.ts'

/** A service with calls of its own, in place of those of OAuth2. */
interface Service {
  /** Whether it takes PKCE. */
  usesPkce: boolean
  /** Returns the fields of the address that people sign in at. */
  beginFields(settings: OauthSettings, callback: string): Record<string, string>
  /** Returns the person of a code. @throws {ProviderError} */
  finish(
    app: Pick<App, 'config' | 'now'>,
    settings: OauthSettings,
    at: { authority: string; code: string; callback: string; verifier: string },
  ): Promise<OutsidePerson>
  /** Tries the client secret alone. @throws {ProviderError} */
  trySecret(app: Pick<App, 'config' | 'now'>, settings: OauthSettings): Promise<void>
}

const textIn = (body: JsonObject, name: string): string => {
  const value = body[name]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** Throws what a service reports as an error. */
function rejected(call: string, { status, body }: { status: number; body: JsonObject }): never {
  const names = ['code', 'errcode', 'error', 'msg', 'message', 'errmsg', 'error_description']
  const facts = names.map((name) => textIn(body, name)).filter(Boolean)
  throw new ProviderError('rejected', `${call}: ${[...facts, `HTTP ${status}`].join(', ')}`)
}

const objectIn = (body: JsonObject, name: string): JsonObject | undefined => {
  const value = body[name]
  return typeof value === 'object' && value !== null ? (value as JsonObject) : undefined
}

/** Feishu and Lark. Source: open.feishu.cn, obtain-oauth-code, get-user-access-token, authen-v1/user_info. */
const feishu: Service = {
  usesPkce: true,

  beginFields: ({ client_id, scope }, callback) => ({
    response_type: 'code',
    client_id,
    redirect_uri: callback,
    scope,
  }),

  async finish(app, settings, { authority, code, callback, verifier }) {
    const { client_id, client_secret } = settings
    const grant = { grant_type: 'authorization_code', client_id, client_secret, code, redirect_uri: callback }
    const json = { ...grant, code_verifier: verifier }
    const token = await fetchObject(app, settings, settings.tokenUrl, { json })
    const access_token = textIn(token.body, 'access_token')
    if (access_token === '') rejected('token', token)
    const user = await fetchObject(app, settings, settings.userUrl, { token: access_token })
    const person = objectIn(user.body, 'data')
    if (textIn(user.body, 'code') !== '0' || !person) return rejected('user_info', user)
    requireTenant(settings, [person['tenant_key']])
    const address = textIn(person, 'enterprise_email')
    const email = address || textIn(person, 'email')
    // the company gives its people their addresses; other ones may be anybody's
    const verified = { email, email_verified: address !== '' }
    // `name` is often the name of several people
    const usernames = fittingUsernames([email, textIn(person, 'user_id'), textIn(person, 'en_name')])
    return personOf(settings, { ...person, ...verified }, { authority, usernames })
  },

  async trySecret(app, settings) {
    const json = { app_id: settings.client_id, app_secret: settings.client_secret }
    const address = new URL('/open-apis/auth/v3/tenant_access_token/internal', settings.tokenUrl).href
    const answer = await fetchObject(app, settings, address, { json })
    if (textIn(answer.body, 'code') !== '0') rejected('tenant_access_token', answer)
  },
}

/** DingTalk. Source: open.dingtalk.com, oauth2/auth, oauth2/userAccessToken, contact/users/me. */
const dingtalk: Service = {
  usesPkce: false,

  beginFields: ({ client_id, scope, tenant }, callback) => ({
    response_type: 'code',
    client_id,
    redirect_uri: callback,
    scope: scope || (tenant === '' ? 'openid' : 'openid corpid'),
    prompt: 'consent',
    // the sign-in page then offers this organisation alone
    ...(tenant !== '' && { exclusiveLogin: 'true', exclusiveCorpId: tenant }),
  }),

  async finish(app, settings, { authority, code }) {
    const { client_id: clientId, client_secret: clientSecret } = settings
    const json = { clientId, clientSecret, code, grantType: 'authorization_code' }
    const token = await fetchObject(app, settings, settings.tokenUrl, { json })
    const accessToken = textIn(token.body, 'accessToken')
    if (accessToken === '') rejected('userAccessToken', token)
    requireTenant(settings, [token.body['corpId']])
    const headers = { 'x-acs-dingtalk-access-token': accessToken }
    const user = await fetchObject(app, settings, settings.userUrl, { headers })
    if (textIn(user.body, 'unionId') === '') return rejected('users/me', user)
    const usernames = fittingUsernames([textIn(user.body, 'email'), textIn(user.body, 'nick')])
    return personOf(settings, user.body, { authority, usernames })
  },

  async trySecret(app, settings) {
    const json = { appKey: settings.client_id, appSecret: settings.client_secret }
    const address = new URL('/v1.0/oauth2/accessToken', settings.tokenUrl).href
    const answer = await fetchObject(app, settings, address, { json })
    if (textIn(answer.body, 'accessToken') === '') rejected('accessToken', answer)
  },
}

/** Tokens of WeCom last two hours, and it limits how often they are fetched. */
const wecomTokens = new Map<string, { token: string; expires: number }>()
const rememberedMost = 100

/** Returns an address with fields; what it has stays. */
function withFields(address: string, fields: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return url.href
}

async function wecomToken(
  app: Pick<App, 'config' | 'now'>,
  settings: OauthSettings,
  isFresh = false,
): Promise<{ token: string; isKnown: boolean }> {
  const { client_id: corpid, client_secret: corpsecret, tokenUrl } = settings
  const key = JSON.stringify([tokenUrl, corpid, corpsecret])
  const now = app.now().getTime()
  const known = wecomTokens.get(key)
  if (!isFresh && known && known.expires > now) return { token: known.token, isKnown: true }
  const answer = await fetchObject(app, settings, withFields(tokenUrl, { corpid, corpsecret }))
  const token = textIn(answer.body, 'access_token')
  if (token === '') rejected('gettoken', answer)
  if (wecomTokens.size >= rememberedMost) wecomTokens.clear()
  const lasts = Math.min(7200, Number(textIn(answer.body, 'expires_in')) || 0)
  wecomTokens.set(key, { token, expires: now + (lasts - 300) * 1000 })
  return { token, isKnown: false }
}

// Invalid and expired tokens. Source: developer.work.weixin.qq.com, global error codes.
const endedTokens = new Set(['40014', '42001'])

/** WeCom. Source: developer.work.weixin.qq.com, wwlogin, gettoken, auth/getuserinfo, user/get. */
const wecom: Service = {
  usesPkce: false,

  beginFields: ({ client_id, agent_id }, callback) => ({
    login_type: 'CorpApp',
    appid: client_id,
    agentid: agent_id,
    redirect_uri: callback,
  }),

  async finish(app, settings, { authority, code }) {
    const ask = (access_token: string) =>
      fetchObject(app, settings, withFields(settings.userUrl, { access_token, code }))
    const first = await wecomToken(app, settings)
    let { token } = first
    let user = await ask(token)
    if (first.isKnown && endedTokens.has(textIn(user.body, 'errcode'))) {
      token = (await wecomToken(app, settings, true)).token
      user = await ask(token)
    }
    const userid = textIn(user.body, 'userid') || textIn(user.body, 'UserId')
    if (textIn(user.body, 'errcode') !== '0') return rejected('getuserinfo', user)
    if (userid === '') throw new ProviderError('rejected', 'the person is not a member of the company')
    // what a member is called may not be read by every application: the user name is enough
    const details =
      settings.moreUrl === ''
        ? {}
        : (await fetchObject(app, settings, withFields(settings.moreUrl, { access_token: token, userid }))).body
    const { name, email, biz_mail } = details
    const address = typeof biz_mail === 'string' && biz_mail !== '' ? biz_mail : email
    const known = { userid, name, email: address, email_verified: address === biz_mail && address !== undefined }
    return personOf(settings, known, { authority, usernames: [userid] })
  },

  trySecret: async (app, settings) => void (await wecomToken(app, settings, true)),
}

/** The services with calls of their own. */
export const services: Readonly<Record<string, Service | undefined>> = { feishu, dingtalk, wecom }

/** Begins a sign-in at a service with calls of its own. */
export async function beginService(service: Service, settings: OauthSettings, callback: string): Promise<Beginning> {
  const verifier = service.usesPkce ? oauth.generateRandomCodeVerifier() : ''
  const fields = {
    ...service.beginFields(settings, callback),
    ...(service.usesPkce && {
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }),
  }
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
  return { secrets: { verifier }, url: (state) => withFields(settings.authorizeUrl, { ...given, state }) }
}

/** Returns the person whom a service answers about. @throws {ProviderError} */
export async function finishService(
  app: Pick<App, 'config' | 'now'>,
  service: Service,
  settings: OauthSettings,
  at: {
    authority: string
    answer: Readonly<Record<string, string>>
    secrets: Readonly<Record<string, string>>
  },
): Promise<OutsidePerson> {
  const { authority, answer, secrets } = at
  const { callback = '', verifier = '' } = secrets
  const code = answer['authCode'] || answer['code'] || ''
  if (code === '') {
    const detail = [answer['error'], answer['error_description']].filter(Boolean).join(': ')
    throw new ProviderError('cancelled', detail || 'the answer has no code')
  }
  return service.finish(app, settings, { authority, code, callback, verifier })
}

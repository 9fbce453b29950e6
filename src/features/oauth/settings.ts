import type { oauthServices } from '#shared/settings.ts'
import { type CommonSettings, parseCommonSettings } from '#src/features/sign-in-provider/index.ts'

/** The settings of a provider that speaks OAuth2 or OpenID Connect, as they are used. */
export interface OauthSettings extends CommonSettings {
  service: (typeof oauthServices)[number]
  /** The issuer of OpenID Connect; empty for OAuth2 alone. */
  issuer: string
  client_id: string
  client_secret: string
  client_auth: 'auto' | 'basic' | 'post'
  agent_id: string
  /** The addresses of a service without an issuer; empty when there is none. */
  authorizeUrl: string
  tokenUrl: string
  /** Where the person is described, and where more about them is. */
  userUrl: string
  moreUrl: string
  scope: string
  /** The organisation that people must belong to; empty for any. */
  tenant: string
  /** Whether an address without encryption is allowed, because the settings have one. */
  isInsecure: boolean
}

type Form = Readonly<Record<string, string>>

const isAddress = (text: string): boolean => /^https?:\/\//i.test(text)

/** Returns the address of a path at the host of a form; a path may be a whole address. */
function addressOf(form: Form, path: string): string {
  if (path === '' || isAddress(path)) return path
  const host = (form['host'] ?? '')
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/+$/, '')
  return host === '' ? '' : `${form['protocol'] || 'https'}://${host}${path.startsWith('/') ? path : `/${path}`}`
}

/** Returns the settings of a form. */
export function parseOauthSettings(form: Form): OauthSettings {
  const text = (name: string) => form[name]?.trim() ?? ''
  const service = text('service') as OauthSettings['service']
  const issuer = service === 'standard' ? text('issuer') : ''
  const address = (name: string) => addressOf(form, text(name))
  const tokenUrl = address('token_path')
  const standardUser = address('userinfo_path') || address('resource_path')
  return {
    service,
    issuer,
    client_id: text('client_id'),
    client_secret: form['client_secret'] ?? '',
    client_auth: text('client_auth') as OauthSettings['client_auth'],
    agent_id: text('agent_id'),
    authorizeUrl: address('authorize_path'),
    tokenUrl,
    userUrl: service === 'standard' ? standardUser : address('userinfo_path'),
    moreUrl: service === 'standard' ? '' : address('resource_path'),
    scope: text('scope'),
    tenant: text('tenant'),
    isInsecure: /^http:/i.test(issuer || tokenUrl),
    ...parseCommonSettings(form),
  }
}

/** Returns the first field that is missing in a form; undefined when it can be used. */
export function missingOauthField(form: Form): string | undefined {
  const settings = parseOauthSettings(form)
  if (settings.client_id === '') return 'client_id'
  if (settings.issuer !== '') return undefined
  if (settings.service !== 'standard' && settings.client_secret === '') return 'client_secret'
  if (settings.authorizeUrl === '') return addressOf(form, 'x') === '' ? 'host' : 'authorize_path'
  if (settings.tokenUrl === '') return 'token_path'
  if (settings.userUrl === '') return 'userinfo_path'
  return settings.service === 'wecom' && settings.agent_id === '' ? 'agent_id' : undefined
}

const withoutSlash = (address: string): string => address.replace(/\/+$/, '')

/**
 * Returns who vouches for people by the settings of a form: the issuer, or the origin that issues tokens. WeCom's user
 * names are those of one company.
 */
export function oauthAuthority(form: Form): string {
  const { issuer, tokenUrl, service, client_id } = parseOauthSettings(form)
  if (issuer !== '') return withoutSlash(issuer)
  const origin = URL.canParse(tokenUrl) ? new URL(tokenUrl).origin : ''
  return service === 'wecom' ? `${origin}#${client_id}` : origin
}

import { type ProviderType, showdocProvider } from '#shared/sign-in-providers.ts'
import type { User } from '#src/access/caller.ts'
import { siteOrigin } from '#src/access/site-policy.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { AppError, fail } from '#src/core/errors.ts'
import { recordAudit } from '#src/features/audit/index.ts'
import { casProtocol } from '#src/features/cas/index.ts'
import { oauthProtocol } from '#src/features/oauth/index.ts'
import { readOptions } from '#src/features/options/index.ts'
import { samlProtocol } from '#src/features/saml/index.ts'
import {
  callbackOf,
  findProvider,
  type Provider,
  ProviderError,
  type ProviderProtocol,
  requireWebAddress,
} from '#src/features/sign-in-provider/index.ts'
import { findToken } from '#src/features/user/index.ts'
import { type Attempt, type BrowserRequest, beginAttempt, countStep, finishAttempt, storeFailure } from './attempts.ts'
import { finishOutsidePerson } from './outside-person.ts'

/** How each type of provider signs people in. */
const protocols: Record<ProviderType, ProviderProtocol> = {
  oauth2: oauthProtocol,
  saml: samlProtocol,
  cas: casProtocol,
}

/** Returns how a type of provider signs people in. */
export const protocolOf = (type: ProviderType): ProviderProtocol => protocols[type]

/** A request of a browser that signs in with a provider. */
export interface ProviderRequest extends BrowserRequest {
  /** The origin that the browser requested. */
  origin(): string | undefined
}

/** Returns the address of this site, with the base path, without a slash at the end. */
export const siteAddress = async (app: App, request: Pick<ProviderRequest, 'origin'>): Promise<string> =>
  ((await siteOrigin(app)) ?? request.origin() ?? '') + app.config.base_path

/**
 * SAML and CAS check for which site an answer is: that may only be the address in the settings, because the one that a
 * request names can be anybody's.
 *
 * @throws {AppError} providerIncomplete, with the field `site_url`
 */
export async function requireSiteAddress(app: App, { type, name }: Pick<Provider, 'type' | 'name'>): Promise<void> {
  if (type === 'oauth2' || (await siteOrigin(app)) !== undefined) return
  fail('providerIncomplete', { provider: name, field: 'site_url' })
}

/** Returns what a person learns about a failure of a provider: an administrator finds the reason in the audit log. */
function forPerson({ name: provider }: Provider, error: ProviderError): AppError {
  if (error.reason === 'cancelled') return new AppError('signInCancelled', { provider })
  const isDown = error.reason === 'unreachable' || error.reason === 'forbidden' || error.reason === 'certificate'
  return new AppError(isDown ? 'providerDown' : 'providerFailed', { provider })
}

/** What the audit log says about a failure; undefined for one that says nothing about a provider or a person. */
function auditDetail(error: AppError | ProviderError): string | undefined {
  if (error instanceof ProviderError) return [error.reason, error.host, error.detail].filter(Boolean).join(': ')
  if (error.errorName === 'signInExpired') return undefined
  const { name } = error.values
  return name === undefined ? error.errorName : `${error.errorName}: ${name}`
}

/** Runs a step of a sign-in; a failure is written to the audit log and becomes an `AppError`. @throws {AppError} */
export async function reporting<T>(app: App, ip: string, provider: Provider, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    if (!(error instanceof AppError || error instanceof ProviderError)) throw error
    const detail = auditDetail(error)
    if (detail !== undefined) {
      const entry = {
        uid: 0,
        username: '',
        action: 'loginFailed',
        detail: `${provider.provider_id}: ${detail}`,
        ip,
      } as const
      await recordAudit(app.db, entry, nowSeconds(app))
      app.log.warn({ ip, provider: provider.provider_id, reason: detail }, 'sign-in with a provider failed')
    }
    throw error instanceof ProviderError ? forPerson(provider, error) : error
  }
}

/** @throws {AppError} providerGone, providerOff, providerIncomplete */
export async function requireOpen(app: App, provider_id: string): Promise<Provider> {
  const provider = (await findProvider(app, provider_id)) ?? fail('providerGone')
  if (!provider.isOpen) fail('providerOff', { provider: provider.name })
  const field = protocolOf(provider.type).missingField(provider.form)
  if (field !== undefined) fail('providerIncomplete', { provider: provider.name, field })
  await requireSiteAddress(app, provider)
  return provider
}

/**
 * Begins to sign in with a provider, or to link an account of it.
 *
 * @returns the address at the provider that the browser goes to
 * @throws {AppError} providerGone, providerOff, providerIncomplete, providerDown, providerFailed, tooManyRequests, readOnlyCopy
 */
export async function beginWithProvider(
  app: App,
  request: ProviderRequest,
  provider_id: string,
  { uid, redirect }: Pick<Attempt, 'uid' | 'redirect'>,
): Promise<string> {
  countStep(app, request.ip)
  const provider = await requireOpen(app, provider_id)
  return reporting(app, request.ip, provider, async () => {
    const callback = callbackOf(provider, await siteAddress(app, request))
    const { secrets, url } = await protocolOf(provider.type).begin(app, provider, callback)
    const attempt = { uid, redirect, secrets: { ...secrets, callback } }
    return requireWebAddress(await url(await beginAttempt(app, request, provider, attempt)))
  })
}

/**
 * Takes the answer of a provider and finishes what the person began. A failure to link is shown on the person's own
 * screen.
 *
 * @returns the path of this site to open, without the base path
 * @throws {AppError} as `beginWithProvider`, and signInExpired, signInCancelled, those of `finishOutsidePerson`
 */
export async function finishWithProvider(
  app: App,
  request: ProviderRequest & { user: User | undefined },
  provider_id: string,
  answer: Readonly<Record<string, string>>,
): Promise<string> {
  countStep(app, request.ip)
  const provider = await requireOpen(app, provider_id)
  const attempt = await finishAttempt(app, request, provider, answer['state'] ?? '')
  try {
    return await reporting(app, request.ip, provider, async () => {
      const person = await protocolOf(provider.type).finish(app, provider, answer, attempt.secrets)
      return finishOutsidePerson(app, request, { provider, attempt, person })
    })
  } catch (error) {
    if (!(error instanceof AppError) || attempt.uid === 0) throw error
    return `${attempt.redirect}&failed=${await storeFailure(app, error)}`
  }
}

/** Returns the path of the sign-in screen that shows a failure, without the base path. */
export const failurePath = async (app: App, error: AppError): Promise<string> =>
  `/user/login?failed=${await storeFailure(app, error)}`

/** The path of the person's own screen that shows the linked accounts. */
export const linksPath = '/user/setting?tab=security'

/**
 * Returns where a person goes who signs out: to the provider that the session was begun with, which ends its own session; or
 * to the address of ShowDoc's form. Undefined for nowhere.
 *
 * @param token_hash the session that ends
 */
export async function signOutAddress(
  app: App,
  request: Pick<ProviderRequest, 'origin'>,
  uid: number,
  token_hash: Buffer,
): Promise<string | undefined> {
  const session = await findToken(app.db, uid, token_hash)
  const provider_id = session?.provider_id ?? ''
  const provider = await findProvider(app, provider_id || showdocProvider)
  if (provider_id === '') {
    const { oauth2_open } = await readOptions(app.db)
    return (oauth2_open && provider?.form['logout_redirect_uri']) || undefined
  }
  if (!provider?.isOpen) return undefined
  const site = await siteAddress(app, request)
  const at = { hint: session?.sign_out_hint ?? '', home: `${site}/`, callback: callbackOf(provider, site) }
  try {
    const address = await protocolOf(provider.type).signOutUrl(app, provider, at)
    return address && requireWebAddress(address)
  } catch (error) {
    // the session here has ended all the same
    const reason = error instanceof Error ? error.message : ''
    app.log.warn({ reason, provider: provider_id }, 'the provider did not say where its session ends')
    return undefined
  }
}

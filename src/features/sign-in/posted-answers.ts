import { createHash } from 'node:crypto'
import { callbackPath } from '#shared/sign-in-providers.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { AppError, fail } from '#src/core/errors.ts'
import { hashSecret, newSecret } from '#src/core/secrets.ts'
import { type Tx, transact } from '#src/db/database.ts'
import { insertAudit } from '#src/features/audit/index.ts'
import { endedTicket, ticketHint } from '#src/features/cas/index.ts'
import {
  type LogoutMessage,
  parseSamlSettings,
  parseSession,
  readLogoutRequest,
  type SamlAnswer,
  siteAddresses,
  siteMetadata,
  takeSamlAnswer,
} from '#src/features/saml/index.ts'
import {
  callbackOf,
  findProvider,
  type Provider,
  ProviderError,
  requireWebAddress,
} from '#src/features/sign-in-provider/index.ts'
import { listTicketsOfProvider, listTokensOfProvider, removeToken, takeTicket } from '#src/features/user/index.ts'
import { findAttempt, insertUsedAssertion, updateAttemptSecrets } from './attempt-queries.ts'
import { countStep, storeFailure } from './attempts.ts'
import { finishOutsidePerson } from './outside-person.ts'
import { parseRedirectTarget } from './redirect-target.ts'
import { type ProviderRequest, reporting, requireOpen, requireSiteAddress, siteAddress } from './with-provider.ts'

/** @throws {ProviderError} for an assertion that has been used */
async function useAssertion(tx: Tx, { authority }: { authority: string }, answer: SamlAnswer): Promise<void> {
  const hash = createHash('sha256')
    .update(JSON.stringify([authority, answer.assertionId]))
    .digest()
  const isNew = await insertUsedAssertion(tx, hash, Math.ceil(answer.endsAt / 1000))
  if (!isNew) throw new ProviderError('rejected', 'the assertion has been used before')
}

/** Takes an answer that the identity provider sends by itself, where the settings allow that. */
async function takeUnrequested(
  app: App,
  request: ProviderRequest,
  provider: Provider,
  answer: string,
): Promise<string> {
  if (provider.form['idp_initiated'] !== '1') fail('signInExpired')
  const callback = callbackOf(provider, await siteAddress(app, request))
  return reporting(app, request.ip, provider, async () => {
    const taken = await takeSamlAnswer(app, provider, { answer, callback, requestId: undefined })
    const { person } = taken
    await transact(app.db, (tx) => useAssertion(tx, person, taken))
    const attempt = { uid: 0, redirect: parseRedirectTarget(undefined), secrets: {} }
    return finishOutsidePerson(app, { ...request, user: undefined }, { provider, attempt, person })
  })
}

/**
 * Takes an answer of SAML. It comes by POST from another site, without cookies: it is verified, and what it says is stored
 * with the sign-in that has begun. The browser goes on with a GET, which has the cookies, and only there is it let in. A
 * code goes with it: otherwise somebody could begin, have another person bring their answer, and be that person.
 *
 * @returns the path of this site to open, without the base path
 * @throws {AppError} as `finishWithProvider`
 */
export async function takePostedAnswer(
  app: App,
  request: ProviderRequest,
  provider_id: string,
  { SAMLResponse, RelayState }: { SAMLResponse: string; RelayState: string },
): Promise<string> {
  countStep(app, request.ip)
  const provider = await requireOpen(app, provider_id)
  if (provider.type !== 'saml') fail('signInExpired')
  const state_hash = hashSecret(RelayState)
  const attempt = await findAttempt(app.db, state_hash)
  if (!attempt) return takeUnrequested(app, request, provider, SAMLResponse)
  if (attempt.provider_id !== provider_id || attempt.expire_time <= nowSeconds(app)) fail('signInExpired')
  const secrets = JSON.parse(attempt.secrets) as Record<string, string>
  const { callback = '', requestId = '' } = secrets
  const code = newSecret()
  const codeHash = hashSecret(code).toString('hex')
  try {
    await reporting(app, request.ip, provider, async () => {
      const taken = await takeSamlAnswer(app, provider, { answer: SAMLResponse, callback, requestId })
      await transact(app.db, async (tx) => {
        await useAssertion(tx, taken.person, taken)
        const person = JSON.stringify(taken.person)
        await updateAttemptSecrets(tx, state_hash, JSON.stringify({ ...secrets, person, codeHash }))
      })
    })
  } catch (error) {
    if (!(error instanceof AppError) || attempt.uid === 0) throw error
    return `${attempt.redirect}&failed=${await storeFailure(app, error)}`
  }
  return `${callbackPath(provider_id)}?${new URLSearchParams({ state: RelayState, code })}`
}

/** Ends the sessions that began with a provider and that it ends; access tokens stay. */
async function endSessions(
  app: App,
  ip: string,
  provider_id: string,
  isEnded: (hint: string) => boolean,
): Promise<void> {
  const now = nowSeconds(app)
  await transact(app.db, async (tx) => {
    const ended = (await listTokensOfProvider(tx, provider_id)).filter(({ sign_out_hint }) => isEnded(sign_out_hint))
    for (const { uid, username, token_hash } of ended) {
      await removeToken(tx, uid, token_hash)
      await insertAudit(tx, { uid, username, ip, action: 'logout', detail: `${provider_id}: ended there` }, now)
    }
    // a sign-in that waits for its second step would begin a session that the provider has ended
    for (const { ticket_hash, sign_out_hint } of await listTicketsOfProvider(tx, provider_id))
      if (isEnded(sign_out_hint)) await takeTicket(tx, ticket_hash)
  })
}

/**
 * Takes the message of a CAS server that a session has ended. The ticket in it is known to nobody but the server and the
 * person.
 */
export async function takeCasLogout(app: App, ip: string, provider_id: string, logoutRequest: string): Promise<void> {
  countStep(app, ip)
  const provider = await requireOpen(app, provider_id)
  const ticket = provider.type === 'cas' ? endedTicket(logoutRequest) : undefined
  if (ticket === undefined) return
  const hint = ticketHint(ticket)
  await endSessions(app, ip, provider_id, (one) => one === hint)
}

/**
 * Takes what an identity provider of SAML says about signing out.
 *
 * @returns the address that the browser goes to
 * @throws {AppError} providerGone, providerOff, providerIncomplete, providerFailed, providerDown, tooManyRequests, readOnlyCopy
 */
export async function takeSamlLogout(
  app: App,
  request: ProviderRequest,
  provider_id: string,
  message: LogoutMessage,
): Promise<string> {
  countStep(app, request.ip)
  const home = `${app.config.base_path}/`
  const provider = await requireOpen(app, provider_id)
  // a response to our own request: the session here has ended before
  if (provider.type !== 'saml' || message.SAMLRequest === '') return home
  const callback = callbackOf(provider, await siteAddress(app, request))
  return reporting(app, request.ip, provider, async () => {
    const { isEnded, responseUrl } = await readLogoutRequest(app, provider, message, callback)
    await endSessions(app, request.ip, provider_id, (hint) => {
      const session = parseSession(hint)
      return session !== undefined && isEnded(session)
    })
    const address = await responseUrl()
    return address === undefined ? home : requireWebAddress(address)
  })
}

/**
 * Returns the metadata of this site for a provider of SAML, also for one that is not open yet.
 *
 * @throws {AppError} providerGone, providerFailed, providerIncomplete, tooManyRequests
 */
export async function samlMetadata(app: App, request: ProviderRequest, provider_id: string): Promise<string> {
  countStep(app, request.ip)
  const provider = await findProvider(app, provider_id)
  if (provider?.type !== 'saml') return fail('providerGone')
  await requireSiteAddress(app, provider)
  const site = await siteAddress(app, request)
  return reporting(app, request.ip, provider, async () => {
    const settings = parseSamlSettings(provider.form)
    return siteMetadata(settings, siteAddresses(settings, callbackOf(provider, site)))
  })
}

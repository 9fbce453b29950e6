import * as oauth from 'oauth4webapi'
import { AppError } from '#src/core/errors.ts'
import {
  failureOf,
  type Provider,
  type ProviderApp,
  ProviderError,
  type ProviderTestStep,
} from '#src/features/sign-in-provider/index.ts'
import { httpOptions, parseObject, providerFailure, sendToProvider } from './client.ts'
import { services } from './services.ts'
import { missingOauthField, type OauthSettings, parseOauthSettings } from './settings.ts'
import { clientAuth, clientOf, clockTolerance, discover, endpointOf, serverOf } from './standard.ts'

/** The steps of a test, up to the first that fails. */
class Steps {
  readonly list: ProviderTestStep[] = []

  note(step: string, outcome: ProviderTestStep['outcome'], values: Record<string, string> = {}): void {
    this.list.push({ step, outcome, values })
  }

  fail(step: string, values: Record<string, string>, error: AppError['errorName'], more: Record<string, string> = {}) {
    this.list.push({ step, outcome: 'failed', values, error: new AppError(error, { ...values, ...more }) })
  }

  /** Runs a step, and returns whether it succeeded. */
  async run(step: string, values: Record<string, string>, operation: () => Promise<Record<string, string>>) {
    try {
      this.note(step, 'ok', { ...values, ...(await operation()) })
      return true
    } catch (error) {
      const failure = providerFailure(error)
      if (!(failure instanceof ProviderError)) throw error
      this.list.push({ step, outcome: 'failed', values, error: failureOf(failure) })
      return false
    }
  }
}

/** Waits for what has nothing to show. */
async function done(operation: Promise<unknown>): Promise<Record<string, string>> {
  await operation
  return {}
}

const hosts = (addresses: readonly (string | undefined)[]): string =>
  [...new Set(addresses.filter((one) => one && URL.canParse(one)).map((one) => new URL(one ?? '').host))].join(', ')

async function tryDiscovery(app: ProviderApp, settings: OauthSettings, steps: Steps): Promise<boolean> {
  const { issuer } = settings
  if (!(await steps.run('discovery', { issuer }, () => done(discover(app, settings))))) return false
  const server = await serverOf(app, settings)
  const isFound = await steps.run('endpoints', {}, async () => {
    endpointOf(server, 'authorization_endpoint')
    endpointOf(server, 'token_endpoint')
    const addresses = [server.authorization_endpoint, server.token_endpoint, server.userinfo_endpoint]
    return { hosts: hosts(addresses), logout: server.end_session_endpoint ? 'yes' : 'no' }
  })
  if (!isFound) return false
  let sentAt = Number.NaN
  const hasKeys = await steps.run('keys', {}, async () => {
    const address = endpointOf(server, 'jwks_uri').href
    const response = await sendToProvider(app, settings, address, { headers: { Accept: 'application/json' } })
    const { status, text } = response
    sentAt = response.sentAt
    if (status !== 200) throw new ProviderError('rejected', `HTTP ${status}`, new URL(address).host)
    const { keys } = parseObject(address, text)
    const count = Array.isArray(keys) ? keys.length : 0
    if (count === 0) throw new ProviderError('rejected', 'no keys', new URL(address).host)
    return { count: String(count) }
  })
  return hasKeys && tryClock(app, settings, sentAt, steps)
}

/** Compares the clock of a provider with that of this server: an ID token is valid for so long by both. */
function tryClock({ now }: ProviderApp, { issuer }: OauthSettings, sentAt: number, steps: Steps): boolean {
  if (Number.isNaN(sentAt)) return true
  const seconds = Math.round(Math.abs(sentAt - now().getTime()) / 1000)
  if (seconds <= clockTolerance) steps.note('clock', 'ok')
  else steps.fail('clock', { host: hosts([issuer]), seconds: String(seconds) }, 'providerClockWrong')
  return seconds <= clockTolerance
}

/** Whether the address of the person answers at all: without a token it must not say anything. */
const tryUserAddress = (app: ProviderApp, settings: OauthSettings, steps: Steps): Promise<boolean> =>
  steps.run('user', { url: settings.userUrl }, async () => {
    const { status } = await sendToProvider(app, settings, settings.userUrl, {
      headers: { Accept: 'application/json' },
    })
    if (status === 404 || status >= 500)
      throw new ProviderError('rejected', `HTTP ${status}`, new URL(settings.userUrl).host)
    return {}
  })

// What servers say about a client or its secret that they do not know. The last is GitHub's.
const wrongSecret = new Set(['invalid_client', 'unauthorized_client', 'incorrect_client_credentials'])
// What they say about a code that they have not given out, after they have accepted the secret.
const wrongCode = new Set(['invalid_grant', 'bad_verification_code', 'invalid_request'])

/** Tries the client secret with a code that nobody has given out. */
async function trySecret(app: ProviderApp, settings: OauthSettings, callback: string, steps: Steps): Promise<void> {
  const { client_id } = settings
  const server = await serverOf(app, settings)
  const client = clientOf(app, settings)
  const code = oauth.validateAuthResponse(
    { ...server, authorization_response_iss_parameter_supported: false },
    client,
    new URLSearchParams({ code: 'docstead-test', state: 'test' }),
    'test',
  )
  const auth = clientAuth(server, settings)
  const verifier = oauth.generateRandomCodeVerifier()
  const http = httpOptions(app, settings)
  let said = ''
  const isAnswered = await steps.run('token', { url: server.token_endpoint ?? '' }, async () => {
    const response = await oauth.authorizationCodeGrantRequest(server, client, auth, code, callback, verifier, http)
    const { status } = response
    const { host } = endpointOf(server, 'token_endpoint')
    if (status === 404 || status >= 500) throw new ProviderError('rejected', `HTTP ${status}`, host)
    const { error } = parseObject(host, await response.text())
    said = typeof error === 'string' ? error : ''
    return {}
  })
  if (!isAnswered) return
  if (wrongSecret.has(said)) steps.fail('secret', { client: client_id }, 'providerSecretWrong', { detail: said })
  else if (wrongCode.has(said)) steps.note('secret', 'ok', { client: client_id, detail: said })
  else steps.note('secret', 'skipped', { client: client_id, detail: said })
}

/** Goes through what a sign-in needs, step by step, until one fails. Changes nothing. */
export async function testOauth(
  app: ProviderApp,
  { form, name }: Provider,
  callback: string,
): Promise<ProviderTestStep[]> {
  const settings = parseOauthSettings(form)
  const steps = new Steps()
  const field = missingOauthField(form)
  if (field !== undefined) {
    steps.fail('form', { field }, 'providerIncomplete', { provider: name })
    return steps.list
  }
  const service = services[settings.service]
  if (service) {
    const values = { url: settings.tokenUrl, client: settings.client_id }
    if (!(await steps.run('secret', values, () => done(service.trySecret(app, settings))))) return steps.list
  } else if (settings.issuer !== '') {
    if (!(await tryDiscovery(app, settings, steps))) return steps.list
    await trySecret(app, settings, callback, steps)
  } else {
    if (!(await tryUserAddress(app, settings, steps))) return steps.list
    await trySecret(app, settings, callback, steps)
  }
  // with a secret that is not accepted, nobody has to try it in a browser
  if (steps.list.every(({ outcome }) => outcome !== 'failed')) steps.note('callback', 'ok', { url: callback })
  return steps.list
}

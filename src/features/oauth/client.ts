import * as oauth from 'oauth4webapi'
import type { App } from '#src/core/app.ts'
import {
  connectionErrorText,
  isCertificateError,
  OutboundError,
  type OutboundRequest,
  readResponseText,
  safeFetch,
} from '#src/core/safe-fetch.ts'
import { ProviderError } from '#src/features/sign-in-provider/index.ts'
import type { OauthSettings } from './settings.ts'

// Discovery documents and key sets have a few kilobytes.
const answerBytes = 512_000
const connectMs = 5_000

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address)

function outboundFailure(address: string, error: OutboundError): ProviderError {
  const detail = error.cause instanceof Error ? connectionErrorText(error.cause) : error.reason
  const host = hostOf(address)
  if (error.reason === 'notAllowed') return new ProviderError('forbidden', 'outbound_allow', host, error)
  if (isCertificateError(error.cause)) return new ProviderError('certificate', detail, host, error)
  return new ProviderError('unreachable', detail || error.reason, host, error)
}

/** What a provider has responded. */
interface ProviderResponse {
  status: number
  type: string
  text: string
  /** When it was sent, by the clock there, in ms; NaN when it does not say. */
  sentAt: number
}

/**
 * Sends a request to a provider, by the rules for outgoing requests.
 *
 * @throws {ProviderError}
 */
export async function sendToProvider(
  app: Pick<App, 'config'>,
  { ca, timeoutMs }: Pick<OauthSettings, 'ca' | 'timeoutMs'>,
  address: string,
  request: Pick<OutboundRequest, 'method' | 'headers' | 'body'>,
): Promise<ProviderResponse> {
  const limits = { connectMs: Math.min(connectMs, timeoutMs), totalMs: timeoutMs, answerBytes }
  try {
    const response = await safeFetch({ allow: app.config.outbound_allow, limits }, address, {
      ...request,
      ...(ca !== '' && { trusted: ca }),
    })
    const type = String(response.headers['content-type'] ?? '')
    const sentAt = Date.parse(response.headers.date ?? '')
    return { status: response.status, type, text: await readResponseText(response), sentAt }
  } catch (error) {
    throw error instanceof OutboundError ? outboundFailure(address, error) : error
  }
}

/** What a provider says as a JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Parses a JSON object. @throws {ProviderError} */
export function parseObject(address: string, text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject
  } catch {
    // as for JSON of another kind
  }
  throw new ProviderError('rejected', 'the answer is not a JSON object', hostOf(address))
}

/**
 * Sends a request to a service with calls of its own, and returns the object that it responds, also one that reports an
 * error: each service has its own form of that.
 *
 * @throws {ProviderError}
 */
export async function fetchObject(
  app: Pick<App, 'config'>,
  settings: OauthSettings,
  address: string,
  { json, token, headers }: { json?: JsonObject; token?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; body: JsonObject }> {
  const response = await sendToProvider(app, settings, address, {
    method: json ? 'POST' : 'GET',
    headers: {
      Accept: 'application/json',
      'User-Agent': 'Docstead',
      ...(json && { 'Content-Type': 'application/json; charset=utf-8' }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(json && { body: JSON.stringify(json) }),
  })
  return { status: response.status, body: parseObject(address, response.text) }
}

const bodyOf = (body: unknown): string | undefined =>
  body === undefined || body === null ? undefined : body instanceof URLSearchParams ? body.toString() : String(body)

// Statuses with which a `Response` may not have a body.
const bodiless = new Set([204, 205, 304])

/** Returns the options with which oauth4webapi sends its requests through `sendToProvider`. */
export const httpOptions = (app: Pick<App, 'config'>, settings: OauthSettings) => ({
  [oauth.allowInsecureRequests]: settings.isInsecure,
  async [oauth.customFetch](
    address: string,
    { method, headers, body }: oauth.CustomFetchOptions<string, unknown>,
  ): Promise<Response> {
    const sent = bodyOf(body)
    const response = await sendToProvider(app, settings, address, {
      method,
      headers: { 'User-Agent': 'Docstead', ...headers },
      ...(sent !== undefined && { body: sent }),
    })
    return new Response(bodiless.has(response.status) ? null : response.text, {
      status: response.status,
      headers: { 'Content-Type': response.type },
    })
  },
})

/** Returns what oauth4webapi complains about as a `ProviderError`; anything else unchanged. */
export function providerFailure(error: unknown): unknown {
  if (error instanceof ProviderError) return error
  if (error instanceof oauth.AuthorizationResponseError) {
    const isCancelled = error.error === 'access_denied' || error.error === 'login_required'
    const detail = [error.error, error.error_description].filter(Boolean).join(': ')
    return new ProviderError(isCancelled ? 'cancelled' : 'rejected', detail, '', error)
  }
  if (error instanceof oauth.ResponseBodyError) {
    const detail = [error.error, error.error_description].filter(Boolean).join(': ')
    return new ProviderError('rejected', `${detail} (HTTP ${error.status})`, '', error)
  }
  if (error instanceof oauth.WWWAuthenticateChallengeError)
    return new ProviderError('rejected', `the access token is not accepted (HTTP ${error.status})`, '', error)
  if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError)
    return new ProviderError('rejected', [error.code, error.message].filter(Boolean).join(': '), '', error)
  // an address in the settings or in the discovery document that is none
  if (error instanceof TypeError) return new ProviderError('rejected', error.message, '', error)
  return error
}

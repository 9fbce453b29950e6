import type { ErrorName } from '#shared/contract/errors.ts'
import { siteSettings } from '#shared/settings.ts'
import type { App } from '#src/core/app.ts'
import { AppError, fail } from '#src/core/errors.ts'
import {
  OutboundError,
  type OutboundReason,
  type OutboundResponse,
  readResponseText,
  safeFetch,
} from '#src/core/safe-fetch.ts'
import { readOptions } from '#src/features/options/index.ts'

/** A service with an OpenAI-compatible API, as an administrator has configured it. */
export interface AiService {
  url: string
  key: string
  model: string
}

// Source: reference, api-facts 15.

const systemText =
  'You help people to write technical documents. Answer in Markdown and in the language of the request, with the text that is asked for and nothing around it.'

/**
 * Returns the address of a service's completions endpoint from what administrators enter: the host alone, the host with
 * a version, or the whole address.
 */
export function completionsUrl(host: string): string {
  const base = (host || siteSettings.open_api_host.fallback).replace(/\/+$/, '')
  if (base.endsWith('/chat/completions')) return base
  return /\/v\d+$/.test(base) ? `${base}/chat/completions` : `${base}/v1/chat/completions`
}

/** Returns the site's AI service. Nothing is sent until an administrator has entered a key. @throws {AppError} aiOff */
export async function requireAi(app: App): Promise<AiService> {
  const { open_api_key, open_api_host, ai_model_name } = await readOptions(app.db)
  if (open_api_key === '') fail('aiOff')
  return {
    url: completionsUrl(open_api_host),
    key: open_api_key,
    model: ai_model_name || siteSettings.ai_model_name.fallback,
  }
}

const failures: Record<OutboundReason, ErrorName> = {
  badAddress: 'aiUnreachable',
  notAllowed: 'aiNotAllowed',
  unreachable: 'aiUnreachable',
  tooSlow: 'aiTooSlow',
  tooLarge: 'aiAnswerBad',
  redirected: 'aiAnswerBad',
}

/** Returns the error for a failed request, and logs it. Unexpected errors are thrown again. */
export function toAiError(app: App, { url }: AiService, error: unknown): AppError {
  if (!(error instanceof OutboundError)) throw error
  app.log.warn({ host: new URL(url).host, reason: error.reason }, 'the AI service could not be asked')
  return new AppError(failures[error.reason])
}

/** Returns a service's error code: a single word, never a text, which may repeat the key. */
const codeIn = (text: string, key: string): string => {
  try {
    const { code, type } = (JSON.parse(text) as { error?: { code?: unknown; type?: unknown } }).error ?? {}
    const word = [code, type].find((one) => typeof one === 'string' && /^[\w.-]{1,60}$/.test(one))
    return typeof word === 'string' && !word.includes(key) ? ` ${word}` : ''
  } catch {
    return ''
  }
}

/**
 * Sends a request to the AI service.
 *
 * @throws {AppError} aiNotAllowed, aiUnreachable, aiTooSlow, aiAnswerBad, aiRefused
 */
export async function sendAiRequest(
  app: App,
  service: AiService,
  { content, isStream }: { content: string; isStream: boolean },
): Promise<OutboundResponse> {
  const messages = [
    { role: 'system', content: systemText },
    { role: 'user', content },
  ]
  try {
    const answer = await safeFetch({ allow: app.config.outbound_allow }, service.url, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${service.key}`,
        'Content-Type': 'application/json',
        Accept: isStream ? 'text/event-stream' : 'application/json',
      },
      body: JSON.stringify({ model: service.model, messages, stream: isStream }),
      isStream,
    })
    if (answer.status < 400) return answer
    const reason = `${answer.status}${codeIn(await readResponseText(answer), service.key)}`
    app.log.warn({ host: new URL(service.url).host, reason }, 'the AI service refused')
    return fail('aiRefused', { reason })
  } catch (error) {
    throw error instanceof AppError ? error : toAiError(app, service, error)
  }
}

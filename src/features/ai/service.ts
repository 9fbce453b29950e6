import { Readable, Transform } from 'node:stream'
import { z } from 'zod'
import type { Completion } from '#shared/contract/ai.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { createConcurrencyGuard } from '#src/core/concurrency-guard.ts'
import { fail } from '#src/core/errors.ts'
import { type EventStreamResponse, formatEvent } from '#src/core/event-stream-response.ts'
import { errorText, type Lang } from '#src/core/i18n.ts'
import { type OutboundResponse, readResponseText } from '#src/core/safe-fetch.ts'
import { type AiService, requireAi, sendAiRequest, toAiError } from './upstream.ts'

const lastEvent = '[DONE]'

const word = z.string().max(200).catch('')

// The fields that all services return; everything but the text may be missing.
const Answer = z.object({
  id: word,
  created: z.int().nonnegative().optional().catch(undefined),
  model: word,
  choices: z.array(z.object({ message: z.object({ content: z.string() }), finish_reason: word })).min(1),
})

/** Removes the key from a text, which a service might repeat. */
const withoutKey = (text: string, key: string): string => text.replaceAll(key, '***')

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Reads a service's response and returns it in the shape of our own API.
 *
 * @throws {AppError} aiAnswerBad, aiUnreachable, aiTooSlow
 */
async function readCompletion(
  app: App,
  service: AiService,
  answer: OutboundResponse,
): Promise<z.input<typeof Completion>> {
  const text = await readResponseText(answer).catch((error: unknown) => {
    throw toAiError(app, service, error)
  })
  const { data } = Answer.safeParse(parsed(withoutKey(text, service.key)))
  if (!data) return fail('aiAnswerBad')
  return {
    id: data.id,
    object: 'chat.completion',
    created: data.created ?? nowSeconds(app),
    model: data.model || service.model,
    choices: data.choices.map(({ message, finish_reason }, index) => ({
      index,
      message: { role: 'assistant', content: message.content },
      finish_reason,
    })),
  }
}

/**
 * Forwards the events of a service as they arrive, without the key, should an event contain it. Comments, which
 * services send as keep-alive, are forwarded as comments. When the source fails, the last event is what `failed`
 * returns.
 */
function relayEvents(source: Readable, key: string, failed: (error: Error) => string): Readable {
  const decoder = new TextDecoder()
  let rest = ''
  let isDone = false
  let failure: Error | undefined
  const passed = (line: string): string => {
    if (line.startsWith(':')) return ':\n\n'
    if (!line.startsWith('data:')) return ''
    const data = withoutKey(line.slice('data:'.length).trim(), key)
    isDone ||= data === lastEvent
    return formatEvent(data)
  }
  const events = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/)
      rest = lines.pop() ?? ''
      done(null, lines.map(passed).join(''))
    },
    flush(done) {
      const last = failure ? failed(failure) : passed(rest)
      done(null, last + (failure || isDone ? '' : formatEvent(lastEvent)))
    },
  })
  source.once('error', (error) => {
    failure = error
    events.end()
  })
  return source.pipe(events)
}

// Each request holds a connection to a service that is paid for by use. Source: security 3, Captcha, limits.
const enter = createConcurrencyGuard({ ofPerson: 2, inAll: 20 })
const perMinute = 20

/** Returns the service and a function that frees the caller's slot. @throws {AppError} aiOff, tooManyRequests */
async function begin(app: App, uid: number): Promise<{ service: AiService; leave: () => void }> {
  const service = await requireAi(app)
  const leave = enter(uid)
  if (!app.limiter.take(`ai:${uid}`, perMinute, 60_000)) {
    leave()
    fail('tooManyRequests')
  }
  return { service, leave }
}

/**
 * Returns the AI service's whole response to `content`.
 *
 * @throws {AppError} aiOff, aiNotAllowed, aiUnreachable, aiTooSlow, aiRefused, aiAnswerBad, tooManyRequests
 */
export async function completeText(app: App, uid: number, content: string): Promise<z.input<typeof Completion>> {
  const { service, leave } = await begin(app, uid)
  try {
    const answer = await sendAiRequest(app, service, { content, isStream: false })
    return await readCompletion(app, service, answer)
  } finally {
    leave()
  }
}

/**
 * Streams the AI service's response to `content` in its own events. A failure on the way is the last event.
 *
 * @throws {AppError} as `completeText`, for failures before the first event
 */
export async function streamText(app: App, uid: number, lang: Lang, content: string): Promise<EventStreamResponse> {
  const { service, leave } = await begin(app, uid)
  try {
    const answer = await sendAiRequest(app, service, { content, isStream: true })
    const failed = (error: Error) => {
      const { errorName, code } = toAiError(app, service, error)
      return formatEvent({ error_code: code, error_name: errorName, error_message: errorText(lang, errorName) })
    }
    const isStream = (answer.headers['content-type'] ?? '').startsWith('text/event-stream')
    // Some services do not support streams and respond at once.
    const events = isStream
      ? relayEvents(answer.body, service.key, failed)
      : Readable.from([formatEvent(asPiece(await readCompletion(app, service, answer))), formatEvent('[DONE]')])
    events.once('close', () => {
      answer.body.destroy()
      leave()
    })
    return { events }
  } catch (error) {
    leave()
    throw error
  }
}

const asPiece = ({ choices, ...rest }: z.input<typeof Completion>) => ({
  ...rest,
  object: 'chat.completion.chunk',
  choices: choices.map(({ message, ...choice }) => ({ ...choice, delta: message })),
})

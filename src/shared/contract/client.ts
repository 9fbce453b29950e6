import type { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import type { ErrorName, ErrorResponse } from './errors.ts'

// an object without fields would allow no file beside them
type Fields<E extends Endpoint> = string extends keyof z.input<E['input']> ? unknown : z.input<E['input']>
type Sendable<E extends Endpoint> = (E['upload'] extends string ? Fields<E> : z.input<E['input']>) &
  (E['upload'] extends string ? Record<E['upload'], Blob> : unknown)
type Arguments<T> =
  Record<never, never> extends T ? [input?: T, options?: CallOptions] : [input: T, options?: CallOptions]

/**
 * Every call of a contract as a typed function: `client.page.save(input)`. Calls that respond with a file or plain text
 * return a `Response`.
 */
export type Client<C> = {
  [Controller in keyof C]: {
    [Action in keyof C[Controller] & string]: C[Controller][Action] extends Endpoint
      ? (
          ...args: Arguments<Sendable<C[Controller][Action]>>
        ) => Promise<
          C[Controller][Action]['responseType'] extends 'file' | 'text'
            ? Response
            : z.output<C[Controller][Action]['output']>
        >
      : never
  }
}

/** Options of a call. */
export interface CallOptions {
  signal?: AbortSignal
  /** Lets the request outlive the page, for the last request when a window closes. */
  keepalive?: boolean
  /** Replaces the client's own `fetch`: for an upload that reports its progress. */
  fetch?: typeof fetch
  /**
   * Idempotency key under which the response is kept for a while: the same call with the same key is not executed
   * twice.
   */
  key?: string
  /**
   * The call was not made by a person, but by a timer, for example: it does not prompt again for a sign-in that was
   * postponed.
   */
  isBackground?: boolean
  /** Replaces `callTimeoutMs`, for calls that take as long as they take. */
  timeoutMs?: number
}

/** Where and how a client sends its calls. */
interface ClientOptions {
  /** The prefix of `/api`: empty, `/docs`, or a whole address. */
  base: string
  headers?: () => Record<string, string>
  fetch?: typeof fetch
}

/** An error of the server, or of a proxy before it that accepts less; `offline` when there was no response. */
export class ApiError extends Error {
  readonly code: number
  readonly errorName: ErrorName | 'offline'
  readonly requestId: string
  /** The values that the message contains. */
  readonly values: Record<string, string | number>

  constructor(refusal: {
    error_code: number
    error_name: ErrorName | 'offline'
    error_message: string
    error_values?: Record<string, string | number>
    request_id: string
  }) {
    super(refusal.error_message)
    this.name = 'ApiError'
    this.code = refusal.error_code
    this.errorName = refusal.error_name
    this.requestId = refusal.request_id
    this.values = refusal.error_values ?? {}
  }
}

/** The header of `CallOptions.key`. Source: draft-ietf-httpapi-idempotency-key-header. */
export const callKeyHeader = 'Idempotency-Key'

/** Maximum duration of a call, in ms. Source: specification 9. */
const callTimeoutMs = 60_000

// Texts from this length on are sent as JSON: percent-encoded they grow to three times their size, and a multipart form
// would change their line ends.
const longText = 100_000

/** Returns the body of a call, and its media type if the body does not bring its own. */
function bodyOf(input: Record<string, unknown>): { body: FormData | URLSearchParams | Blob; type?: string } {
  const fields = Object.entries(input).filter(([, value]) => value !== undefined && value !== null)
  if (fields.some(([, value]) => value instanceof Blob)) {
    const body = new FormData()
    for (const [name, value] of fields) body.append(name, value instanceof Blob ? value : textOf(value))
    return { body }
  }
  if (fields.some(([, value]) => typeof value === 'string' && value.length > longText)) {
    // As a blob: a browser sends a text of some MB while the window waits, but a blob in parallel.
    return { body: new Blob([JSON.stringify(Object.fromEntries(fields))]), type: 'application/json' }
  }
  return { body: new URLSearchParams(fields.map(([name, value]): [string, string] => [name, textOf(value)])) }
}

const textOf = (value: unknown): string => (typeof value === 'boolean' ? (value ? '1' : '0') : String(value))

async function call(
  options: ClientOptions,
  path: string,
  input: Record<string, unknown>,
  how: CallOptions,
): Promise<unknown> {
  const send = how.fetch ?? options.fetch ?? fetch
  const timeout = AbortSignal.timeout(how.timeoutMs ?? callTimeoutMs)
  const { body, type } = bodyOf(input)
  let response: Response | undefined
  let answer: { data?: unknown } & Partial<ErrorResponse>
  try {
    response = await send(`${options.base}/api/${path}`, {
      method: 'POST',
      headers: {
        ...options.headers?.(),
        ...(type && { 'Content-Type': type }),
        ...(how.key && { [callKeyHeader]: how.key }),
      },
      body,
      credentials: 'same-origin',
      keepalive: how.keepalive ?? false,
      signal: how.signal ? AbortSignal.any([how.signal, timeout]) : timeout,
    })
    const media = response.headers.get('content-type') ?? ''
    // No call responds with an HTML page: it comes from a proxy that requires a sign-in, for example.
    if (response.ok && !/json|html/.test(media)) return response
    answer = (await response.json()) as typeof answer
    if (!response.ok && answer.error_code === undefined) throw answer
  } catch (cause) {
    if (how.signal?.aborted) throw cause
    throw new ApiError({
      error_code: -1,
      error_name: response?.status === 413 ? 'bodyTooLarge' : 'offline',
      error_message: '',
      request_id: '',
    })
  }
  if (answer.error_code === undefined) return answer
  if (answer.error_code !== 0) throw new ApiError(answer as ErrorResponse)
  return answer.data
}

/** Creates the typed client of a contract. It needs only the contract's types, so no schema is loaded where it runs. */
export function createClient<C>(options: ClientOptions): Client<C> {
  const controllers = new Map<string, unknown>()
  return new Proxy(Object.create(null), {
    get: (_, controller: string) => {
      const known = controllers.get(controller)
      if (known) return known
      const made = new Proxy(Object.create(null), {
        get:
          (_target, action: string) =>
          (input: Record<string, unknown> = {}, how: CallOptions = {}) =>
            call(options, `${controller}/${action}`, input, how),
      })
      controllers.set(controller, made)
      return made
    },
  }) as Client<C>
}

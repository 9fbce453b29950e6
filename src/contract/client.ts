import type { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import type { ErrorName, ErrorResponse } from './errors.ts'

type Sendable<E extends Endpoint> = z.input<E['input']> &
  (E['upload'] extends string ? Record<E['upload'], Blob> : unknown)
type Arguments<T> =
  Record<never, never> extends T ? [input?: T, options?: CallOptions] : [input: T, options?: CallOptions]

/** Every call of a contract as a typed function: `client.page.save(input)`. Calls that answer with a file or plain text give a `Response`. */
export type Client<C> = {
  [Controller in keyof C]: {
    [Action in keyof C[Controller]]: C[Controller][Action] extends Endpoint
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

/** How one call is made. */
export interface CallOptions {
  signal?: AbortSignal
  /** Lets the request outlive the page, for the last word when a window closes. */
  keepalive?: boolean
  /** In place of the client's own `fetch`: for an upload that tells how far it has come. */
  fetch?: typeof fetch
  /** Under which the answer is kept for a while: the same call with the same key is not carried out twice. */
  key?: string
  /** Made without a person asking for it, as by a timer: it does not ask again for a sign-in that was put off. */
  isBackground?: boolean
  /** Instead of `callTimeoutMs`, for what takes as long as it takes. */
  timeoutMs?: number
}

/** Where and how a client sends its calls. */
export interface ClientOptions {
  /** What stands before `/api`: empty, `/docs`, or a whole address. */
  base: string
  headers?: () => Record<string, string>
  fetch?: typeof fetch
}

/** A refusal of the server, or of a proxy before it that takes less; `offline` when it did not answer. */
export class ApiError extends Error {
  readonly code: number
  readonly errorName: ErrorName | 'offline'
  readonly requestId: string
  /** What the message names. */
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

/** How long a call may take, in ms. Source: specification 9. */
export const callTimeoutMs = 60_000

// From here on a text goes as JSON: percent-encoded it grows to three times its size, and a multipart form would change
// its line ends.
const longText = 100_000

/** What a call sends, and the media type where the body does not bring its own. */
function bodyOf(input: Record<string, unknown>): { body: FormData | URLSearchParams | Blob; type?: string } {
  const fields = Object.entries(input).filter(([, value]) => value !== undefined && value !== null)
  if (fields.some(([, value]) => value instanceof Blob)) {
    const body = new FormData()
    for (const [name, value] of fields) body.append(name, value instanceof Blob ? value : textOf(value))
    return { body }
  }
  if (fields.some(([, value]) => typeof value === 'string' && value.length > longText)) {
    // as a blob: a browser hands a text of some MB over while the window waits, and a blob beside it
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
    // no call answers with a page: that is what stands before the server, such as a proxy that wants a sign-in
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

/** Makes the typed client of a contract. It needs the contract's types only, so no schema is loaded where it runs. */
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

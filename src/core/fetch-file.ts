import { OutboundError, type OutboundRules, safeFetch } from './safe-fetch.ts'

/** A file from another server. */
export interface FetchedFile {
  /** The last part of its address; with an extension by its type when it has none. */
  name: string
  bytes: Buffer
}

/** Another server answered, and not with the file. */
export class FetchStatusError extends Error {
  readonly status: number

  constructor(status: number) {
    super(`the server answered ${status}`)
    this.name = 'FetchStatusError'
    this.status = status
  }
}

/** How a file is fetched. */
interface FetchOptions {
  /** The headers to send; they go to no other host than the one they are for. */
  headers?: Record<string, string>
  mostBytes: number
  /** The longest time for the whole file, in ms. */
  mostMs: number
  /** The longest silence, in ms; default: 30 s. */
  silenceMs?: number
  signal?: AbortSignal
}

const extensionOf: Record<string, string> = {
  'application/zip': '.zip',
  'application/json': '.json',
  'application/yaml': '.yaml',
  'application/x-yaml': '.yaml',
  'application/openapi+json': '.json',
  'application/openapi+yaml': '.yaml',
  'application/vnd.oai.openapi': '.yaml',
  'application/vnd.oai.openapi+json': '.json',
  'text/yaml': '.yaml',
  'text/x-yaml': '.yaml',
  'text/html': '.html',
  'text/markdown': '.md',
  'text/csv': '.csv',
}

const redirectsMost = 5

/** Returns the name of a file by its address and type. */
function nameOf(url: URL, contentType: string): string {
  const part = url.pathname.split('/').at(-1) || url.hostname
  let last = part
  try {
    last = decodeURIComponent(part)
  } catch {
    // a name that is not percent-encoded is one as well
  }
  return /\.[a-z]{2,8}$/i.test(last) ? last : last + (extensionOf[contentType] ?? '')
}

/**
 * Fetches a file through the guard for outgoing requests, which checks each redirect.
 *
 * @throws {OutboundError} with `redirected` after too many redirects
 * @throws {FetchStatusError} when the answer is no success
 */
export async function fetchFile(
  rules: OutboundRules,
  address: string,
  { headers = {}, mostBytes, mostMs, silenceMs = 30_000, signal }: FetchOptions,
): Promise<FetchedFile> {
  const limits = { connectMs: 5000, totalMs: Math.min(silenceMs, mostMs), answerBytes: mostBytes }
  const deadline = performance.now() + mostMs
  let url = address
  for (let hop = 0; hop <= redirectsMost; hop += 1) {
    const leftMs = deadline - performance.now()
    if (leftMs <= 0) throw new OutboundError('tooSlow')
    // the secret of one host is none of another's business
    const isSameHost = URL.canParse(url) && URL.canParse(address) && new URL(url).origin === new URL(address).origin
    const response = await safeFetch({ ...rules, limits }, url, {
      givesRedirects: true,
      streamMs: leftMs,
      headers: isSameHost ? headers : {},
      signal,
    })
    const { status } = response
    if (status >= 300 && status < 400) {
      response.body.destroy()
      const next = String(response.headers.location ?? '')
      if (next === '' || !URL.canParse(next, url)) throw new OutboundError('redirected')
      url = new URL(next, url).href
      continue
    }
    if (status !== 200) {
      response.body.destroy()
      throw new FetchStatusError(status)
    }
    if (Number(response.headers['content-length'] ?? 0) > mostBytes) {
      response.body.destroy()
      throw new OutboundError('tooLarge')
    }
    const chunks: Buffer[] = []
    for await (const chunk of response.body) chunks.push(chunk as Buffer)
    const type = String(response.headers['content-type'] ?? '').split(';')[0] ?? ''
    return { name: nameOf(new URL(url), type.trim().toLowerCase()), bytes: Buffer.concat(chunks) }
  }
  throw new OutboundError('redirected')
}

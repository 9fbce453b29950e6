import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { OutboundError, type OutboundResponse, type OutboundRules, readResponseText, safeFetch } from './safe-fetch.ts'

const mebibyte = 1024 * 1024

/** Bytes of a part: what is in memory while it is sent or read. S3 takes 5 MiB to 5 GiB, and 10,000 parts. */
const partBytes = 16 * mebibyte
const partsMost = 9_000

const answerBytes = partBytes + mebibyte

/** How a bucket is named in addresses: in the path, in the host, or by a domain that stands for it alone. */
export type S3Style = 'path' | 'host' | 'domain'

/** A bucket of a service that speaks S3, and how to reach it. */
export interface S3Bucket {
  /** The address of the service, or with the style `domain` of the bucket itself; without a trailing slash. */
  endpoint: string
  style: S3Style
  region: string
  bucket: string
  key: string
  secret: string
  /** The private networks that the server may send requests to: the setting `outbound_allow`. */
  allow: readonly string[]
  /** Certificates that are trusted besides the usual ones, as PEM; '' for none. */
  ca: string
}

/** How long a service may take for a request, in ms, and how often one is sent that did not get through. */
export interface S3Patience {
  connectMs: number
  totalMs: number
  /** What the service asks to repeat, or what broke on the way. */
  attempts: number
  /** The pause before the second attempt; before each further one it is twice as long. */
  pauseMs: number
}

/** For work in the background: nobody waits for it. */
export const patient: S3Patience = { connectMs: 10_000, totalMs: 120_000, attempts: 4, pauseMs: 1000 }

/** For screens, on which a person waits. */
export const quick: S3Patience = { connectMs: 2_500, totalMs: 5_000, attempts: 1, pauseMs: 0 }

/** For uploads and downloads of a person: a hiccup of the service is not their problem, an outage is reported soon. */
export const attentive: S3Patience = { connectMs: 5_000, totalMs: 60_000, attempts: 3, pauseMs: 250 }

/** What is wrong with a request to a bucket: no answer, not allowed, no room, anything else. */
export type S3Problem = 'silent' | 'denied' | 'full' | 'bad'

/** A bucket as messages name it. */
interface S3Place {
  host: string
  bucket: string
  region: string
}

/** A request to a bucket that failed. */
export class S3Error extends Error {
  readonly problem: S3Problem
  /** Where and what, for an administrator: `HTTP 403 SignatureDoesNotMatch`, `unreachable`. */
  readonly detail: string
  /** The HTTP status; 0 without an answer. */
  readonly status: number
  /** The code of the service; '' when it named none. */
  readonly code: string
  /** The region that the service says the bucket is in; '' when it did not. */
  readonly region: string
  /** Which bucket was asked; undefined where only the caller knows it. No key: errors are logged. */
  readonly place: S3Place | undefined

  constructor(
    problem: S3Problem,
    detail: string,
    said: { status?: number; code?: string; region?: string; place?: S3Place } = {},
    cause?: unknown,
  ) {
    super(`${problem}: ${detail}`, { cause })
    this.name = 'S3Error'
    this.problem = problem
    this.detail = detail
    this.status = said.status ?? 0
    this.code = said.code ?? ''
    this.region = said.region ?? ''
    this.place = said.place
  }
}

// What may be over in a moment. A full place, 507, is not.
const isPassing: ReadonlySet<number> = new Set([429, 500, 502, 503, 504])

const isSilence = ({ reason }: OutboundError): boolean => reason === 'unreachable' || reason === 'tooSlow'

const sha256 = (body: Buffer | string): string => createHash('sha256').update(body).digest('hex')

/** Whether a text stays the same in an address and in the XML of S3. */
export const isPlainKey = (text: string): boolean => /^[\w.\-/]*$/.test(text)

/** Returns a prefix of keys without slashes at its ends. */
export const trimSlashes = (text: string): string => text.replaceAll(/^\/+|\/+$/g, '')

// Aliyun and Tencent take no other style; Amazon's certificate covers no bucket with dots.
const hostStyle = /(^|\.)(aliyuncs|myqcloud|amazonaws)\.com(\.cn)?$/

/** Returns the style that a service takes: in the host for the clouds that want it, else in the path. */
export function styleOf(endpoint: string, bucket: string): S3Style {
  const host = URL.canParse(endpoint) ? new URL(endpoint).hostname : ''
  return hostStyle.test(host) && !bucket.includes('.') ? 'host' : 'path'
}

/** A request to a bucket. */
interface S3Request {
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Buffer
  range?: { start: number; end: number }
}

/** Returns the address of an object; with an empty key that of the bucket. */
export function addressOf({ endpoint, style, bucket }: S3Bucket, key: string, query: Record<string, string> = {}): URL {
  const url = new URL(endpoint)
  if (style === 'host') url.hostname = `${bucket}.${url.hostname}`
  const parts = [...(style === 'path' ? [bucket] : []), ...key.split('/')]
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${parts.map(encodeURIComponent).join('/')}`
  url.search = String(new URLSearchParams(query))
  return url
}

/**
 * Signs a request with Signature Version 4. The hash of the body is part of it, so that a service stores nothing else.
 *
 * @param at for tests: the moment as `YYYYMMDDTHHMMSSZ`, and whether to sign every header
 */
export async function signRequest(
  bucket: S3Bucket,
  method: string,
  url: URL,
  { headers: given = {}, body, range }: S3Request,
  at: { datetime?: string; allHeaders?: boolean } = {},
): Promise<Headers> {
  const headers: Record<string, string> = {
    ...given,
    'X-Amz-Content-Sha256': sha256(body ?? ''),
    ...(range && { Range: `bytes=${range.start}-${range.end}` }),
  }
  const { region, key: accessKeyId, secret: secretAccessKey } = bucket
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers,
    accessKeyId,
    secretAccessKey,
    service: 's3',
    region,
    ...at,
  })
  return (await signer.sign()).headers
}

const isFull = ({ status, code }: { status: number; code: string }): boolean =>
  status === 507 || /Full|Quota|TotalSize/.test(code)

const textIn = (xml: string, tag: string, allowed = '[^<]{1,200}'): string =>
  new RegExp(`<${tag}>(${allowed})</${tag}>`).exec(xml)?.[1] ?? ''

/** Returns what an answer says is wrong. */
function failureOf(place: S3Place, answer: Pick<OutboundResponse, 'status' | 'headers'>, text: string): S3Error {
  const { status } = answer
  const code = textIn(text, 'Code', '[\\w.]{1,60}')
  const region = String(answer.headers['x-amz-bucket-region'] ?? '') || textIn(text, 'Region', '[\\w-]{1,60}')
  const said = { status, code, region, place }
  const problem = isFull(said) ? 'full' : status === 401 || status === 403 ? 'denied' : 'bad'
  return new S3Error(problem, `HTTP ${status} ${code}`.trim(), said)
}

/** Sends requests to a bucket. They keep to the rules of `safeFetch`. */
export class S3Client {
  readonly bucket: S3Bucket
  readonly #patience: S3Patience
  readonly #resolve: OutboundRules['resolve']
  /** Whether the last request did not get through, after all attempts: the next one is not sent so often. */
  #isGone = false

  /** @param resolve finds the addresses of a name: by default the system's resolver */
  constructor(bucket: S3Bucket, patience: S3Patience = patient, resolve?: OutboundRules['resolve']) {
    this.bucket = bucket
    this.#patience = patience
    this.#resolve = resolve
  }

  get #place(): S3Place {
    const { bucket, region } = this.bucket
    return { host: addressOf(this.bucket, '').host, bucket, region }
  }

  /** Sends a request, again while the service asks for it. @throws {S3Error} silent, bad */
  async send(method: string, key: string, request: S3Request = {}): Promise<OutboundResponse> {
    const { attempts, pauseMs } = this.#patience
    for (let attempt = 1; ; attempt++) {
      const isLast = this.#isGone || attempt >= attempts
      const answer = await this.#sendOnce(method, key, request).catch((error: unknown) => {
        if (!(error instanceof OutboundError)) throw error
        if (!isSilence(error)) throw new S3Error('bad', error.reason, { place: this.#place }, error)
        this.#isGone = isLast
        if (isLast) throw new S3Error('silent', error.reason, { place: this.#place }, error)
        return undefined
      })
      if (answer && (!isPassing.has(answer.status) || isLast)) {
        this.#isGone = false
        return answer
      }
      answer?.body.destroy()
      await wait(2 ** (attempt - 1) * pauseMs)
    }
  }

  async #sendOnce(method: string, key: string, request: S3Request): Promise<OutboundResponse> {
    const { allow, ca } = this.bucket
    const { body } = request
    const url = addressOf(this.bucket, key, request.query)
    const headers = { ...request.headers, ...(body && { 'Content-Type': 'application/octet-stream' }) }
    const signed = await signRequest(this.bucket, method, url, { ...request, headers })
    const { connectMs, totalMs } = this.#patience
    const limits = { connectMs, totalMs, answerBytes }
    return safeFetch({ allow, limits, ...(this.#resolve && { resolve: this.#resolve }) }, url.href, {
      method,
      headers: Object.fromEntries(signed),
      givesRedirects: true,
      ...(ca !== '' && { trusted: ca }),
      ...(body && { body }),
    })
  }

  /** Returns the text of a response. @throws {S3Error} with what the service says */
  async textOf(answer: OutboundResponse): Promise<string> {
    const text = await readResponseText(answer).catch((error: unknown) => {
      throw new S3Error(
        'silent',
        error instanceof OutboundError ? error.reason : String(error),
        { place: this.#place },
        error,
      )
    })
    if (answer.status >= 200 && answer.status < 300) return text
    throw failureOf(this.#place, answer, text)
  }

  /** Lists the keys with a prefix, and their sizes in bytes, page by page; with a delimiter only those without it. */
  async *listPages(prefix: string, delimiter = ''): AsyncGenerator<Map<string, number>> {
    let token: string | undefined
    do {
      const query = {
        'list-type': '2',
        prefix,
        ...(delimiter && { delimiter }),
        ...(token !== undefined && { 'continuation-token': token }),
      }
      const text = await this.textOf(await this.send('GET', '', { query }))
      const sizes = new Map<string, number>()
      for (const [, entry = ''] of text.matchAll(/<Contents>([^]*?)<\/Contents>/g)) {
        const key = /<Key>([^<]*)<\/Key>/.exec(entry)?.[1] ?? ''
        sizes.set(key, Number(/<Size>(\d+)<\/Size>/.exec(entry)?.[1]))
      }
      yield sizes
      token = /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(text)?.[1]?.replaceAll('&amp;', '&')
    } while (token !== undefined && token !== '')
  }

  /** Lists the keys with a prefix, without it, and their sizes in bytes. */
  async list(prefix: string, delimiter = ''): Promise<Map<string, number>> {
    const all = new Map<string, number>()
    for await (const page of this.listPages(prefix, delimiter))
      for (const [key, size] of page) all.set(key.slice(prefix.length), size)
    return all
  }

  /** Returns the size of an object in bytes; undefined when it is missing. */
  async size(key: string): Promise<number | undefined> {
    const answer = await this.send('HEAD', key)
    answer.body.destroy()
    if (answer.status === 404) return undefined
    if (answer.status !== 200) throw failureOf(this.#place, answer, '')
    return Number(answer.headers['content-length'])
  }

  /**
   * Reads an object from the byte `start` to `end`, both inclusive, part by part; undefined when it is missing. The first
   * part is there when it resolves. `total` are the bytes of the whole object.
   *
   * @param atOnce bytes of a part, at most `partBytes`
   */
  async read(
    key: string,
    range?: { start: number; end: number },
    atOnce: number = partBytes,
  ): Promise<{ total: number; chunks: AsyncGenerator<Buffer> } | undefined> {
    const first = await this.#readPart(key, range?.start ?? 0, range?.end, atOnce)
    return first && { total: first.total, chunks: this.#readOn(key, first, range, atOnce) }
  }

  async #readPart(key: string, start: number, end = Number.MAX_SAFE_INTEGER, atOnce: number = partBytes) {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.send('GET', key, { range: { start, end: Math.min(end, start + atOnce - 1) } })
      if (answer.status === 404) {
        const failure = failureOf(this.#place, answer, await readResponseText(answer).catch(() => ''))
        if (failure.code === 'NoSuchBucket') throw failure
        return undefined
      }
      // an empty object has no bytes that could be asked for
      if (answer.status === 416) return answer.body.destroy() && { bytes: Buffer.alloc(0), total: 0 }
      if (answer.status !== 206 && answer.status !== 200) await this.textOf(answer)
      const chunks: Buffer[] = []
      try {
        for await (const chunk of answer.body) chunks.push(chunk as Buffer)
      } catch (error) {
        // some services answer such a request for an empty object with bytes that they do not have
        if (start === 0 && (await this.size(key)) === 0) return { bytes: Buffer.alloc(0), total: 0 }
        if (attempt < this.#patience.attempts) continue
        throw new S3Error(
          'silent',
          error instanceof OutboundError ? error.reason : String(error),
          { place: this.#place },
          error,
        )
      }
      const bytes = Buffer.concat(chunks)
      const total = Number(/\/(\d+)$/.exec(answer.headers['content-range'] ?? '')?.[1] ?? bytes.length)
      return { bytes, total }
    }
  }

  async *#readOn(
    key: string,
    first: { bytes: Buffer; total: number },
    range: { start: number; end: number } | undefined,
    atOnce: number,
  ): AsyncGenerator<Buffer> {
    let part: { bytes: Buffer; total: number } | undefined = first
    let at = range?.start ?? 0
    const end = Math.min(range?.end ?? Number.MAX_SAFE_INTEGER, first.total - 1)
    for (;;) {
      if (part.bytes.length > 0) yield part.bytes
      at += part.bytes.length
      if (at > end) return
      if (part.bytes.length === 0) throw new S3Error('bad', 'tooShort', { place: this.#place })
      part = await this.#readPart(key, at, end, atOnce)
      if (!part) throw new S3Error('bad', 'HTTP 404', { status: 404, place: this.#place })
    }
  }

  /**
   * Begins to write an object of this size, at least roughly: one of many gigabytes gets larger parts.
   *
   * @param atOnce bytes of a part
   */
  write(key: string, size: number, atOnce: number = partBytes): S3Upload {
    return new S3Upload((method, request) => this.#put(method, key, request), size, atOnce)
  }

  async #put(method: string, key: string, request: S3Request): Promise<{ text: string; etag: string }> {
    const answer = await this.send(method, key, request)
    const text = await this.textOf(answer)
    // the parts of an object are put together after the status has been sent
    if (/<Error>/.test(text)) throw failureOf(this.#place, { ...answer, status: 200 }, text)
    return { text, etag: String(answer.headers.etag ?? '') }
  }

  /** Removes an object if it exists. */
  async remove(key: string): Promise<void> {
    const answer = await this.send('DELETE', key)
    if (answer.status === 404) {
      const failure = failureOf(this.#place, answer, await readResponseText(answer).catch(() => ''))
      if (failure.code === 'NoSuchBucket') throw failure
    } else await this.textOf(answer)
  }
}

type Put = (method: string, request: S3Request) => Promise<{ text: string; etag: string }>

/** An object that is being written: in one request when it is small, else in parts. It appears once it is complete. */
export class S3Upload {
  readonly #put: Put
  readonly #partBytes: number
  #chunks: Uint8Array[] = []
  #bytes = 0
  #uploadId: string | undefined
  readonly #etags: string[] = []

  constructor(put: Put, size: number, atOnce: number) {
    this.#put = put
    this.#partBytes = Math.max(atOnce, Math.ceil(size / partsMost))
  }

  /** Takes a chunk, which the caller may overwrite once this has resolved. */
  async write(chunk: Uint8Array): Promise<void> {
    this.#chunks.push(Buffer.from(chunk))
    this.#bytes += chunk.length
    if (this.#bytes >= this.#partBytes) await this.#sendPart()
  }

  #take(): Buffer {
    const body = Buffer.concat(this.#chunks)
    this.#chunks = []
    this.#bytes = 0
    return body
  }

  async #sendPart(): Promise<void> {
    if (this.#uploadId === undefined) {
      const { text } = await this.#put('POST', { query: { uploads: '' } })
      this.#uploadId = /<UploadId>([^<]+)<\/UploadId>/.exec(text)?.[1] ?? ''
    }
    const query = { partNumber: String(this.#etags.length + 1), uploadId: this.#uploadId }
    const { etag } = await this.#put('PUT', { query, body: this.#take() })
    this.#etags.push(etag)
  }

  /** Resolves when the object is complete. */
  async close(): Promise<void> {
    if (this.#uploadId === undefined) {
      await this.#put('PUT', { body: this.#take() })
      return
    }
    if (this.#bytes > 0) await this.#sendPart()
    const parts = this.#etags.map((etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`)
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
    await this.#put('POST', { query: { uploadId: this.#uploadId }, body })
  }

  /** Removes what was written. */
  async abort(): Promise<void> {
    this.#chunks = []
    if (this.#uploadId === undefined) return
    // what cannot be removed now is removed by the bucket's own rule for unfinished uploads
    await this.#put('DELETE', { query: { uploadId: this.#uploadId } }).catch(() => undefined)
  }
}

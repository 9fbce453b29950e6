import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { StartError } from '#src/core/config.ts'
import { OutboundError, type OutboundResponse, readResponseText, safeFetch } from '#src/core/safe-fetch.ts'
import { storedNameOf } from './format.ts'
import type { Place, S3Settings } from './place.ts'
import type { Sink } from './streams.ts'

const mebibyte = 1024 * 1024

// Bytes of a part: what is in memory while it is sent. S3 takes 5 MiB to 5 GiB, and 10,000 parts.
const partBytes = 16 * mebibyte
const partsMost = 9_000

const answerBytes = partBytes + mebibyte

/** How long a service may take for a request, in ms, and how often one is sent that did not get through. */
interface Patience {
  connectMs: number
  totalMs: number
  /** What the service asks to repeat, or what broke on the way. */
  attempts: number
  /** The pause before the second attempt; before each further one it is twice as long. */
  pauseMs: number
}

/** For backups: nobody waits for them. */
export const patient: Patience = { connectMs: 10_000, totalMs: 120_000, attempts: 4, pauseMs: 1000 }

/** For screens, on which somebody waits. */
export const quick: Patience = { connectMs: 2_500, totalMs: 5_000, attempts: 1, pauseMs: 0 }

// What may be over in a moment. A full place, 507, is not.
const isPassing: ReadonlySet<number> = new Set([429, 500, 502, 503, 504])

const isSilence = ({ reason }: OutboundError): boolean => reason === 'unreachable' || reason === 'tooSlow'

const sha256 = (body: Buffer | string): string => createHash('sha256').update(body).digest('hex')

interface S3Request {
  query?: Record<string, string>
  body?: Buffer
  range?: { start: number; end: number }
}

/** Backups in a bucket of a service that speaks S3. Its requests keep to the rules of `safeFetch`. */
export class S3Place implements Place {
  readonly settings: S3Settings
  readonly name: string

  readonly #patience: Patience
  /** Whether the last request did not get through, after all attempts: the next one is not sent so often. */
  #isGone = false

  constructor(settings: S3Settings, patience: Patience = patient) {
    this.settings = settings
    this.#patience = patience
    const { bucket, prefix } = settings
    this.name = `s3://${[bucket, prefix].filter(Boolean).join('/')}`
  }

  #keyOf(path: string): string {
    const { prefix } = this.settings
    return prefix === '' ? path : `${prefix}/${path}`
  }

  /** @throws {StartError} backupS3Bad, backupS3Silent */
  async #send(method: string, key: string, request: S3Request = {}): Promise<OutboundResponse> {
    const { attempts, pauseMs } = this.#patience
    for (let attempt = 1; ; attempt++) {
      const isLast = this.#isGone || attempt >= attempts
      const answer = await this.#sendOnce(method, key, request).catch((error: unknown) => {
        if (!(error instanceof OutboundError)) throw error
        if (!isSilence(error)) throw this.#failure('backupS3Bad', error.reason)
        this.#isGone = isLast
        if (isLast) throw this.#failure('backupS3Silent', error.reason)
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

  async #sendOnce(method: string, key: string, { query = {}, body, range }: S3Request): Promise<OutboundResponse> {
    const { endpoint, region, bucket, key: accessKeyId, secret: secretAccessKey, allow } = this.settings
    const path = [bucket, ...key.split('/')].map(encodeURIComponent).join('/')
    const url = `${endpoint}/${path}?${new URLSearchParams(query)}`
    const headers: Record<string, string> = {
      'X-Amz-Content-Sha256': sha256(body ?? ''),
      ...(body && { 'Content-Type': 'application/octet-stream' }),
      ...(range && { Range: `bytes=${range.start}-${range.end}` }),
    }
    const signer = new AwsV4Signer({ method, url, headers, accessKeyId, secretAccessKey, service: 's3', region })
    const signed = await signer.sign()
    const { connectMs, totalMs } = this.#patience
    return safeFetch({ allow, limits: { connectMs, totalMs, answerBytes } }, signed.url.href, {
      method,
      headers: Object.fromEntries(signed.headers),
      ...(body && { body }),
    })
  }

  #failure(text: 'backupS3Bad' | 'backupS3Denied' | 'backupS3Full' | 'backupS3Silent', detail: string): StartError {
    return new StartError(text, { path: this.name, detail })
  }

  /** Returns the text of a response. @throws {StartError} backupS3Bad, backupS3Denied, backupS3Full with what the service says */
  async #textOf(answer: OutboundResponse): Promise<string> {
    const text = await readResponseText(answer)
    if (answer.status >= 200 && answer.status < 300) return text
    const code = /<Code>([\w.]{1,60})<\/Code>/.exec(text)?.[1] ?? ''
    const detail = `HTTP ${answer.status} ${code}`.trim()
    if (answer.status === 507 || /Full|Quota|TotalSize/.test(code)) throw this.#failure('backupS3Full', detail)
    if (answer.status === 401 || answer.status === 403) throw this.#failure('backupS3Denied', detail)
    throw this.#failure('backupS3Bad', detail)
  }

  async #listKeys(folder: string, delimiter: string): Promise<Map<string, number>> {
    const prefix = this.#keyOf(folder)
    const sizes = new Map<string, number>()
    let token: string | undefined
    do {
      const query = {
        'list-type': '2',
        prefix,
        ...(delimiter && { delimiter }),
        ...(token !== undefined && { 'continuation-token': token }),
      }
      const text = await this.#textOf(await this.#send('GET', '', { query }))
      for (const [, entry = ''] of text.matchAll(/<Contents>([^]*?)<\/Contents>/g)) {
        const key = /<Key>([^<]*)<\/Key>/.exec(entry)?.[1] ?? ''
        const size = Number(/<Size>(\d+)<\/Size>/.exec(entry)?.[1])
        sizes.set(key.slice(prefix.length), size)
      }
      token = /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(text)?.[1]?.replaceAll('&amp;', '&')
    } while (token !== undefined && token !== '')
    return sizes
  }

  list(): Promise<Map<string, number>> {
    return this.#listKeys('', '/')
  }

  async listUploads(): Promise<Map<string, number>> {
    const keys = await this.#listKeys('uploads/', '')
    return new Map(
      [...keys].flatMap(([key, size]) => {
        const stored = storedNameOf(`uploads/${key}`)
        return stored ? [[stored, size] as const] : []
      }),
    )
  }

  async read(path: string, range?: { start: number; end: number }): Promise<AsyncIterable<Uint8Array> | undefined> {
    const key = this.#keyOf(path)
    const first = await this.#readPart(key, range?.start ?? 0, range?.end)
    return first && this.#readOn(key, first, range)
  }

  async #readPart(key: string, start: number, end = Number.MAX_SAFE_INTEGER) {
    const answer = await this.#send('GET', key, { range: { start, end: Math.min(end, start + partBytes - 1) } })
    if (answer.status === 404) return void answer.body.destroy()
    // an empty object has no bytes that could be asked for
    if (answer.status === 416) return answer.body.destroy() && { bytes: Buffer.alloc(0), total: 0 }
    if (answer.status !== 206 && answer.status !== 200) await this.#textOf(answer)
    const chunks: Buffer[] = []
    try {
      for await (const chunk of answer.body) chunks.push(chunk as Buffer)
    } catch (error) {
      // some services answer such a request for an empty object with bytes that they do not have
      if (start === 0 && (await this.#sizeOf(key)) === 0) return { bytes: Buffer.alloc(0), total: 0 }
      throw this.#failure('backupS3Silent', error instanceof OutboundError ? error.reason : String(error))
    }
    const bytes = Buffer.concat(chunks)
    const total = Number(/\/(\d+)$/.exec(answer.headers['content-range'] ?? '')?.[1] ?? bytes.length)
    return { bytes, total }
  }

  async #sizeOf(key: string): Promise<number> {
    const { headers, body } = await this.#send('HEAD', key)
    body.destroy()
    return Number(headers['content-length'])
  }

  async *#readOn(key: string, first: { bytes: Buffer; total: number }, range?: { start: number; end: number }) {
    let part: { bytes: Buffer; total: number } | undefined = first
    let at = range?.start ?? 0
    const end = Math.min(range?.end ?? Number.MAX_SAFE_INTEGER, first.total - 1)
    for (;;) {
      if (part.bytes.length > 0) yield part.bytes
      at += part.bytes.length
      if (at > end) return
      if (part.bytes.length === 0) throw this.#failure('backupS3Bad', 'tooShort')
      part = await this.#readPart(key, at, end)
      if (!part) throw this.#failure('backupS3Bad', 'HTTP 404')
    }
  }

  readThrough(path: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    return this.read(path)
  }

  async write(path: string, size: number): Promise<Sink> {
    return new S3Upload((method, request) => this.#put(method, this.#keyOf(path), request), size)
  }

  async #put(method: string, key: string, request: S3Request): Promise<{ text: string; etag: string }> {
    const answer = await this.#send(method, key, request)
    return { text: await this.#textOf(answer), etag: answer.headers.etag ?? '' }
  }

  async requireSame(): Promise<void> {
    // each request goes to the service that was named
  }

  async remove(path: string): Promise<void> {
    const answer = await this.#send('DELETE', this.#keyOf(path))
    if (answer.status !== 404) await this.#textOf(answer)
  }
}

type Put = (method: string, request: S3Request) => Promise<{ text: string; etag: string }>

/** An object that is being written: in one request when it is small, else in parts. */
class S3Upload implements Sink {
  readonly #put: Put
  readonly #partBytes: number
  #chunks: Uint8Array[] = []
  #bytes = 0
  #uploadId: string | undefined
  readonly #etags: string[] = []

  /** @param size its bytes, at least roughly: an object of many gigabytes gets larger parts */
  constructor(put: Put, size: number) {
    this.#put = put
    this.#partBytes = Math.max(partBytes, Math.ceil(size / partsMost))
  }

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

  async abort(): Promise<void> {
    this.#chunks = []
    if (this.#uploadId === undefined) return
    // what cannot be removed now is removed by the bucket's own rule for unfinished uploads
    await this.#put('DELETE', { query: { uploadId: this.#uploadId } }).catch(() => undefined)
  }
}

import type { CallResponseOutput } from '#shared/contract/api-call.ts'
import { callMaxMs, responseMaxBytes, streamMaxMs, wholeResponseMaxBytes } from '#shared/contract/api-call-rules.ts'
import { href } from '#web/lib/route.ts'
import type { BuiltRequest } from './build-request.ts'
import { collectStream, type LiveStream } from './live-stream.ts'
import { isMixed } from './send-mode.ts'

/** Thrown when the browser got no response: usually because the host does not allow cross-origin requests. */
export class BrowserSendError extends Error {
  readonly reason: 'refused' | 'tooSlow' | 'frame' | 'mixed'

  constructor(reason: BrowserSendError['reason']) {
    super(reason)
    this.name = 'BrowserSendError'
    this.reason = reason
  }
}

/** A response to a request of the browser. */
interface BrowserResponse {
  answer: CallResponseOutput
  /** All of a response that is longer than what is shown. */
  whole?: Blob
}

interface Came {
  failed?: string
  status: number
  statusText: string
  isOpaque: boolean
  url: string
  isRedirected: boolean
  headers: [string, string][]
  blob: Blob
  isCut: boolean
}

const frameMs = 10_000

/** A part of a stream of events, before its end. */
interface CamePart {
  part: string
  head?: Pick<Came, 'status' | 'statusText' | 'url' | 'isRedirected' | 'headers'>
}

/**
 * Opens the page that sends requests and connects.
 *
 * @param isApart whether its origin is none, so that the browser adds no cookies to what it sends
 * @throws {BrowserSendError} frame
 */
export function openFrame(isApart = false): Promise<HTMLIFrameElement> {
  return new Promise((resolve, reject) => {
    const frame = document.createElement('iframe')
    frame.hidden = true
    if (isApart) frame.setAttribute('sandbox', 'allow-scripts')
    frame.title = ''
    frame.src = href('/call-frame')
    const late = window.setTimeout(() => {
      frame.remove()
      reject(new BrowserSendError('frame'))
    }, frameMs)
    frame.onload = () => {
      window.clearTimeout(late)
      resolve(frame)
    }
    document.body.append(frame)
  })
}

/** Returns the message for the page that sends: only plain values and files, which can be cloned. */
function orderOf({ method, url, headers, body }: BuiltRequest, follow: boolean) {
  const fields = body.kind === 'form' || body.kind === 'multipart' ? body.fields : []
  const content = body.kind === 'text' ? body.text : body.kind === 'file' ? (body.file ?? '') : undefined
  const pairs = headers.map(({ name, value }): [string, string] => [name, value])
  const limits = { most: wholeResponseMaxBytes, streamMost: responseMaxBytes }
  return { method, url, headers: pairs, kind: body.kind, fields, body: content, follow, ...limits }
}

const bytesAsBase64 = (bytes: Uint8Array): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x80_00) text += String.fromCharCode(...bytes.subarray(at, at + 0x80_00))
  return btoa(text)
}

const decoded = (bytes: Uint8Array, type: string, isCut: boolean): string | undefined => {
  const charset = /;\s*charset="?([\w.:-]{1,40})/i.exec(type)?.[1] ?? 'utf-8'
  const [media = ''] = type.toLowerCase().split(';')
  if (!/^text\/|[/+](json|xml|javascript|yaml|x-www-form-urlencoded|x-ndjson)\b|^$/.test(media.trim())) return undefined
  try {
    const text = new TextDecoder(charset, { fatal: true }).decode(bytes, { stream: isCut })
    return text.includes('\u0000') ? undefined : text
  } catch {
    return undefined
  }
}

async function answerOf(came: Came, url: string, time_ms: number): Promise<BrowserResponse> {
  const { blob } = came
  const isLarge = blob.size > responseMaxBytes
  const isCut = came.isCut || isLarge
  const bytes = new Uint8Array(await (isLarge ? blob.slice(0, responseMaxBytes) : blob).arrayBuffer())
  const type = came.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  const text = decoded(bytes, type, isCut)
  const answer = {
    status: came.status,
    status_text: came.statusText,
    url: came.url || url,
    redirects: came.isRedirected ? [url] : [],
    headers: came.headers.map(([name, value]) => ({ name, value })),
    content: text ?? bytesAsBase64(bytes),
    is_base64: text === undefined,
    is_truncated: isCut,
    size_bytes: blob.size,
    time_ms,
  }
  return { answer, ...(isLarge && !came.isCut && { whole: blob }) }
}

const headOf = (came: NonNullable<CamePart['head']>, url: string): LiveStream['head'] => ({
  status: came.status,
  status_text: came.statusText,
  url: came.url || url,
  redirects: came.isRedirected ? [url] : [],
  headers: came.headers.map(([name, value]) => ({ name, value })),
})

/**
 * Sends a request from the browser, through a separate page: the policy of this page only allows requests to this site.
 * The response only has the headers that the host exposes to pages.
 *
 * @throws {BrowserSendError}
 * @throws {DOMException} AbortError when `signal` is aborted
 */
export async function sendFromBrowser(
  built: BuiltRequest,
  follow: boolean,
  signal: AbortSignal,
  onLive: (live: LiveStream) => void,
): Promise<BrowserResponse> {
  if (isMixed(built.url, window.location.origin)) throw new BrowserSendError('mixed')
  const frame = await openFrame()
  const channel = new MessageChannel()
  const began = performance.now()
  const stream = collectStream(onLive)
  try {
    const came = await new Promise<Came>((resolve, reject) => {
      const stop = (error: unknown) => {
        channel.port1.postMessage('stop')
        reject(error)
      }
      let isLate = false
      const end = () => {
        isLate = true
        channel.port1.postMessage('end')
      }
      let late = window.setTimeout(end, callMaxMs)
      signal.addEventListener('abort', () => stop(signal.reason), { once: true })
      if (signal.aborted) stop(signal.reason)
      channel.port1.onmessage = ({ data }: MessageEvent<Came | CamePart>) => {
        window.clearTimeout(late)
        if ('part' in data) {
          if (data.head) stream.begin(headOf(data.head, built.url))
          stream.add(data.part)
          late = window.setTimeout(end, Math.max(0, streamMaxMs - (performance.now() - began)))
          return
        }
        if (isLate && data.failed !== undefined) reject(new BrowserSendError('tooSlow'))
        else resolve(data)
      }
      frame.contentWindow?.postMessage(orderOf(built, follow), window.location.origin, [channel.port2])
    })
    if (came.failed !== undefined) throw new BrowserSendError('refused')
    return await answerOf(came, built.url, Math.round(performance.now() - began))
  } finally {
    stream.end()
    channel.port1.close()
    frame.remove()
  }
}

import type { BuiltRequest } from './build-request.ts'

/** By whom a request is sent. */
export type SendMode = 'server' | 'browser'

/** Who decides that: the product, or the person. */
export type SendModeChoice = 'auto' | SendMode

/** Why a request goes one way. Each has its sentence in the words of the screen. */
export type SendModeReason =
  | 'chosen'
  | 'visitor'
  | 'secrets'
  | 'headers'
  | 'body'
  | 'mixed'
  | 'own'
  | 'private'
  | 'public'
  | 'notAllowed'
  | 'notReached'
  | 'noAnswer'

/** A way and the reason for it. */
export interface ChosenSendMode {
  way: SendMode
  why: SendModeReason
}

/** Where the person who sends is. */
export interface Sender {
  choice: SendModeChoice
  isVisitor: boolean
  /** The origin of this site, as the browser sees it. */
  origin: string
}

// Source: Fetch, forbidden request-header. A browser leaves them out without a word.
const forbidden = new Set([
  'accept-charset',
  'accept-encoding',
  'access-control-request-headers',
  'access-control-request-method',
  'connection',
  'content-length',
  'cookie',
  'cookie2',
  'date',
  'dnt',
  'expect',
  'host',
  'keep-alive',
  'origin',
  'referer',
  'set-cookie',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
])

/** The headers of a request that a browser does not send, as they are written. */
export const headersOfServer = ({ headers }: Pick<BuiltRequest, 'headers'>): string[] => [
  ...new Set(
    headers.map(({ name }) => name).filter((name) => forbidden.has(name.toLowerCase()) || /^(proxy|sec)-/i.test(name)),
  ),
]

/** Whether a request has a body that a browser does not send. Source: Fetch, Request constructor. */
export const isBodyOfServer = ({ method, body }: Pick<BuiltRequest, 'method' | 'body'>): boolean =>
  body.kind !== 'none' && /^(get|head)$/i.test(method)

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname.replaceAll(/^\[|\]$/g, '') : '')

// Source: Secure Contexts, 3.1: what a page on https may ask on http.
const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)

/** An IPv4 address as numbers, also one inside an IPv6 address; undefined for anything else. */
function ipv4Of(host: string): number[] | undefined {
  const mapped = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/i.exec(host)
  if (mapped)
    return mapped.slice(1).flatMap((part) => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 255])
  return /^\d+\.\d+\.\d+\.\d+$/.test(host) ? host.split('.').map(Number) : undefined
}

// Source: RFC 6761, RFC 6762, RFC 8375; `internal` is reserved by ICANN, the others are the usual names of house networks.
const privateNames = /(^|\.)(localhost|local|internal|home\.arpa|lan|home|intranet|corp|private|test)$/

/** Whether a host is this machine or one of the person's own network: a loopback, private or link-local address or name. */
export function isPrivateHost(host: string): boolean {
  const parts = ipv4Of(host)
  if (parts) {
    const [a = 0, b = 0] = parts
    // Source: RFC 1122, RFC 1918, RFC 3927, RFC 6598.
    return (
      a === 0 ||
      a === 10 ||
      a === 127 ||
      (a === 100 && b >= 64 && b < 128) ||
      (a === 169 && b === 254) ||
      (a === 172 && b >= 16 && b < 32) ||
      (a === 192 && b === 168)
    )
  }
  // Source: RFC 4193, RFC 4291.
  if (host.includes(':')) return /^(::1?$|f[cd]|fe[89ab])/i.test(host)
  const name = host.toLowerCase().replace(/\.$/, '')
  return name !== '' && (!name.includes('.') || privateNames.test(name))
}

/** Whether the browser refuses to ask an http address from this site, which is on https. */
export const isMixed = (url: string, origin: string): boolean =>
  origin.startsWith('https:') && /^http:/i.test(url) && !isLoopback(hostOf(url))

/** Why only the server can send a request; undefined when a browser can as well. */
function needOfServer(built: BuiltRequest, origin: string): SendModeReason | undefined {
  if (built.secrets.length > 0) return 'secrets'
  if (headersOfServer(built).length > 0) return 'headers'
  if (isBodyOfServer(built)) return 'body'
  return isMixed(built.url, origin) ? 'mixed' : undefined
}

/** The way that a request takes: what the person has chosen, or what its address and its parts ask for. */
export function chooseSendMode(built: BuiltRequest, { choice, isVisitor, origin }: Sender): ChosenSendMode {
  if (isVisitor) return { way: 'browser', why: 'visitor' }
  if (choice !== 'auto') return { way: choice, why: 'chosen' }
  const need = needOfServer(built, origin)
  if (need) return { way: 'server', why: need }
  if (URL.canParse(built.url) && new URL(built.url).origin === origin) return { way: 'browser', why: 'own' }
  return isPrivateHost(hostOf(built.url)) ? { way: 'browser', why: 'private' } : { way: 'server', why: 'public' }
}

/** What became of a request: a refusal of the server by its name, or why the browser has no answer. */
export type SendFailure =
  | { way: 'server'; name: string }
  | { way: 'browser'; reason: 'refused' | 'tooSlow' | 'frame' | 'mixed' }

// Source: RFC 9110, 9.2.1: asking twice changes nothing.
const isSafe = (method: string): boolean => /^(get|head|options)$/i.test(method)

// The host has not been asked, whatever the method.
const beforeSending: Record<string, SendModeReason> = {
  apiCallNotAllowed: 'notAllowed',
  apiCallUnknownHost: 'notReached',
}
// It may have been.
const whileSending: Record<string, SendModeReason> = {
  apiCallRedirectNotAllowed: 'notAllowed',
  apiCallUnreachable: 'notReached',
  apiCallCertificate: 'notReached',
}

/**
 * The other way, after the first one has failed; undefined when there is none. A request goes out a second time only when the
 * first one has certainly not been sent, or when its method is one that changes nothing.
 */
export function chooseFallbackMode(
  built: BuiltRequest,
  { choice, isVisitor, origin }: Sender,
  failed: SendFailure,
): ChosenSendMode | undefined {
  if (isVisitor || choice !== 'auto') return undefined
  if (failed.way === 'server') {
    const why = beforeSending[failed.name] ?? (isSafe(built.method) ? whileSending[failed.name] : undefined)
    return why && !needOfServer(built, origin) ? { way: 'browser', why } : undefined
  }
  const isRepeatable = failed.reason === 'frame' || (failed.reason === 'refused' && isSafe(built.method))
  return isRepeatable ? { way: 'server', why: 'noAnswer' } : undefined
}

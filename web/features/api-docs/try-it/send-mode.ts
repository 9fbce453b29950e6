import { isLoopbackHost } from '#shared/loopback.ts'
import type { BuiltRequest } from './build-request.ts'

/** Who sends a request. */
export type SendMode = 'server' | 'browser'

/** The user's choice; `auto` leaves it to the product. */
export type SendModeChoice = 'auto' | SendMode

/** Why a request uses a send mode. Each has its message in the locale. */
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

/** A send mode and the reason for it. */
export interface ChosenSendMode {
  way: SendMode
  why: SendModeReason
}

/** The circumstances of the user who sends. */
export interface Sender {
  choice: SendModeChoice
  isVisitor: boolean
  /** The origin of this site, as the browser sees it. */
  origin: string
}

// Source: Fetch, forbidden request-header. A browser drops these silently.
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

/** Returns the names of the request headers that a browser does not send, as written. */
export const headersOfServer = ({ headers }: Pick<BuiltRequest, 'headers'>): string[] => [
  ...new Set(
    headers.map(({ name }) => name).filter((name) => forbidden.has(name.toLowerCase()) || /^(proxy|sec)-/i.test(name)),
  ),
]

/** Whether a browser cannot send the body of a request. Source: Fetch, Request constructor. */
export const isBodyOfServer = ({ method, body }: Pick<BuiltRequest, 'method' | 'body'>): boolean =>
  body.kind !== 'none' && /^(get|head)$/i.test(method)

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname.replaceAll(/^\[|\]$/g, '') : '')

/** Parses an IPv4 address to numbers, also one inside an IPv6 address; undefined for anything else. */
function ipv4Of(host: string): number[] | undefined {
  const mapped = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/i.exec(host)
  if (mapped)
    return mapped.slice(1).flatMap((part) => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 255])
  return /^\d+\.\d+\.\d+\.\d+$/.test(host) ? host.split('.').map(Number) : undefined
}

// Source: RFC 6761, RFC 6762, RFC 8375; `internal` is reserved by ICANN, the others are the usual names of home
// networks.
const privateNames = /(^|\.)(localhost|local|internal|home\.arpa|lan|home|intranet|corp|private|test)$/

/** Whether a host is this machine or in the user's own network: a loopback, private or link-local address or name. */
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

/** Whether the browser blocks an http request from this site, which is on https. */
export const isMixed = (url: string, origin: string): boolean =>
  origin.startsWith('https:') && /^http:/i.test(url) && !(URL.canParse(url) && isLoopbackHost(new URL(url).hostname))

/** Returns why only the server can send a request; undefined when a browser can as well. */
function needOfServer(built: BuiltRequest, origin: string): SendModeReason | undefined {
  if (built.secrets.length > 0) return 'secrets'
  if (headersOfServer(built).length > 0) return 'headers'
  if (isBodyOfServer(built)) return 'body'
  return isMixed(built.url, origin) ? 'mixed' : undefined
}

/** Chooses the send mode of a request: the user's choice, or what its URL and contents require. */
export function chooseSendMode(built: BuiltRequest, { choice, isVisitor, origin }: Sender): ChosenSendMode {
  if (isVisitor) return { way: 'browser', why: 'visitor' }
  if (choice !== 'auto') return { way: choice, why: 'chosen' }
  const need = needOfServer(built, origin)
  if (need) return { way: 'server', why: need }
  if (URL.canParse(built.url) && new URL(built.url).origin === origin) return { way: 'browser', why: 'own' }
  return isPrivateHost(hostOf(built.url)) ? { way: 'browser', why: 'private' } : { way: 'server', why: 'public' }
}

/** Why a request failed: the error name of the server, or the reason in the browser. */
export type SendFailure =
  | { way: 'server'; name: string }
  | { way: 'browser'; reason: 'refused' | 'tooSlow' | 'frame' | 'mixed' }

// Source: RFC 9110, 9.2.1: repeating these requests changes nothing.
const isSafe = (method: string): boolean => /^(get|head|options)$/i.test(method)

// The request has not reached the host, whatever the method.
const beforeSending: Record<string, SendModeReason> = {
  apiCallNotAllowed: 'notAllowed',
  apiCallUnknownHost: 'notReached',
}
// The request may have reached the host.
const whileSending: Record<string, SendModeReason> = {
  apiCallRedirectNotAllowed: 'notAllowed',
  apiCallUnreachable: 'notReached',
  apiCallCertificate: 'notReached',
}

/**
 * Returns the other send mode after the first one failed; undefined when there is none. A request is only repeated when
 * the first one was certainly not sent, or when its method changes nothing.
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

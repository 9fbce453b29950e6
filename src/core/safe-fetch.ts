import { X509Certificate } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { type Readable, Transform } from 'node:stream'
import { type ConnectionOptions, connect as connectTls, rootCertificates, type TLSSocket } from 'node:tls'
import ipaddr from 'ipaddr.js'

/** Why a request from the server to another host failed. */
export type OutboundReason = 'badAddress' | 'notAllowed' | 'unreachable' | 'tooSlow' | 'tooLarge' | 'redirected'

/** A failed request from the server to another host; the caller knows its purpose and chooses the message. */
export class OutboundError extends Error {
  readonly reason: OutboundReason

  constructor(reason: OutboundReason, cause?: unknown) {
    super(`outbound request: ${reason}`, { cause })
    this.name = 'OutboundError'
    this.reason = reason
  }
}

/** Returns what an error of a connection says, without Node's advice on how to start Node. */
export const connectionErrorText = ({ message }: Pick<Error, 'message'>): string =>
  message.replace(/;\s*if the root CA is installed locally.*$/s, '')

/** Whether a connection failed because of the certificate of the other side. */
export const isCertificateError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO/.test(String(error.code))

/** One address that a host name resolves to. */
interface Resolved {
  address: string
  family: number
}

/** Limits for the duration and size of a request. */
interface OutboundLimits {
  connectMs: number
  totalMs: number
  answerBytes: number
}

/** Which hosts the server may send requests to. */
export interface OutboundRules {
  /** Internal networks that it may access: the setting `outbound_allow`. */
  allow: readonly string[]
  /** Resolves all addresses of a name: by default with the system's resolver. */
  resolve?: (name: string) => Promise<readonly Resolved[]>
  limits?: OutboundLimits
}

/** A request to send. */
export interface OutboundRequest {
  /** Default: `GET`. */
  method?: string
  headers?: Record<string, string | string[]>
  body?: string | Buffer
  /** True when the response is passed on as it arrives, which may take longer. */
  isStream?: boolean
  /** The longest time for such a response, in ms; default: five minutes. A value makes the response a stream. */
  streamMs?: number
  /** True when a redirect is returned like any other response; following it is a new request with its own checks. */
  givesRedirects?: boolean
  /** Certificates that are trusted besides the usual ones, as PEM. */
  trusted?: string
  /** Aborts the request when its response is no longer needed. */
  signal?: AbortSignal | undefined
}

/** A response from outside; its body is bounded and ends with an `OutboundError` when it exceeds a limit. */
export interface OutboundResponse {
  status: number
  statusText: string
  headers: IncomingHttpHeaders
  /** The headers as received: name, value, name, value. */
  rawHeaders: readonly string[]
  body: Readable
}

// Source: security 3, Requests the server makes.
const ordinaryLimits: OutboundLimits = { connectMs: 5_000, totalMs: 30_000, answerBytes: 1_000_000 }
// A streamed response blocks nobody while it arrives; silence ends it as soon as any other request.
const streamTotalMs = 5 * 60_000

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Network = [Address, number]

// What `outbound_allow` can allow. Every other non-public address stays blocked, whether listed or not.
const listable = new Set(['loopback', 'private', 'carrierGradeNat', 'uniqueLocal'])
// All public addresses in use; outside this range are legacy forms that contain an IPv4 address.
const publicIpv6 = ipaddr.parseCIDR('2000::/3')

const networkOf = (entry: string): Network => {
  if (entry.includes('/')) return ipaddr.parseCIDR(entry)
  const one = ipaddr.parse(entry)
  return [one, one.kind() === 'ipv6' ? 128 : 32]
}

const isWithin = (one: Address, network: Network): boolean => one.kind() === network[0].kind() && one.match(network)

// Metadata services, from which clouds hand out a machine's credentials. Some are public addresses, some belong to
// ranges that may be allowed. Source: the documents on instance metadata of each cloud, and the data sources of
// cloud-init.
const metadata = [
  '169.254.169.254', // most of them
  '169.254.170.2', // AWS, containers
  '169.254.170.23', // AWS, Kubernetes
  '169.254.0.23', // Tencent
  '169.254.42.42', // Scaleway
  '168.63.129.16', // Azure
  '100.100.100.200', // Alibaba
  '100.96.0.96', // Volcengine
  '100.80.80.80', // UCloud
  '100.88.222.5', // Tencent
  '192.0.0.192', // Oracle
  '192.80.8.124', // Equinix Metal
  'fd00:ec2::/32', // AWS: metadata, EKS, name server, clock
  'fd20:ce::254', // Google
  'fd00:c1::a9fe:a9fe', // Oracle
  'fd00:100::100:200', // Alibaba
  'fd00:42::42', // Scaleway
  'fd00:a9fe:a9fe::/64', // Akamai
].map(networkOf)

/**
 * Returns the IPv4 address in the last 32 bits, where NAT64 with a custom prefix and ISATAP put it. Source: RFC 6052,
 * RFC 5214.
 */
const endOf = (one: Address): Address =>
  one.kind() === 'ipv6' ? ipaddr.fromByteArray(one.toByteArray().slice(-4)) : one

const isMetadata = (one: Address): boolean =>
  metadata.some((network) => isWithin(one, network) || isWithin(endOf(one), network))

/**
 * Whether the server may connect to an address; `allow` lists networks such as `10.0.0.0/8`. None of them allows cloud
 * metadata.
 */
export function isAllowedAddress(address: string, allow: readonly string[]): boolean {
  const [text = ''] = address.split('%')
  if (!ipaddr.isValid(text)) return false
  const one = ipaddr.parse(text)
  if (isMetadata(one)) return false
  const range = one.range()
  if (range === 'unicast') return one.kind() === 'ipv4' || isWithin(one, publicIpv6)
  return listable.has(range) && allow.some((entry) => isWithin(one, networkOf(entry)))
}

/**
 * Parses an http(s) address. `URL` has already normalized every numeric notation of an IP.
 *
 * @throws {OutboundError} badAddress
 */
function urlOf(text: string): URL {
  if (!URL.canParse(text)) throw new OutboundError('badAddress')
  const url = new URL(text)
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  if (!isWeb || url.username !== '' || url.password !== '') throw new OutboundError('badAddress')
  return url
}

/** Returns the host of an address as it is resolved: an IPv6 address without brackets. */
const nameIn = (url: URL): string => url.hostname.replaceAll(/^\[|\]$/g, '')

const bySystem = (name: string): Promise<readonly Resolved[]> => lookup(name, { all: true, order: 'verbatim' })

/**
 * Resolves a name and checks that every address is allowed.
 *
 * @throws {OutboundError} notAllowed, unreachable, tooSlow
 */
async function checkedAddresses(rules: OutboundRules, name: string, mostMs: number): Promise<readonly Resolved[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new OutboundError('tooSlow')), mostMs)
  })
  try {
    const found = await Promise.race([(rules.resolve ?? bySystem)(name), late])
    if (found.length === 0) throw new OutboundError('unreachable')
    if (!found.every(({ address }) => isAllowedAddress(address, rules.allow))) throw new OutboundError('notAllowed')
    return found
  } catch (error) {
    throw error instanceof OutboundError ? error : new OutboundError('unreachable', error)
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Requires that the server may connect to an http(s) address, as far as that can be known now: a name that cannot be
 * resolved at the moment passes, because it is checked again with each request.
 *
 * @throws {OutboundError} badAddress, notAllowed
 */
export async function requireAllowedHost(rules: OutboundRules, text: string): Promise<void> {
  const { connectMs } = rules.limits ?? ordinaryLimits
  try {
    await checkedAddresses(rules, nameIn(urlOf(text)), connectMs)
  } catch (error) {
    if (!(error instanceof OutboundError) || error.reason === 'badAddress' || error.reason === 'notAllowed') throw error
  }
}

/** Returns a lookup that always yields the checked addresses, so that a second resolution cannot lead elsewhere. */
const lookupOf =
  (addresses: readonly Resolved[]): LookupFunction =>
  (_name, options, done) => {
    const [first] = addresses
    if (options.all) done(null, [...addresses])
    else done(null, first?.address ?? '', first?.family)
  }

/** Returns a stream that passes on at most `mostBytes`. */
const boundedBody = (mostBytes: number): Transform => {
  let bytes = 0
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > mostBytes) done(new OutboundError('tooLarge'))
      else done(null, chunk)
    },
  })
  // The reader handles an error; without a reader, it must not end the process.
  return body.on('error', () => undefined)
}

// Sent for every method: without it the body of a GET would be parsed as the next request on its connection.
const lengthOf = (body: string | Buffer | undefined): Record<string, string> =>
  body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }

/**
 * Sends a request to another server; all requests of the server itself go through here. Redirects are not followed.
 *
 * @throws {OutboundError}
 */
export async function safeFetch(rules: OutboundRules, text: string, sent: OutboundRequest): Promise<OutboundResponse> {
  const url = urlOf(text)
  const limits = rules.limits ?? ordinaryLimits
  const isStream = sent.isStream || sent.streamMs !== undefined
  const totalMs = isStream ? Math.max(limits.totalMs, sent.streamMs ?? streamTotalMs) : limits.totalMs
  const addresses = await checkedAddresses(rules, nameIn(url), limits.connectMs)
  const isTls = url.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const request = (isTls ? httpsRequest : httpRequest)(url, {
      method: sent.method ?? 'GET',
      headers: { 'Accept-Encoding': 'identity', ...lengthOf(sent.body), ...sent.headers },
      agent: false,
      lookup: lookupOf(addresses),
      ...(isTls && sent.trusted && { ca: [...rootCertificates, sent.trusted] }),
    })
    let body: Transform | undefined
    const stop = (reason: OutboundReason, cause?: unknown) =>
      (body ?? request).destroy(new OutboundError(reason, cause))
    const gone = () => stop('unreachable', sent.signal?.reason)
    if (sent.signal?.aborted) gone()
    sent.signal?.addEventListener('abort', gone, { once: true })
    const connecting = setTimeout(() => stop('tooSlow'), limits.connectMs)
    const total = setTimeout(() => stop('tooSlow'), totalMs)
    request.setTimeout(limits.totalMs, () => stop('tooSlow'))
    request.once('socket', (socket) => {
      // The address of the actual connection decides: a numeric host, for one, is connected to without a lookup.
      socket.once('connect', () => {
        if (!isAllowedAddress(socket.remoteAddress ?? '', rules.allow)) stop('notAllowed')
      })
      socket.once(isTls ? 'secureConnect' : 'connect', () => clearTimeout(connecting))
    })
    request.once('close', () => {
      clearTimeout(connecting)
      clearTimeout(total)
      sent.signal?.removeEventListener('abort', gone)
      // A connection that is upgraded to another protocol ends without an error and without a response.
      reject(new OutboundError('unreachable'))
    })
    request.on('error', (error) =>
      reject(error instanceof OutboundError ? error : new OutboundError('unreachable', error)),
    )
    request.once('response', (response: IncomingMessage) => {
      const status = response.statusCode ?? 0
      if (status >= 300 && status < 400 && !sent.givesRedirects) return void stop('redirected')
      body = boundedBody(limits.answerBytes)
      response.once('error', (error) => stop('unreachable', error)).pipe(body)
      body.once('close', () => request.destroy())
      const { statusMessage: statusText = '', headers, rawHeaders } = response
      resolve({ status, statusText, headers, rawHeaders, body })
    })
    request.end(sent.body)
  })
}

/** Reads a whole response as text. @throws {OutboundError} tooLarge, tooSlow, unreachable */
export async function readResponseText(answer: OutboundResponse): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of answer.body) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** Where a connection without HTTP leads. */
interface ConnectionTarget {
  host: string
  port: number
  /** Whether to speak TLS. */
  isTls: boolean
  /** Whether any certificate will do, for a caller that sends nothing and reads the certificate itself. */
  acceptsAnyCertificate?: boolean
  /** Certificates that are trusted besides the usual ones, as PEM. */
  trusted?: string
}

/** Returns the options of TLS to a host, which a name is also sent to. */
export const tlsOptionsFor = (host: string, trusted = ''): ConnectionOptions => ({
  ...(isIP(host) === 0 && { servername: host }),
  ...(trusted !== '' && { ca: [...rootCertificates, trusted] }),
})

/**
 * Connects to another server by the same rules as `safeFetch`, for what is not HTTP. The caller ends the socket.
 *
 * @throws {OutboundError} notAllowed, unreachable, tooSlow
 */
export async function safeConnect(rules: OutboundRules, target: ConnectionTarget): Promise<Socket> {
  const { host, port, isTls, acceptsAnyCertificate = false, trusted } = target
  const { connectMs } = rules.limits ?? ordinaryLimits
  const addresses = await checkedAddresses(rules, host, connectMs)
  return new Promise((resolve, reject) => {
    const options = { host, port, lookup: lookupOf(addresses) }
    const socket: Socket = isTls
      ? connectTls({
          ...options,
          rejectUnauthorized: !acceptsAnyCertificate,
          ...tlsOptionsFor(host, trusted),
        })
      : connect(options)
    const late = setTimeout(() => socket.destroy(new OutboundError('tooSlow')), connectMs)
    socket.once('connect', () => {
      if (!isAllowedAddress(socket.remoteAddress ?? '', rules.allow)) socket.destroy(new OutboundError('notAllowed'))
    })
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      clearTimeout(late)
      if (!socket.destroyed) resolve(socket)
    })
    socket.once('close', () => {
      clearTimeout(late)
      reject(new OutboundError('unreachable'))
    })
    socket.on('error', (error) =>
      reject(error instanceof OutboundError ? error : new OutboundError('unreachable', error)),
    )
  })
}

/** The certificate that a server sends. */
interface ServerCertificate {
  /** When it expires, Unix seconds. */
  expires: number
  /** The names that it is for. */
  names: string[]
  /** Whether it is for the requested host. */
  fitsHost: boolean
  /** Why its issuer is not trusted, as OpenSSL names it; empty when it is. */
  untrusted: string
}

/**
 * Reads the certificate that a server sends, also one that a browser would reject.
 *
 * @throws {OutboundError} notAllowed, unreachable (also for a server without TLS), tooSlow
 */
export async function readCertificate(rules: OutboundRules, host: string, port: number): Promise<ServerCertificate> {
  const socket = (await safeConnect(rules, { host, port, isTls: true, acceptsAnyCertificate: true })) as TLSSocket
  try {
    const raw = socket.getPeerCertificate().raw
    if (!raw) throw new OutboundError('unreachable')
    const certificate = new X509Certificate(raw)
    const names = (certificate.subjectAltName ?? certificate.subject).split(/, |\n/)
    return {
      expires: Math.floor(Date.parse(certificate.validTo) / 1000),
      names: names.map((name) => name.replace(/^(DNS:|IP Address:|CN=)/, '')),
      fitsHost: (isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)) !== undefined,
      untrusted: socket.authorized ? '' : String(socket.authorizationError),
    }
  } finally {
    socket.destroy()
  }
}

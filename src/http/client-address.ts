import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, type Socket } from 'node:net'
import type { Arrival } from '#src/core/arrival.ts'

const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** Builds the list of trusted proxies; each entry is an address or a network such as `10.0.0.0/8`. */
export function trustedProxies(list: readonly string[]): BlockList {
  const trusted = new BlockList()
  for (const entry of list) {
    const [address = '', bits] = entry.split('/')
    const family = isIP(address)
    if (family === 0) continue
    const kind = family === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) trusted.addAddress(address, kind)
    else trusted.addSubnet(address, Number(bits), kind)
  }
  return trusted
}

/** Returns the remote address of a connection: the client's, or that of a proxy in between. */
export const socketAddress = ({ remoteAddress }: Socket): string => plain(remoteAddress ?? '')

/** Whether an address belongs to a trusted proxy. */
export const isTrusted = (trusted: BlockList, address: string): boolean => {
  const family = isIP(address)
  return family !== 0 && trusted.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Returns the client's address: the socket's, or behind trusted proxies the last address in `X-Forwarded-For` that is
 * not a trusted proxy.
 */
export function clientAddress(request: IncomingMessage, trusted: BlockList): string {
  let address = socketAddress(request.socket)
  const forwarded = [request.headers['x-forwarded-for']]
    .flat()
    .join(',')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  while (forwarded.length > 0 && isTrusted(trusted, address)) address = plain(forwarded.pop() ?? '')
  return address
}

// A host name, or an IPv4 or IPv6 address, with or without a port.
const hostAndPort = /^(?:[a-z\d](?:[\w.-]{0,251}[\w.])?|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i

/**
 * Returns the origin that the client requested: from `Host`, or the first `X-Forwarded-Host` of a trusted proxy. The
 * client controls this value: use it only in the response to that client, never in what others read.
 *
 * @returns `https://docs.example`, without a trailing slash; undefined when no host is named
 */
export function getRequestOrigin(request: IncomingMessage, trusted: BlockList): string | undefined {
  const isForwarded = isTrusted(trusted, plain(request.socket.remoteAddress ?? ''))
  const forwarded = isForwarded ? [request.headers['x-forwarded-host']].flat().join(',') : ''
  const host = (forwarded.split(',')[0] ?? '').trim() || (request.headers.host ?? '')
  const origin = `${isHttps(request, trusted, '') ? 'https' : 'http'}://${host}`
  return hostAndPort.test(host) && URL.canParse(origin) ? new URL(origin).origin : undefined
}

/** Whether the request came over https, directly or according to a trusted proxy. */
export const isHttps = (request: IncomingMessage, trusted: BlockList, siteUrl: string): boolean =>
  siteUrl.startsWith('https://') ||
  (request.headers['x-forwarded-proto'] === 'https' && isTrusted(trusted, socketAddress(request.socket)))

/**
 * Whether the request comes from a page of this site. Browsers report this in `Sec-Fetch-Site`, or in an `Origin` that
 * has the requested host (or the host of `siteUrl`, when a proxy in front changes the host).
 */
export function isSameOrigin(request: IncomingMessage, siteUrl: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const origin = request.headers.origin
  if (origin === undefined || !URL.canParse(origin)) return false
  const { host } = new URL(origin)
  return host === request.headers.host || (siteUrl !== '' && host === new URL(siteUrl).host)
}

const proxyHeaders = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded', 'x-real-ip', 'via']

const headerText = (request: IncomingMessage, name: string): string => [request.headers[name] ?? []].flat().join(', ')

/** Returns the names of the headers of proxies that a request has. */
export const proxyHeadersOf = (request: IncomingMessage): string[] =>
  proxyHeaders.filter((name) => headerText(request, name) !== '')

/** Whether an address belongs to this machine itself. */
export const isLoopback = (address: string): boolean => address === '::1' || address.startsWith('127.')

/** Returns how a request reached this server. */
export function arrivalOf(request: IncomingMessage, trusted: BlockList, siteUrl: string): Arrival {
  const peer = socketAddress(request.socket)
  return {
    peer,
    isTrusted: isTrusted(trusted, peer),
    client: clientAddress(request, trusted),
    isHttps: isHttps(request, trusted, siteUrl),
    host: new URL(getRequestOrigin(request, trusted) ?? 'http://localhost').host,
    headers: proxyHeadersOf(request),
    forwardedFor: headerText(request, 'x-forwarded-for'),
    forwardedProto: headerText(request, 'x-forwarded-proto'),
  }
}

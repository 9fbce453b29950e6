import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, type Socket } from 'node:net'

const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** The addresses of proxies that are believed; each is an address or a network such as `10.0.0.0/8`. */
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

/** The address at the other end of a connection: a client, or a proxy in between. */
export const socketAddress = ({ remoteAddress }: Socket): string => plain(remoteAddress ?? '')

/** Whether an address is that of a proxy that is believed. */
export const isTrusted = (trusted: BlockList, address: string): boolean => {
  const family = isIP(address)
  return family !== 0 && trusted.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/** The client's address: the socket's, or behind trusted proxies the last one in `X-Forwarded-For` that is not theirs. */
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

// A name, or an address of either kind, with a port or without.
const hostAndPort = /^(?:[a-z\d](?:[\w.-]{0,251}[\w.])?|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i

/**
 * The origin that the client asked for, as far as it can be known: `Host`, or the first `X-Forwarded-Host` of a trusted proxy.
 * The client may write anything there. It is good for an answer to that very client, and never for what others read.
 *
 * @returns `https://docs.example`, without a slash at the end; undefined where no host is named
 */
export function getRequestOrigin(request: IncomingMessage, trusted: BlockList): string | undefined {
  const isForwarded = isTrusted(trusted, plain(request.socket.remoteAddress ?? ''))
  const forwarded = isForwarded ? [request.headers['x-forwarded-host']].flat().join(',') : ''
  const host = (forwarded.split(',')[0] ?? '').trim() || (request.headers.host ?? '')
  const origin = `${isHttps(request, trusted, '') ? 'https' : 'http'}://${host}`
  return hostAndPort.test(host) && URL.canParse(origin) ? new URL(origin).origin : undefined
}

/** Whether the request came over https, on its own or by the word of a trusted proxy. */
export const isHttps = (request: IncomingMessage, trusted: BlockList, siteUrl: string): boolean =>
  siteUrl.startsWith('https://') ||
  (isTrusted(trusted, socketAddress(request.socket)) && request.headers['x-forwarded-proto'] === 'https')

/**
 * Whether the request comes from a page of this site. A browser says so by `Sec-Fetch-Site`, or by an `Origin` with the
 * host that it asked for (or that of `siteUrl`, when a proxy in front changes the host).
 */
export function isSameOrigin(request: IncomingMessage, siteUrl: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const origin = request.headers.origin
  if (origin === undefined || !URL.canParse(origin)) return false
  const { host } = new URL(origin)
  return host === request.headers.host || (siteUrl !== '' && host === new URL(siteUrl).host)
}

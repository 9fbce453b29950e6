import { isIP } from 'node:net'

// Source: RFC 1035, 2.3.4, and RFC 5891 for names that are not ASCII.
const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/
const longestHost = 253

/**
 * Returns a host name in the form in which hosts are compared: lower case, in ASCII, without a dot at the end;
 * undefined for anything that is no host name: with a port, a path or a scheme, an IP address in any notation,
 * `localhost`.
 */
export function normalizeHost(typed: string): string | undefined {
  const name = typed.trim().replace(/\.$/, '')
  // what a URL would read as something else: a user, a port, a path, another character for the dot
  if (name === '' || /[\s/\\@:?#[\]%]/.test(name) || !URL.canParse(`http://${name}/`)) return undefined
  const { hostname } = new URL(`http://${name}/`)
  const host = hostname.toLowerCase().replace(/\.$/, '')
  if (isIP(host) !== 0 || host === 'localhost' || host.endsWith('.localhost')) return undefined
  return host.length <= longestHost && host.split('.').every((part) => label.test(part)) ? host : undefined
}

/**
 * Reports whether the host name of a URL is this machine itself, which browsers trust without encryption.
 *
 * @param host as `URL.hostname` has it: an IPv6 address in brackets. Source: Secure Contexts, 3.1.
 */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host)

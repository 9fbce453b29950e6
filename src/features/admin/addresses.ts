import { fail } from '#src/core/errors.ts'

const parsed = (typed: string): URL | undefined => {
  const text = typed.trim()
  if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  return url.username === '' && url.password === '' ? url : undefined
}

const withoutSlash = (path: string): string => path.replace(/\/+$/, '')

/**
 * Returns the site's public address in its stored form, without a slash at the end; empty for none.
 *
 * @throws {AppError} siteUrlBad
 */
export function parseSiteAddress(typed: string): string {
  if (typed.trim() === '') return ''
  const url = parsed(typed)
  if (!url || url.search !== '' || url.hash !== '') return fail('siteUrlBad')
  return withoutSlash(`${url.origin}${url.pathname}`)
}

/**
 * Returns a service's address in its stored form; an address without a scheme becomes https. Empty for none.
 *
 * @throws {AppError} serviceAddressBad
 */
export function parseServiceAddress(typed: string): string {
  const text = typed.trim()
  if (text === '') return ''
  const url = parsed(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`)
  if (!url || url.search !== '' || url.hash !== '') return fail('serviceAddressBad')
  return withoutSlash(`${url.origin}${url.pathname}`)
}

/** Returns a logout address for browsers in its stored form; empty for none. @throws {AppError} logoutAddressBad */
export function parseLogoutAddress(typed: string): string {
  if (typed.trim() === '') return ''
  return parsed(typed)?.href ?? fail('logoutAddressBad')
}

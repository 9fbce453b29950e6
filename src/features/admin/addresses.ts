import { fail } from '#src/core/errors.ts'

const parsed = (typed: string): URL | undefined => {
  const text = typed.trim()
  if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  return url.username === '' && url.password === '' ? url : undefined
}

const withoutSlash = (path: string): string => path.replace(/\/+$/, '')

/** The public address of the site as it is stored, without a slash at the end; empty for none. @throws {AppError} siteUrlBad */
export function parseSiteAddress(typed: string): string {
  if (typed.trim() === '') return ''
  const url = parsed(typed)
  if (!url || url.search !== '' || url.hash !== '') return fail('siteUrlBad')
  return withoutSlash(`${url.origin}${url.pathname}`)
}

/** The address of a service as it is stored; without a scheme it is https. Empty for none. @throws {AppError} serviceAddressBad */
export function parseServiceAddress(typed: string): string {
  const text = typed.trim()
  if (text === '') return ''
  const url = parsed(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`)
  if (!url || url.search !== '' || url.hash !== '') return fail('serviceAddressBad')
  return withoutSlash(`${url.origin}${url.pathname}`)
}

/** An address that a browser is sent to; empty for none. @throws {AppError} logoutAddressBad */
export function parseLogoutAddress(typed: string): string {
  if (typed.trim() === '') return ''
  return parsed(typed)?.href ?? fail('logoutAddressBad')
}

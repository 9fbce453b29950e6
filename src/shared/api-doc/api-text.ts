import { toObject } from './unknown-json.ts'

/**
 * Reports whether a page is an API page: its JSON describes a request with an address. A broken one still counts, so
 * that it is repaired where it was written.
 */
export function isApiText(text: string): boolean {
  if (!/^\s*\{/.test(text) || !text.includes('"info"') || !text.includes('"url"')) return false
  try {
    const value = toObject(JSON.parse(text))
    const info = toObject(value?.['info'])
    if (!value || !info || !('url' in info)) return false
    return Boolean(info['url']) || 'request' in value || 'method' in info
  } catch {
    return /"info"\s*:\s*\{/.test(text)
  }
}

/** Returns the names of the path parameters in a URL: `{id}` and `:id`, but not `{{host}}`. */
export function pathParameterNames(url: string): string[] {
  const path = url.replace(/\{\{[^}]*\}\}/g, '').split(/[?#]/, 1)[0] ?? ''
  const bare = path.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '')
  const found = [...bare.matchAll(/\{([^{}/]+)\}|\/:([\p{L}_][\p{L}\p{N}_-]*)/gu)].map(
    ([, braced, colon]) => braced ?? colon ?? '',
  )
  return [...new Set(found)]
}

/**
 * Returns an object of untrusted JSON; an empty one for anything else, including an empty list, which PHP writes for
 * `{}`.
 */
export const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

/** Returns an untrusted value as text. */
export const toText = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (value === null || value === undefined || value === false) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
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

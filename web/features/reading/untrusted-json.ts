/** An object of foreign JSON; an empty one for anything else, an empty list among them, which PHP makes of `{}`. */
export const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

/** A foreign value as text. */
export const toText = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (value === null || value === undefined || value === false) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The names that stand for a part of the path in an address: `{id}` and `:id`, but not `{{host}}`. */
export function pathParameterNames(url: string): string[] {
  const path = url.replace(/\{\{[^}]*\}\}/g, '').split(/[?#]/, 1)[0] ?? ''
  const bare = path.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '')
  const found = [...bare.matchAll(/\{([^{}/]+)\}|\/:([\p{L}_][\p{L}\p{N}_-]*)/gu)].map(
    ([, braced, colon]) => braced ?? colon ?? '',
  )
  return [...new Set(found)]
}

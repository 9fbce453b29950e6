/** Returns the path and query of the address that serves a path of an item's mocks. */
export const mockQuery = (item_id: number, path: string): string =>
  `/mock-path/${item_id}?path=${encodeURIComponent(path).replaceAll('%2F', '/')}`

/**
 * Returns a path that matches a stored one, for a test; empty for a regular expression, where users enter the path
 * themselves.
 */
export function samplePath(path: string): string {
  if (path.startsWith('~')) return ''
  const stored = path === '' || path.startsWith('/') ? path || '/' : `/${path}`
  return stored
    .split('/')
    .map((part) => (part === '*' || /^\{[^{}]+\}$/.test(part) ? '1' : part))
    .join('/')
}

/** Reports whether a stored path matches other paths too. */
export const isPattern = (path: string): boolean => path.startsWith('~') || samplePath(path) !== (path || '/')

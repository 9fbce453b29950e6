/** The path and query of the address at which a path of an item's mocks answers. */
export const mockQuery = (item_id: number, path: string): string =>
  `/mock-path/${item_id}?path=${encodeURIComponent(path).replaceAll('%2F', '/')}`

/** A path that a kept one stands for, to try it out; empty for a regular expression, which people fill in themselves. */
export function samplePath(path: string): string {
  if (path.startsWith('~')) return ''
  const kept = path === '' || path.startsWith('/') ? path || '/' : `/${path}`
  return kept
    .split('/')
    .map((part) => (part === '*' || /^\{[^{}]+\}$/.test(part) ? '1' : part))
    .join('/')
}

/** Whether a kept path stands for others too. */
export const isPattern = (path: string): boolean => path.startsWith('~') || samplePath(path) !== (path || '/')

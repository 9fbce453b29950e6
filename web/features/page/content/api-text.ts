const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Reports whether a page is an API page: its JSON describes a request with an address. A broken one still counts, so
 * that it is repaired where it was written.
 */
export function isApiText(text: string): boolean {
  if (!/^\s*\{/.test(text) || !text.includes('"info"') || !text.includes('"url"')) return false
  try {
    const value: unknown = JSON.parse(text)
    const info = isObject(value) ? value['info'] : undefined
    if (!isObject(value) || !isObject(info) || !('url' in info)) return false
    return Boolean(info['url']) || 'request' in value || 'method' in info
  } catch {
    return /"info"\s*:\s*\{/.test(text)
  }
}

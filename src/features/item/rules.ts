import { fail } from '#src/core/errors.ts'

// Custom addresses share the first part of a path with the product's own screens.
const reserved = new Set([
  'admin',
  'api',
  'assets',
  'attachment',
  'catalog',
  'docs',
  'healthz',
  'help',
  'home',
  'item',
  'login',
  'message',
  'metrics',
  'mock',
  'order',
  'page',
  'prices',
  'readyz',
  'search',
  'server',
  'setup',
  'static',
  'team',
  'uploads',
  'user',
  'web',
])

/**
 * Returns a custom address in its stored form: 3 to 50 letters and digits, not digits alone.
 *
 * @throws {AppError} domainBad, domainTaken
 */
export function parseDomain(typed: string): string {
  const domain = typed.trim()
  if (domain === '') return ''
  if (!/^[A-Za-z0-9]{3,50}$/.test(domain) || /^\d+$/.test(domain)) fail('domainBad')
  if (reserved.has(domain.toLowerCase())) fail('domainTaken', { domain })
  return domain
}

const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Parses stored JSON as an object; returns an empty object for anything else. */
export function parseObject(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/**
 * Parses the stored parameters that are added to every request of an item's API pages. Missing or malformed parts
 * become empty.
 */
export function parseGlobalParam(json: string) {
  const { query, body, header, cookies, preScript, postScript } = parseObject(json)
  return {
    query: listIn(query),
    body: listIn(body),
    header: listIn(header),
    cookies: listIn(cookies),
    preScript: textIn(preScript),
    postScript: textIn(postScript),
  }
}

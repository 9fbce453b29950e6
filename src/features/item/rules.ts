import { fail } from '#src/core/errors.ts'

// Own addresses share the first part of a path with the product's own screens.
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

/** An own address as it is stored: letters and digits, 3 to 50, not digits alone. @throws {AppError} domainBad, domainTaken */
export function parseDomain(typed: string): string {
  const domain = typed.trim()
  if (domain === '') return ''
  if (!/^[A-Za-z0-9]{3,50}$/.test(domain) || /^\d+$/.test(domain)) fail('domainBad')
  if (reserved.has(domain.toLowerCase())) fail('domainTaken', { domain })
  return domain
}

/** Whether items of a type are one page: single page and spreadsheet. Source: specification 1. */
export const isOnePage = (item_type: number): boolean => item_type === 2 || item_type === 4

/** Whether items of a type are regular: only their readers may comment and say what helped. Source: reference, api-facts 23. */
export const isRegular = (item_type: number): boolean => item_type === 0 || item_type === 1

const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

/** An object of stored JSON; an empty one for anything else. */
export function parseObject(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** What every request of an item's API pages is sent with, from its stored JSON; what is missing or odd there is empty. */
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

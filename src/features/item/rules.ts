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
export function domainOf(typed: string): string {
  const domain = typed.trim()
  if (domain === '') return ''
  if (!/^[A-Za-z0-9]{3,50}$/.test(domain) || /^\d+$/.test(domain)) fail('domainBad')
  if (reserved.has(domain.toLowerCase())) fail('domainTaken', { domain })
  return domain
}

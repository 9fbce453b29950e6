import { lenientFields, readForm } from './fields.ts'

/** Whether the route is in the query of a path: `/server/?s=`, `/index.php?s=` and similar. */
export const hasRouteInQuery = (path: string): boolean => /^\/(?:server(?:\/|$))?(?:index\.php)?$/.test(path)

/**
 * Returns what follows `Public/Uploads/` in a file address of ShowDoc 1 (at the root) or 2 (`/server/../`); undefined
 * for any other path. Source: reference, formats-and-data 8.6.
 */
export function formerFileAt(path: string): string | undefined {
  const [, behind] = /^\/(?:server\/\.\.\/)?Public\/Uploads\/(.{1,300})$/.exec(path) ?? []
  return behind
}

/**
 * Returns the route in a query, as ShowDoc writes it: `s=/api/page/info`, `s=/orders/12`; undefined when there is none.
 */
function routeIn(query: string): string | undefined {
  if (!/(?:^|&)s=/.test(query)) return undefined
  try {
    const route = readForm(Buffer.from(query, 'latin1'), lenientFields).get('s')
    return typeof route === 'string' ? route : undefined
  } catch {
    return undefined // invalid UTF-8 names no route
  }
}

/** Whether a query at the root requests a call or a mock, as it may below `/server`, and not a screen. */
export const isForPrograms = (query: string): boolean =>
  /^\/*(?:api|mock-path|mock-data)(?:\/|$)/i.test(routeIn(query) ?? '')

const plainPart = /^[\w-]+$/

/** Converts a route to a path of this site; undefined when a part is not a plain word, and so no screen has it. */
function pathOf(route: string, query: string): string | undefined {
  const parts = route.split('/').filter(Boolean)
  if (!parts.every((part) => plainPart.test(part)) || /^(?:api|server)$/i.test(parts[0] ?? '')) return undefined
  const [, page_id] = /(?:^|&)page_id=(\d+)(?:&|$)/.exec(query) ?? []
  return `/${(parts.length === 1 && page_id !== undefined ? [...parts, page_id] : parts).join('/')}`
}

/** What people type for a screen, and its path. No project can have these addresses: `src/features/item/rules.ts`. */
export const shortAddresses: Record<string, string> = {
  '/admin': '/admin/index',
  '/attachment': '/attachment/index',
  '/home': '/',
  '/item': '/item/index',
  '/login': '/user/login',
  '/message': '/message/index',
  '/order': '/order/index',
  '/team': '/team/index',
  '/user': '/user/setting',
}

/**
 * Converts the address of a ShowDoc screen, or a short one, to a path below the base path; undefined for any other
 * address. The part after `#` never reaches the server: the browser keeps it, and `web/first-paint.js` reads it.
 */
export function screenAt(path: string, query: string): string | undefined {
  if (/^\/web(?:\/(?:index\.html)?)?$/.test(path)) return '/'
  const bare = path.replace(/\/$/, '')
  if (Object.hasOwn(shortAddresses, bare)) return shortAddresses[bare]
  const [, behind] = /^\/index\.php(\/.*)?$/.exec(path) ?? []
  if (behind !== undefined) return pathOf(behind, query)
  if (!hasRouteInQuery(path) || path.startsWith('/server')) return undefined
  const route = routeIn(query)
  if (route === undefined) return path === '/' ? undefined : '/'
  return pathOf(route, query)
}

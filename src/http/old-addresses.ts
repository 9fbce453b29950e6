import { lenientFields, readForm } from './fields.ts'

/** Whether a path is one of those that name what they ask for in the query: `/server/?s=`, `/index.php?s=` and their kind. */
export const hasRouteInQuery = (path: string): boolean => /^\/(?:server(?:\/|$))?(?:index\.php)?$/.test(path)

/**
 * What stands behind `Public/Uploads/` in an address of a file as ShowDoc 1 (at the root) and 2 (`/server/../`) wrote it;
 * undefined for any other path. Source: reference, formats-and-data 8.6.
 */
export function formerFileAt(path: string): string | undefined {
  const [, behind] = /^\/(?:server\/\.\.\/)?Public\/Uploads\/(.{1,300})$/.exec(path) ?? []
  return behind
}

/** The route in a query, as ShowDoc writes it: `s=/api/page/info`, `s=/orders/12`; undefined without one. */
function routeIn(query: string): string | undefined {
  if (!/(?:^|&)s=/.test(query)) return undefined
  try {
    const route = readForm(Buffer.from(query, 'latin1'), lenientFields).get('s')
    return typeof route === 'string' ? route : undefined
  } catch {
    return undefined // bytes that are no text name nothing
  }
}

/** Whether a query at the root asks for a call or a mock, as it may below `/server`, and not for a screen. */
export const isForPrograms = (query: string): boolean =>
  /^\/*(?:api|mock-path|mock-data)(?:\/|$)/i.test(routeIn(query) ?? '')

const plainPart = /^[\w-]+$/

/** The path of this site that a route means; undefined when it holds more than plain words, and so leads nowhere. */
function pathOf(route: string, query: string): string | undefined {
  const parts = route.split('/').filter(Boolean)
  if (!parts.every((part) => plainPart.test(part)) || /^(?:api|server)$/i.test(parts[0] ?? '')) return undefined
  const [, page_id] = /(?:^|&)page_id=(\d+)(?:&|$)/.exec(query) ?? []
  return `/${(parts.length === 1 && page_id !== undefined ? [...parts, page_id] : parts).join('/')}`
}

/**
 * Where a screen of ShowDoc lies here, as a path below the base path; undefined for an address that is none of ShowDoc's. What
 * stands behind `#` never comes here: the browser takes it along, and `web/first-paint.js` reads it.
 */
export function screenAt(path: string, query: string): string | undefined {
  if (/^\/web(?:\/(?:index\.html)?)?$/.test(path)) return '/'
  const [, behind] = /^\/index\.php(\/.*)?$/.exec(path) ?? []
  if (behind !== undefined) return pathOf(behind, query)
  if (!hasRouteInQuery(path) || path.startsWith('/server')) return undefined
  const route = routeIn(query)
  if (route === undefined) return path === '/' ? undefined : '/'
  return pathOf(route, query)
}

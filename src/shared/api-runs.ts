/** The most steps of one run. */
export const runStepsMax = 50
/** The most runs of one project. */
export const runsMax = 100
/** The results of each run that are stored. */
export const runResultsMax = 50
/** How long one run may take, in ms. */
export const runMaxMs = 5 * 60_000
/** The shortest time between two scheduled starts, in minutes. */
export const runEveryMin = 5

/** Where a step takes a value from: the body by path, a header by name, the status. */
export const outputSources = ['body', 'header', 'status'] as const

/** What a check looks at. `schema` compares the response with what the step's page documents. */
export const checkKinds = ['status', 'header', 'time', 'body', 'schema'] as const

/** How a check compares. `matches` takes a regular expression; `less` and `greater` compare numbers. */
export const checkCompares = [
  'equals',
  'differs',
  'contains',
  'matches',
  'exists',
  'missing',
  'less',
  'greater',
] as const

/** What a check looks at. */
export type CheckKind = (typeof checkKinds)[number]

/** How a check compares. */
type CheckCompare = (typeof checkCompares)[number]

/** The ways of comparing that make sense for each kind of check, the usual one first. */
export const comparesOfKind: Readonly<Record<CheckKind, readonly CheckCompare[]>> = {
  status: ['equals', 'differs', 'less', 'greater'],
  header: ['equals', 'differs', 'contains', 'matches', 'exists', 'missing'],
  time: ['less'],
  body: ['equals', 'differs', 'contains', 'matches', 'exists', 'missing', 'less', 'greater'],
  schema: ['equals'],
}

/** How a run ended, or `running`. `interrupted`: the server stopped in between. */
export const runOutcomes = ['running', 'passed', 'failed', 'stopped', 'interrupted'] as const

/** How often a run starts by itself. */
export const runSchedules = ['off', 'minutes', 'daily'] as const

/** One part of a path into a JSON value; `*` stands for every entry. */
type PathPart = string | number | '*'

const pathMax = 50

/**
 * Parses a JSON pointer (`/data/0/id`) or a simple JSONPath (`$.data[0].id`, `$['a b'][*]`); an empty text and `$` are the
 * whole value. Returns undefined for anything else, such as filters.
 */
export function parseValuePath(text: string): PathPart[] | undefined {
  const path = text.trim()
  if (path === '' || path === '$') return []
  if (path.startsWith('/')) {
    const parts = path.slice(1).split('/')
    return parts.length > pathMax ? undefined : parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  }
  if (!path.startsWith('$')) return undefined
  const parts: PathPart[] = []
  const part = /\.([\p{L}_$][\p{L}\p{N}_$-]*)|\[(\d{1,9})\]|\[(?:'([^'\\]*)'|"([^"\\]*)")\]|(?:\.|\[)\*\]?/uy
  part.lastIndex = 1
  while (part.lastIndex < path.length) {
    const found = part.exec(path)
    if (!found || parts.length >= pathMax) return undefined
    const [, name, index, single, double] = found
    if (index !== undefined) parts.push(Number(index))
    else parts.push(name ?? single ?? double ?? '*')
  }
  return parts
}

/** Returns what a path leads to; undefined when there is nothing. `*` gives a list of what the entries have. */
export function valueAt(value: unknown, path: readonly PathPart[]): unknown {
  const [part, ...rest] = path
  if (part === undefined) return value
  if (typeof value !== 'object' || value === null) return undefined
  if (part === '*') {
    const found = Object.values(value)
      .map((one: unknown) => valueAt(one, rest))
      .filter((one) => one !== undefined)
    return found.length > 0 ? found : undefined
  }
  const key = String(part)
  if (!Object.hasOwn(value, key) || (Array.isArray(value) && key === 'length')) return undefined
  return valueAt((value as Record<string, unknown>)[key], rest)
}

const segmentsOf = (path: string): string[] => path.split('/').filter((part) => part !== '')
const isParameter = (segment: string): boolean => /^\{[^{}]+\}$/.test(segment)
/** Splits an address into what comes before its path, its path, and its query. */
const partsOf = (url: string): { base: string; path: string; rest: string } => {
  const [, base = '', path = '', rest = ''] =
    /^((?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*|\{\{[^{}]*\}\}(?=\/))?([^?#]*)(.*)$/is.exec(url.trim()) ?? []
  return { base, path, rest }
}

/** Whether the address of a step ends with the path of a page: `/v1/orders/{{id}}?page=1` with `/orders/{id}`. */
export function hasPath(url: string, path: string): boolean {
  const own = segmentsOf(partsOf(url).path)
  const wanted = segmentsOf(path)
  if (own.length < wanted.length) return false
  return own.slice(own.length - wanted.length).every((segment, at) => {
    const expected = wanted[at] ?? ''
    return isParameter(expected) || segment === expected || segment === encodeURI(expected)
  })
}

/**
 * Returns the address of a step with the path of its page, which has changed: what comes before the path and the query
 * stay, and so do the values of parameters that are in the same place, counted from the end.
 */
export function withPath(url: string, path: string): string {
  const { base, path: former, rest } = partsOf(url)
  const own = segmentsOf(former)
  const wanted = segmentsOf(path)
  const literals = new Set(wanted.filter((segment) => !isParameter(segment)))
  const filled = wanted.map((segment, at) => {
    if (!isParameter(segment)) return segment
    const from = own.length - wanted.length + at
    const value = own[from]
    const before = wanted[at - 1]
    const isSamePlace = before === undefined || isParameter(before) || own[from - 1] === before
    return value === undefined || !isSamePlace || literals.has(value) ? `{{${segment.slice(1, -1)}}}` : value
  })
  return `${base}/${filled.join('/')}${rest}`
}

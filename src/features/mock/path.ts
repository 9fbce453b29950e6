import { fail } from '#src/core/errors.ts'
import { type Effort, isFound, type Pattern, parsePattern } from './pattern.ts'

/** Maximum length of a path in bytes, both stored and requested. Source: reference, api-facts 14. */
export const pathMostBytes = 2048

/**
 * Returns a path as it is stored: with its slash; after `~` a regular expression.
 *
 * @throws {AppError} mockPathTooLong, mockPathBad, mockPathTooLarge
 */
export function normalizePath(typed: string): string {
  const path = typed === '' ? '/' : typed
  if (path.startsWith('~')) {
    parsePattern(path.slice(1))
    return path
  }
  const checkedPath = path.startsWith('/') ? path : `/${path}`
  return Buffer.byteLength(checkedPath) > pathMostBytes ? fail('mockPathTooLong', { most: pathMostBytes }) : checkedPath
}

const isOpenPart = (part: string): boolean => part === '*' || /^\{[^{}]+\}$/.test(part)

/** Returns whether a path has wildcard segments: `/users/{id}`, `/users/*`. */
const hasOpenParts = (path: string): boolean => path.split('/').some(isOpenPart)

/**
 * Returns whether `path` matches the stored path `kept`. `{name}` and `*` match any one segment; `*` as the last
 * segment matches everything below.
 */
function fits(kept: string, path: string): boolean {
  const wanted = kept.split('/')
  const parts = path.split('/')
  const isOpenEnd = wanted.at(-1) === '*'
  if (isOpenEnd ? parts.length < wanted.length : parts.length !== wanted.length) return false
  return wanted.every((part, at) => (isOpenPart(part) ? parts[at] !== '' : part === parts[at]))
}

// Parsing a pattern again costs more than caching it.
const mostStored = 1000
const read = new Map<string, Pattern | undefined>()

// The cost of parsing a pattern, in matching steps.
const readingCost = 8_000

/**
 * Returns the pattern of a stored path; undefined if it is invalid, as another product may have stored it, or if no
 * effort is left.
 */
function patternIn(path: string, effort: Effort): Pattern | undefined {
  if (read.has(path)) return read.get(path)
  effort.left -= readingCost
  if (effort.left < 0) return undefined
  let pattern: Pattern | undefined
  try {
    pattern = parsePattern(path.slice(1))
  } catch {
    pattern = undefined
  }
  if (read.size >= mostStored) read.clear()
  read.set(path, pattern)
  return pattern
}

// Some 20 ms, a few times that if patterns must be parsed; an item that needs more has too many of them, and those that
// are left do not match.
const effortMost = 2_000_000

function fitsByParts(kept: string, path: string, effort: Effort): boolean {
  if (kept.startsWith('~')) return false
  effort.left -= kept.length + path.length
  return effort.left >= 0 && hasOpenParts(kept) && fits(kept, path)
}

/**
 * Returns the row that matches `path`: first those with wildcard segments, then those with a pattern, each in their
 * order.
 */
export function matchingRow<R extends { path: string }>(rows: readonly R[], path: string): R | undefined {
  const effort: Effort = { left: effortMost }
  const byParts = rows.find((row) => fitsByParts(row.path, path, effort))
  if (byParts) return byParts
  return rows.find((row) => {
    const pattern = row.path.startsWith('~') ? patternIn(row.path, effort) : undefined
    return pattern !== undefined && isFound(pattern, path, effort)
  })
}

import { fail } from '#src/core/errors.ts'
import { type Effort, isFound, type Pattern, parsePattern } from './pattern.ts'

/** The most bytes of a path, as it is kept and as it is asked for. Source: reference, api-facts 14. */
export const pathMostBytes = 2048

/** A path as it is kept: with its slash; after `~` a regular expression. @throws {AppError} mockPathTooLong, mockPathBad, mockPathTooLarge */
export function normalizePath(typed: string): string {
  const path = typed === '' ? '/' : typed
  if (path.startsWith('~')) {
    parsePattern(path.slice(1))
    return path
  }
  const kept = path.startsWith('/') ? path : `/${path}`
  return Buffer.byteLength(kept) > pathMostBytes ? fail('mockPathTooLong', { most: pathMostBytes }) : kept
}

const isOpenPart = (part: string): boolean => part === '*' || /^\{[^{}]+\}$/.test(part)

/** Whether parts of a path stand for others: `/users/{id}`, `/users/*`. */
const hasOpenParts = (path: string): boolean => path.split('/').some(isOpenPart)

/**
 * Whether `path` is one that `kept` stands for. `{name}` and `*` are any one part between slashes; `*` as the last part is all that
 * lies below.
 */
function fits(kept: string, path: string): boolean {
  const wanted = kept.split('/')
  const parts = path.split('/')
  const isOpenEnd = wanted.at(-1) === '*'
  if (isOpenEnd ? parts.length < wanted.length : parts.length !== wanted.length) return false
  return wanted.every((part, at) => (isOpenPart(part) ? parts[at] !== '' : part === parts[at]))
}

// Reading a pattern again costs more than keeping it.
const keptMost = 1000
const read = new Map<string, Pattern | undefined>()

// What reading one costs, counted as steps of looking for it.
const readingCost = 8_000

/** The pattern of a kept path; undefined for one that another product kept and that is none here, or when no effort is left. */
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
  if (read.size >= keptMost) read.clear()
  read.set(path, pattern)
  return pattern
}

// Some 20 ms, a few times that when patterns must be read; an item that needs more has too many of them, and the rest of
// them does not answer.
const effortMost = 2_000_000

function fitsByParts(kept: string, path: string, effort: Effort): boolean {
  if (kept.startsWith('~')) return false
  effort.left -= kept.length + path.length
  return effort.left >= 0 && hasOpenParts(kept) && fits(kept, path)
}

/** Which of these rows answers at `path`: first one with open parts, then one with a pattern, each in their order. */
export function matchingRow<R extends { path: string }>(rows: readonly R[], path: string): R | undefined {
  const effort: Effort = { left: effortMost }
  const byParts = rows.find((row) => fitsByParts(row.path, path, effort))
  if (byParts) return byParts
  return rows.find((row) => {
    const pattern = row.path.startsWith('~') ? patternIn(row.path, effort) : undefined
    return pattern !== undefined && isFound(pattern, path, effort)
  })
}

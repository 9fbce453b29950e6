import { isDeepStrictEqual } from 'node:util'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { ApiChange } from '#shared/api-doc/diff/changes.ts'
import { compareDescriptions } from '#shared/api-doc/diff/compare-descriptions.ts'
import type { ChangeLevel } from '#shared/api-doc/diff/kinds.ts'
import type { UnknownObject } from '#shared/api-doc/unknown-json.ts'

/** How many changes there are of each level. */
export interface LevelCounts {
  breaking_count: number
  warning_count: number
  info_count: number
}

/** A page as its readers had it; undefined when they did not. */
export type PageState = { title: string; text: string } | undefined

/** What a page says, by the export's rules. */
export type DescribePage = (title: string, text: string) => { operation: string; root: UnknownObject } | undefined

const weights: Record<ChangeLevel, number> = { breaking: 0, warning: 1, info: 2 }

/** The changes of one entry that are stored; the counts are of all. */
const storedMost = 300

/** Returns the number of changes of each level. */
export const countLevels = (changes: readonly { level: ChangeLevel }[]): LevelCounts => ({
  breaking_count: changes.filter(({ level }) => level === 'breaking').length,
  warning_count: changes.filter(({ level }) => level === 'warning').length,
  info_count: changes.filter(({ level }) => level === 'info').length,
})

/** Returns the changes that are stored, in their order: of more than 300 the worst. */
function worst(changes: readonly ApiChange[]): ApiChange[] {
  if (changes.length <= storedMost) return [...changes]
  const kept = new Set(changes.toSorted((one, other) => weights[one.level] - weights[other.level]).slice(0, storedMost))
  return changes.filter((one) => kept.has(one))
}

// Long values, such as a default of many kilobytes, say no more than their beginning.
const valueMost = 500

const shortened = (change: ApiChange): ApiChange => ({
  ...change,
  text: {
    ...change.text,
    values: Object.fromEntries(
      Object.entries(change.text.values).map(([name, value]) => [
        name,
        typeof value === 'string' && value.length > valueMost ? `${value.slice(0, valueMost)}…` : value,
      ]),
    ),
  },
})

/** Packs JSON for the database. */
export const pack = (value: unknown): Buffer => zstdCompressSync(JSON.stringify(value))

/** Unpacks what `pack` has packed. */
export const unpack = <T>(packed: Buffer): T => JSON.parse(zstdDecompressSync(packed).toString()) as T

/** Packs changes: of more than 300 the worst, with values of at most 500 characters. */
export const packChanges = (changes: readonly ApiChange[]): Buffer => pack(worst(changes).map(shortened))

/** How much one entry says about its operations, in characters. */
const operationsMost = 20_000

/** Returns the operations of changes as the database stores them: each between line ends. */
export function packOperations(changes: readonly ApiChange[]): string {
  let text = '\n'
  for (const operation of new Set(changes.map((one) => one.operation))) {
    if (operation === '' || text.length + operation.length > operationsMost) continue
    text += `${operation}\n`
  }
  return text === '\n' ? '' : text
}

/** Returns the operations that `packOperations` has packed. */
export const unpackOperations = (text: string): string[] => text.split('\n').filter(Boolean)

/** A description as it is without its operation: with the same server and the same ways to sign in. */
const withoutOperation = (root: UnknownObject): UnknownObject => ({ ...root, paths: {} })

/** What comparing two states of a page gives. */
interface PageComparison {
  changes: ApiChange[]
  /** The operation that the page describes, or described. */
  operation: string
}

/** Whether a text is an object that is broken: a page that somebody is writing, which says nothing yet. */
export function isBroken(text: string): boolean {
  if (!/^\s*\{/.test(text)) return false
  try {
    JSON.parse(text)
    return false
  } catch {
    return true
  }
}

/**
 * Compares two states of a page, as the differ compares descriptions. A page that appears is an operation that was added,
 * one that goes an operation that was removed.
 *
 * @param today as `2026-01-31`
 */
export function comparePage(
  before: PageState,
  after: PageState,
  describe: DescribePage,
  today: string,
): PageComparison {
  if (before?.title === after?.title && before?.text === after?.text) return { changes: [], operation: '' }
  const [old, now] = [before && describe(before.title, before.text), after && describe(after.title, after.text)]
  const known = now ?? old
  if (!known) return { changes: [], operation: '' }
  // an edit of a remark that is no part of the operation is the most frequent one
  if (old && now && isDeepStrictEqual(old.root, now.root)) return { changes: [], operation: known.operation }
  const rest = withoutOperation(known.root)
  const changes = compareDescriptions({ old: old?.root ?? rest, now: now?.root ?? rest }, { today })
  return { changes, operation: known.operation }
}

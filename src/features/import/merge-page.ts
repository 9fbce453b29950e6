import { isDeepStrictEqual } from 'node:util'
import DiffMatchPatch from 'diff-match-patch'
import { toObject, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'

/** A value as the last import wrote it, as it is now, and as the description has it. */
interface Three<T> {
  base: T
  mine: T
  theirs: T
}

/** Prose: both sides are combined. */
const prose = new Set(['description', 'remark', 'responseExampleRemark', 'responseFailExampleRemark'])

/** Values that a person writes better than a program: theirs stays when both have changed it. */
const written = new Set([
  ...prose,
  'title',
  'apiStatus',
  'value',
  'json',
  'data',
  'responseExample',
  'responseFailExample',
  'pre',
  'post',
])

/**
 * Combines two versions of a text with the one that both come from. Where they contradict each other, the version of
 * this site stays.
 */
export function mergeText({ base, mine, theirs }: Three<string>): string {
  if (mine === base) return theirs
  if (theirs === base || mine === theirs) return mine
  const library = new DiffMatchPatch()
  library.Diff_Timeout = 0.05 // s; a coarser difference is still right
  const [text, applied] = library.patch_apply(library.patch_make(base, theirs), mine)
  return applied.every(Boolean) ? text.toWellFormed() : mine
}

/** What a row of a table or a further response is recognised by in another version. */
const nameOf = (row: UnknownObject): string =>
  JSON.stringify([toText(row['name']) || toText(row['key']), toText(row['status'])])

/** Returns rows by their name; those of one name are distinguished by their order. */
function byName(rows: readonly UnknownObject[]): Map<string, UnknownObject> {
  const seen = new Map<string, number>()
  return new Map(
    rows.map((row) => {
      const name = nameOf(row)
      const count = (seen.get(name) ?? 0) + 1
      seen.set(name, count)
      return [`${count} ${name}`, row]
    }),
  )
}

const isRows = (value: unknown): value is UnknownObject[] =>
  Array.isArray(value) && value.every((one) => toObject(one) !== undefined)

/**
 * Combines two lists of rows. Their order is that of the description; rows that somebody added here come last, rows
 * that somebody removed here stay away until the description changes them.
 */
function mergeRows({ base, mine, theirs }: Three<UnknownObject[]>): UnknownObject[] {
  const [former, own, next] = [byName(base), byName(mine), byName(theirs)]
  const rows: UnknownObject[] = []
  for (const [name, row] of next) {
    const [before, here] = [former.get(name), own.get(name)]
    if (here) rows.push(mergeObject({ base: before ?? {}, mine: here, theirs: row }))
    else if (!before || !isDeepStrictEqual(before, row)) rows.push(row)
  }
  for (const [name, row] of own) if (!next.has(name) && !former.has(name)) rows.push(row)
  return rows
}

function mergeObject({ base, mine, theirs }: Three<UnknownObject>): UnknownObject {
  const merged: UnknownObject = {}
  const own = (of: UnknownObject, key: string) => (Object.hasOwn(of, key) ? of[key] : undefined)
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const value = mergeValue(key, { base: own(base, key), mine: own(mine, key), theirs: own(theirs, key) })
    // a key such as __proto__ is an ordinary name
    if (value !== undefined)
      Object.defineProperty(merged, key, { value, writable: true, enumerable: true, configurable: true })
  }
  return merged
}

function mergeValue(key: string, { base, mine, theirs }: Three<unknown>): unknown {
  if (isDeepStrictEqual(mine, base)) return theirs
  if (isDeepStrictEqual(theirs, base)) return mine
  const [myObject, theirObject] = [toObject(mine), toObject(theirs)]
  if (myObject && theirObject) return mergeObject({ base: toObject(base) ?? {}, mine: myObject, theirs: theirObject })
  if (isRows(mine) && isRows(theirs)) return mergeRows({ base: isRows(base) ? base : [], mine, theirs })
  if (prose.has(key) && typeof mine === 'string' && typeof theirs === 'string')
    return mergeText({ base: typeof base === 'string' ? base : '', mine, theirs })
  return written.has(key) || theirs === undefined ? mine : theirs
}

const parsed = (text: string): UnknownObject | undefined => {
  try {
    return toObject(JSON.parse(text))
  } catch {
    return undefined
  }
}

/**
 * Combines the text of an API page with a new version of its description. `base` is the text that the last import gave
 * it. What people wrote stays; facts of the interface, such as an address or a type, follow the description.
 */
export function mergePage(three: Three<string>): string {
  const { base, mine, theirs } = three
  if (mine === base) return theirs
  if (theirs === base || mine === theirs) return mine
  const [former, own, next] = [parsed(base), parsed(mine), parsed(theirs)]
  // a page that somebody made something else of stays as it is
  if (next && !own) return mine
  if (!own || !next) return mergeText(three)
  return JSON.stringify(mergeObject({ base: former ?? {}, mine: own, theirs: next }), null, 1)
}

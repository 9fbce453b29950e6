import { mergeTexts } from '#shared/text-diff/merge.ts'

/** Returns the one line break that a text has, or undefined when it has several kinds. */
function lineBreakOf(text: string): '\n' | '\r\n' | undefined {
  const all = text.match(/\r\n?|\n/g) ?? []
  const kinds = new Set(all)
  if (kinds.has('\r') || kinds.size > 1) return undefined
  return kinds.has('\r\n') ? '\r\n' : '\n'
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/**
 * Merges the changes of both sides since `base`, as the editor does. Undefined where both have changed the same lines,
 * where line breaks differ, or where JSON would not be JSON any more.
 */
export function mergedText(base: string, mine: string, theirs: string): string | undefined {
  if (mine === base || mine === theirs) return theirs
  if (theirs === base) return mine
  const line = lineBreakOf(base)
  if (line === undefined || lineBreakOf(mine) !== line || lineBreakOf(theirs) !== line) return undefined
  const { text, conflicts } = mergeTexts(base, mine, theirs, { mine: '', theirs: '' })
  if (conflicts.length > 0) return undefined
  const merged = text.replaceAll('\n', line)
  return isJson(mine) && isJson(theirs) && !isJson(merged) ? undefined : merged
}

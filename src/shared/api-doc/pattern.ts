/** How many steps the matching of one text may take at most. */
const mostSteps = 2_000_000
const mostPattern = 500

/** Reads a regular expression from left to right. */
interface Reader {
  pattern: string
  at: number
  /** Length of the text to be matched. */
  length: number
}

/** Thrown for a pattern whose cost this reader does not know. */
class UnknownCost extends Error {}

/**
 * Whether a text has a match for a pattern of JSON Schema; undefined when the pattern is not valid, or when matching it
 * could take longer than a few milliseconds. Patterns come from descriptions that anybody may have written, and a
 * backtracking matcher can take exponential time: before it runs, the number of ways in which it can fail is computed.
 */
export function matchesPattern(text: string, pattern: string): boolean | undefined {
  if (pattern.length > mostPattern) return undefined
  const reader: Reader = { pattern, at: 0, length: text.length + 1 }
  try {
    const ways = waysOfChoice(reader)
    const starts = pattern.startsWith('^') && !pattern.includes('|') ? 1 : reader.length
    if (reader.at < pattern.length || ways * starts * pattern.length > mostSteps) return undefined
    return compiled(pattern).test(text)
  } catch (error) {
    if (error instanceof UnknownCost || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Many patterns escape characters that Unicode mode does not let them escape, such as `\-`. */
function compiled(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return new RegExp(pattern)
  }
}

/** Returns in how many ways a list of alternatives can match at one position. */
function waysOfChoice(reader: Reader): number {
  let sum = 0
  for (;;) {
    let product = 1
    while (reader.at < reader.pattern.length && !'|)'.includes(reader.pattern.charAt(reader.at)))
      product *= waysOfTerm(reader)
    sum += product
    if (reader.pattern.charAt(reader.at) !== '|') return sum
    reader.at += 1
  }
}

function waysOfTerm(reader: Reader): number {
  const ways = waysOfAtom(reader)
  const rest = reader.pattern.slice(reader.at)
  const [quantifier = ''] = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(rest) ?? []
  if (quantifier === '') return ways
  reader.at += quantifier.length
  const [, least = '', comma, most] = /^\{(\d+)(,)?(\d*)/.exec(quantifier) ?? []
  const first = quantifier.startsWith('+') ? 1 : Number(least)
  const last = quantifier.startsWith('?') ? 1 : most ? Number(most) : comma || least === '' ? Infinity : first
  if (last > reader.length) return ways === 1 ? reader.length : Infinity
  return (last - first + 1) * ways ** last
}

function waysOfAtom(reader: Reader): number {
  const { pattern } = reader
  const first = pattern.charAt(reader.at)
  reader.at += 1
  if (first === '\\') {
    const next = pattern.charAt(reader.at)
    // a reference to a group makes the length of a match depend on another
    if (/[1-9k]/.test(next)) throw new UnknownCost()
    reader.at += 1
    const braced = /[pPu]/.test(next) ? /^\{[^}]*\}/.exec(pattern.slice(reader.at)) : null
    reader.at += braced?.[0].length ?? 0
    return 1
  }
  if (first === '[') {
    for (let isEscaped = false; reader.at < pattern.length; reader.at += 1) {
      const one = pattern.charAt(reader.at)
      if (one === ']' && !isEscaped) break
      isEscaped = one === '\\' && !isEscaped
    }
    reader.at += 1
    return 1
  }
  if (first !== '(') return 1
  const [opening = ''] = /^\?(?:[:=!]|<[=!]|<\w+>)/.exec(pattern.slice(reader.at)) ?? []
  reader.at += opening.length
  if (pattern.charAt(reader.at) === '?') throw new UnknownCost()
  const ways = waysOfChoice(reader)
  if (pattern.charAt(reader.at) !== ')') throw new UnknownCost()
  reader.at += 1
  return ways
}

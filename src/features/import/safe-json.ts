import { rejectImport } from './import-error.ts'
import { importLimits } from './limits.ts'

/** What a JSON text from outside may be. `nodes` counts values, not keys. Source: security rules 3, import and export. */
export const jsonLimits = { bytes: 10 * 1024 * 1024, depth: 64, nodes: 100_000 } as const

/** What the file of an item may be: all its pages at once. */
export const itemFileLimits = { ...jsonLimits, bytes: importLimits.totalBytes } as const

/** Limits in the shape of {@link jsonLimits}. */
export interface JsonLimits {
  bytes: number
  depth: number
  nodes: number
}

const backslash = 92
const quote = 34

/** The index of the quote that ends the string which begins at `start`; the text's length when none does. */
function endOfJsonString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === backslash) at += 1
    else if (code === quote) return at
  }
  return text.length
}

/**
 * Which limit a text breaks, found by one pass over its characters that builds nothing; undefined for none. It does not
 * say whether the text is JSON: `JSON.parse` does that, once it is known to be cheap.
 */
export function jsonBreach(
  text: string,
  limits: JsonLimits = jsonLimits,
): 'tooLarge' | 'tooDeep' | 'tooMany' | undefined {
  if (text.length > limits.bytes || Buffer.byteLength(text) > limits.bytes) return 'tooLarge'
  let depth = 0
  let nodes = 0
  let inWord = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    const inFormerWord = inWord
    inWord = false
    if (sign === '{' || sign === '[') {
      depth += 1
      nodes += 1
    } else if (sign === '}' || sign === ']') depth -= 1
    else if (sign === '"') {
      nodes += 1
      at = endOfJsonString(text, at)
    } else if (sign === ':')
      nodes -= 1 // the string before it was a key
    else if (sign !== ',' && sign !== ' ' && sign !== '\n' && sign !== '\r' && sign !== '\t') {
      inWord = true
      if (!inFormerWord) nodes += 1
    }
    if (depth > limits.depth) return 'tooDeep'
    if (nodes > limits.nodes + 1) return 'tooMany' // the last one counted may turn out to be a key
  }
  return nodes > limits.nodes ? 'tooMany' : undefined
}

/**
 * The value of a JSON text from outside.
 *
 * @param name where the text stands, for the message
 * @throws {ImportRefused} badJson, jsonTooDeep, jsonTooMany, tooLarge
 */
export function parseJson(text: string, name: string, limits: JsonLimits = jsonLimits): unknown {
  const breach = jsonBreach(text, limits)
  if (breach === 'tooDeep') rejectImport('jsonTooDeep', name)
  if (breach === 'tooMany') rejectImport('jsonTooMany', name)
  if (breach === 'tooLarge') rejectImport('tooLarge', name)
  try {
    return JSON.parse(text)
  } catch {
    return rejectImport('badJson', name)
  }
}

/** Whether a text is a whole JSON object or list, of any length that came through, but not of any depth. */
export function isJsonDocument(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false
  if (jsonBreach(text, { ...jsonLimits, nodes: Number.POSITIVE_INFINITY })) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** A JSON document with one value per line, its strings and numbers exactly as they were written. */
export function prettyJson(text: string): string {
  const out: string[] = []
  let depth = 0
  let afterOpening = false
  const put = (sign: string, closes = false) => {
    if (afterOpening !== closes) out.push(`\n${'  '.repeat(depth)}`)
    afterOpening = false
    out.push(sign)
  }
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (sign === '"') {
      const end = endOfJsonString(text, at)
      put(text.slice(at, end + 1))
      at = end
    } else if (sign === '{' || sign === '[') {
      put(sign)
      depth += 1
      afterOpening = true
    } else if (sign === '}' || sign === ']') {
      depth -= 1
      put(sign, true)
    } else if (sign === ',') out.push(`,\n${'  '.repeat(depth)}`)
    else if (sign === ':') out.push(': ')
    else if (!/\s/.test(sign)) put(sign)
  }
  return out.join('')
}

import { rejectImport } from './import-error.ts'
import { importLimits } from './limits.ts'

/**
 * The limits of a JSON text from outside. `nodes` counts values, not keys. Source: ours; a description of 2,000 operations
 * takes 15 MB and has 700,000 values.
 */
export const jsonLimits = { bytes: 20 * 1024 * 1024, depth: 64, nodes: 1_000_000 } as const

/** The limits of an item's file, which contains all its pages. */
export const itemFileLimits = { ...jsonLimits, bytes: importLimits.totalBytes } as const

/** The limits of `docstead.json`, which describes every page in a dozen values. */
export const bundleFileLimits = { ...itemFileLimits, depth: 64, nodes: 1_000_000 } as const

/** Limits in the shape of {@link jsonLimits}. */
interface JsonLimits {
  bytes: number
  depth: number
  nodes: number
}

const backslash = 92
const quote = 34

/** Returns the index of the quote that ends the string which begins at `start`; the text's length when none does. */
function endOfJsonString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === backslash) at += 1
    else if (code === quote) return at
  }
  return text.length
}

/**
 * Returns the limit that a text breaks, in one pass over its characters that builds nothing; undefined for none. It
 * does not validate the JSON: `JSON.parse` does that, once it is known to be cheap.
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
 * Parses a JSON text from outside.
 *
 * @param name the location of the text, for the message
 * @throws {ImportError} badJson, jsonTooDeep, jsonTooMany, tooLarge
 */
export function parseJson(text: string, name: string, limits: JsonLimits = jsonLimits): unknown {
  const breach = jsonBreach(text, limits)
  if (breach === 'tooDeep') rejectImport('jsonTooDeep', name)
  if (breach === 'tooMany') rejectImport('jsonTooMany', name)
  if (breach === 'tooLarge') rejectImport('tooLarge', name)
  try {
    return JSON.parse(text)
  } catch {
    return rejectImport('badJson', name, findFault(text))
  }
}

/** Returns the line and column of the first error in a text that is not JSON; both count from 1. */
function findFault(text: string): { line: number; column: number } {
  const before = text.slice(0, faultOffset(text))
  return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') }
}

/** A number, or a word of the language. */
const atom = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y

/** Returns the index of the first character that no JSON has there. Its parser names it only in some of its messages. */
function faultOffset(text: string): number {
  const open: ('{' | '[')[] = []
  let wanted = 'value' as 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'next'
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (/\s/.test(sign)) continue
    const top = open.at(-1)
    const isEnd = (sign === '}' && top === '{') || (sign === ']' && top === '[')
    if (isEnd && (wanted === 'next' || wanted === (top === '{' ? 'keyOrEnd' : 'valueOrEnd'))) {
      open.pop()
      wanted = 'next'
    } else if (wanted === 'next' && sign === ',' && top !== undefined) wanted = top === '{' ? 'key' : 'value'
    else if (wanted === 'colon' && sign === ':') wanted = 'value'
    else if (wanted === 'next' || wanted === 'colon') return at
    else if (sign === '"') {
      const end = endOfJsonString(text, at)
      const bad = text.slice(at, end).search(/[\u0000-\u001f]/)
      if (bad >= 0) return at + bad
      if (end >= text.length) return at
      wanted = wanted === 'key' || wanted === 'keyOrEnd' ? 'colon' : 'next'
      at = end
    } else if (wanted === 'key' || wanted === 'keyOrEnd') return at
    else if (sign === '{' || sign === '[') {
      open.push(sign)
      wanted = sign === '{' ? 'keyOrEnd' : 'valueOrEnd'
    } else {
      atom.lastIndex = at
      const [word] = atom.exec(text) ?? []
      if (word === undefined) return at
      at += word.length - 1
      wanted = 'next'
    }
  }
  return text.length
}

/** Whether a text is a complete JSON object or list, of any accepted length, but within the depth limit. */
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

/** Formats a JSON document with one value per line, keeping its strings and numbers exactly as written. */
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

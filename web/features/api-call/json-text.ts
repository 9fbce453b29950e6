import { isDeeplyNested } from './format-body.ts'

/** What a part of a JSON text is. */
export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'word'

/** A value in a JSON text, as the places where it stands. */
export interface JsonPart {
  kind: JsonKind
  /** Its name with quotes, or its number in a list from 0; empty for the whole. */
  name: string
  /** Where its name begins, or itself without one. */
  from: number
  /** Where the value begins and ends. */
  begin: number
  end: number
  /** How many values lie in it. */
  count: number
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const isBlank = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
const opens = (code: number) => code === 0x7b || code === 0x5b
const closes = (code: number) => code === 0x7d || code === 0x5d

/** Where the string that begins at `start` ends, its closing quote included. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  for (;;) {
    const end = text.indexOf('"', at)
    if (end < 0) return text.length
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes++
    if (slashes % 2 === 0) return end + 1
    at = end + 1
  }
}

/** Where the object or list that begins at `start` ends, and how many values lie in it. */
function endOfContainer(text: string, start: number): { end: number; count: number } {
  let depth = 0
  let commas = 0
  let isEmpty = true
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      isEmpty = false
      at = endOfString(text, at) - 1
    } else if (closes(code)) {
      if (--depth === 0) return { end: at + 1, count: isEmpty ? 0 : commas + 1 }
    } else if (opens(code)) {
      if (++depth > 1) isEmpty = false
    } else if (code === comma) {
      if (depth === 1) commas++
    } else if (isEmpty && !isBlank(code)) isEmpty = false
  }
  return { end: text.length, count: 0 }
}

const skipBlank = (text: string, at: number): number => {
  let next = at
  while (isBlank(text.charCodeAt(next))) next++
  return next
}

function partAt(text: string, begin: number, name: string, from: number): JsonPart {
  const code = text.charCodeAt(begin)
  if (opens(code))
    return { kind: code === 0x7b ? 'object' : 'array', name, from, begin, ...endOfContainer(text, begin) }
  if (code === quote) return { kind: 'string', name, from, begin, end: endOfString(text, begin), count: 0 }
  let end = begin
  for (let next = text.charCodeAt(end); end < text.length; next = text.charCodeAt(++end))
    if (next === comma || closes(next) || isBlank(next)) break
  return { kind: /[-\d]/.test(text[begin] ?? '') ? 'number' : 'word', name, from, begin, end, count: 0 }
}

/** What an escape stands for, where people would see it: neither a sign of JSON nor one without a shape. */
function letterOf(codes: string[]): string | undefined {
  const numbers = codes.map((code) => Number.parseInt(code, 16))
  const letter = String.fromCharCode(...numbers)
  const isHan = numbers.length === 1 && letter >= '\u4e00' && letter <= '\u9fff' // most often, and quick to tell
  return isHan || !/[\p{C}\p{Z}"\\]/u.test(letter) ? letter : undefined
}

/** Text as people read it: letters in the place of their escapes. */
const readable = (text: string): string =>
  text.includes('\\u')
    ? text.replace(
        /\\(?:u(d[89ab]..)\\u(d[c-f]..)|u([\da-f]{4})|.)/gis,
        (whole: string, ...[high, low, one]: string[]) =>
          high && low ? (letterOf([high, low]) ?? whole) : one ? (letterOf([one]) ?? whole) : whole,
      )
    : text

/** A JSON text of which one part after another is looked into: what nobody opens costs nothing. */
export class JsonText {
  /** The text that parts and places refer to. */
  readonly text: string
  readonly whole: JsonPart
  readonly #children = new Map<number, JsonPart[]>()

  private constructor(text: string) {
    this.text = text
    this.whole = partAt(text, skipBlank(text, 0), '', 0)
  }

  /** Reads a text; undefined for one that is no JSON, that is a single value, or nests without end. */
  static of(text: string): JsonText | undefined {
    if (!/^\s*[[{]/.test(text) || isDeeplyNested(text)) return undefined
    try {
      JSON.parse(text)
    } catch {
      return undefined
    }
    return new JsonText(readable(text))
  }

  /** What lies in an object or a list. */
  in(part: JsonPart): readonly JsonPart[] {
    const known = this.#children.get(part.begin)
    if (known) return known
    const made = part.kind === 'object' || part.kind === 'array' ? this.#read(part) : []
    this.#children.set(part.begin, made)
    return made
  }

  #read({ kind, begin, end }: JsonPart): JsonPart[] {
    const { text } = this
    const parts: JsonPart[] = []
    for (let at = skipBlank(text, begin + 1); at < end - 1; ) {
      const nameEnd = kind === 'object' ? endOfString(text, at) : at
      const value = kind === 'object' ? skipBlank(text, skipBlank(text, nameEnd) + 1) : at
      const part = partAt(text, value, kind === 'object' ? text.slice(at, nameEnd) : String(parts.length), at)
      parts.push(part)
      at = skipBlank(text, part.end)
      if (text.charCodeAt(at) === comma) at = skipBlank(text, at + 1)
    }
    return parts
  }
}

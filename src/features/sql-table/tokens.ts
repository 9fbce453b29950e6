/** The kind of a token: a bare word or number, a quoted name, a string, a symbol, or a comment. */
type TokenKind = 'word' | 'name' | 'text' | 'sign' | 'comment'

/** A piece of SQL, with its position and lines. */
export interface Token {
  kind: TokenKind
  /** Without quotes and comment marks; otherwise as written. */
  value: string
  start: number
  end: number
  line: number
  endLine: number
}

const word = /[\p{L}\p{N}_$#@]+(?:\.\d+)?/uy
const dollarTag = /\$[A-Za-z_]{0,30}\$/y
const arrayBounds = /\[\d{0,9}\]/y
const closing: Record<string, string> = { "'": "'", '"': '"', '`': '`', '[': ']' }

/**
 * Splits SQL of any kind into tokens, in one pass. It accepts everything: a quote that is never closed is a symbol like
 * any other, and so are all later ones of its kind, so that no text is scanned twice.
 */
export function tokenize(
  sql: string,
  { unclosed = [], areBackslashesPlain = false }: { unclosed?: Unclosed[]; areBackslashesPlain?: boolean } = {},
): Token[] {
  const tokens: Token[] = []
  const endless = new Set<string>()
  let known = 0
  let line = 1
  for (let at = 0; at < sql.length; ) {
    const sign = sql[at] ?? ''
    if (sign === '\n') line++
    if (/\s/.test(sign)) {
      at++
      continue
    }
    const found =
      commentAt(sql, at) ??
      prefixedAt(sql, at, endless) ??
      quotedAt(sql, at, endless, areBackslashesPlain) ??
      wordAt(sql, at) ??
      plain('sign', sign)
    if (endless.size > known) {
      known = endless.size
      unclosed.push({ sign, line, near: sql.slice(at, at + 60).split('\n', 1)[0] ?? '' })
    }
    const end = at + found.length
    const endLine = line + linesIn(found, sql.slice(at, end))
    tokens.push({ kind: found.kind, value: found.value, start: at, end, line, endLine })
    line = endLine
    at = end
  }
  return tokens
}

/** A quote that is never closed. */
export interface Unclosed {
  sign: string
  line: number
  /** The text there. */
  near: string
}

interface Found {
  kind: TokenKind
  value: string
  length: number
}

const plain = (kind: TokenKind, value: string): Found => ({ kind, value, length: value.length })

const linesIn = (found: Found, written: string): number =>
  found.kind === 'sign' || found.kind === 'word' ? 0 : written.split('\n').length - 1

function commentAt(sql: string, at: number): Found | undefined {
  if (sql.startsWith('--', at) || (sql[at] === '#' && !/[\w#@]/.test(sql[at - 1] ?? ' '))) {
    const end = sql.indexOf('\n', at)
    const text = sql.slice(at, end < 0 ? sql.length : end)
    return { kind: 'comment', value: text.replace(/^(--+|#+)/, '').trim(), length: text.length }
  }
  if (!sql.startsWith('/*', at)) return undefined
  const end = sql.indexOf('*/', at + 2)
  const text = sql.slice(at, end < 0 ? sql.length : end + 2)
  return { kind: 'comment', value: text.slice(2, end < 0 ? undefined : -2).trim(), length: text.length }
}

// PostgreSQL's E'...', in which a backslash escapes, and the national N'...' of other databases.
function prefixedAt(sql: string, at: number, endless: Set<string>): Found | undefined {
  if (sql[at + 1] !== "'" || !/[eEnN]/.test(sql[at] ?? '') || /[\p{L}\p{N}_$#@.]/u.test(sql[at - 1] ?? ' '))
    return undefined
  const found = quotedAt(sql, at + 1, endless, false)
  return found && { ...found, length: found.length + 1 }
}

function quotedAt(sql: string, at: number, endless: Set<string>, areBackslashesPlain: boolean): Found | undefined {
  const open = sql[at] ?? ''
  if (open === '$') return dollarAt(sql, at, endless)
  if (open === '[') {
    arrayBounds.lastIndex = at
    const bounds = arrayBounds.exec(sql)?.[0]
    if (bounds !== undefined) return plain('sign', bounds)
  }
  const close = closing[open]
  if (close === undefined || endless.has(open)) return undefined
  const parts: string[] = []
  const hasEscapes = open !== '`' && open !== '[' && !areBackslashesPlain
  let from = at + 1
  for (let to = from; to < sql.length; to++) {
    const sign = sql[to]
    const isDoubled = sign === close && sql[to + 1] === close
    // MySQL escapes a quote or a backslash with a backslash; any other backslash is a character.
    const isEscape = hasEscapes && sign === '\\' && /["'\\]/.test(sql[to + 1] ?? '')
    if (isDoubled || isEscape) {
      parts.push(sql.slice(from, to))
      from = to + 1
      to++
    } else if (sign === close) {
      parts.push(sql.slice(from, to))
      return { kind: open === "'" ? 'text' : 'name', value: parts.join(''), length: to + 1 - at }
    }
  }
  endless.add(open)
  return undefined
}

// The body of a PostgreSQL function, in which quotes have no meaning.
function dollarAt(sql: string, at: number, endless: Set<string>): Found | undefined {
  dollarTag.lastIndex = at
  const tag = dollarTag.exec(sql)?.[0]
  if (tag === undefined || endless.has('$')) return undefined
  const end = sql.indexOf(tag, at + tag.length)
  if (end < 0) {
    endless.add('$')
    return undefined
  }
  return { kind: 'text', value: sql.slice(at + tag.length, end), length: end + tag.length - at }
}

function wordAt(sql: string, at: number): Found | undefined {
  word.lastIndex = at
  const text = word.exec(sql)?.[0]
  return text === undefined ? undefined : plain('word', text)
}

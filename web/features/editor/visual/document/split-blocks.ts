import type { Token } from 'markdown-it'
import { isWhitespaceLine, type Lines, lineAt, splitLines } from './lines.ts'
import { type Definitions, type Parsed, parseDocument, parseFragment, parseStructure } from './parsing.ts'

/** A top-level block of a document, or non-empty text between blocks. */
export type SourceBlock = {
  /** Its first line, from 0, and the line after its last one. Empty lines at its end are left out. */
  first: number
  last: number
  /** Where its text begins and ends in the document, without the final line ending. */
  from: number
  to: number
  /** The viewer's tokens; undefined for what it renders elsewhere or not at all: definitions, front matter. */
  tokens: Token[] | undefined
}

/** A document split into blocks; only empty lines and line endings are between them. */
export type SplitDocument = Parsed & { lines: Lines; pieces: SourceBlock[] }

/**
 * Returns the line after the front matter: `---`, lines of which the first is a key, `---`. Returns 0 when there is
 * none.
 */
function frontMatterEnd(lines: Lines): number {
  if (!/^\uFEFF?---[ \t]*$/.test(lineAt(lines, 0)) || !/^[\w-]+[ \t]*:(?:[ \t]|$)/.test(lineAt(lines, 1))) return 0
  for (let at = 2; at < lines.ends.length; at++) {
    if (/^(?:---|\.\.\.)[ \t]*$/.test(lineAt(lines, at))) return at + 1
  }
  return 0
}

/** Returns the tokens of each top-level block, without the footnotes that the viewer collects at the end. */
function topLevel(tokens: Token[]): Token[][] {
  const blocks: Token[][] = []
  let start = 0
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]
    if (!token || token.type === 'footnote_block_open') break
    if (token.type === 'footnote_reference_close') start = at + 1
    if (token.type.startsWith('footnote_reference')) continue
    if (token.level !== 0 || token.nesting === 1) continue
    blocks.push(tokens.slice(start, at + 1))
    start = at + 1
  }
  return blocks
}

/** Splits a document into blocks with the viewer's own parser. `known` are definitions from outside of it. */
export const splitDocument = (text: string, known?: Definitions): SplitDocument =>
  cut(text, known ? parseFragment(text, known) : parseDocument(text))

/** Splits a document into blocks without parsing their lines. */
export const splitStructure = (text: string): SplitDocument => cut(text, parseStructure(text))

function cut(text: string, parsed: Parsed): SplitDocument {
  const lines = splitLines(text)
  const pieces: SourceBlock[] = []
  let at = 0
  const add = (first: number, end: number, tokens: Token[] | undefined) => {
    let last = end
    while (last > first && isWhitespaceLine(lines, last - 1)) last--
    let start = first
    while (start < last && isWhitespaceLine(lines, start)) start++
    if (start >= last) return
    pieces.push({ first: start, last, from: lines.starts[start] ?? 0, to: lines.ends[last - 1] ?? 0, tokens })
    at = last
  }
  const front = frontMatterEnd(lines)
  if (front > 0) add(0, front, undefined)
  for (const tokens of topLevel(parsed.tokens)) {
    const [start, end] = tokens[0]?.map ?? [0, 0]
    if (end <= at) continue
    // A block that began inside the front matter, or whose lines overlap those of the block before.
    if (start < at) add(at, end, undefined)
    else {
      add(at, start, undefined)
      add(start, end, tokens)
    }
  }
  add(at, lines.ends.length, undefined)
  return { ...parsed, lines, pieces }
}

import type { Token } from 'markdown-it'
import { isWhitespaceLine, type Lines, lineAt, splitLines } from './lines.ts'
import { type Definitions, type Parsed, parseDocument, parseFragment, parseStructure } from './parsing.ts'

/** A block of a document at top level, or what stands between blocks and is no blank line. */
export type SourceBlock = {
  /** Its first line, from 0, and the line after its last one. Blank lines at its end are left out. */
  first: number
  last: number
  /** Where its text begins and ends in the document; the line end after it is left out. */
  from: number
  to: number
  /** The viewer's tokens; none for what the viewer shows elsewhere or not at all: definitions, front matter. */
  tokens: Token[] | undefined
}

/** A document cut into pieces; what is between them are blank lines and line ends. */
export type SplitDocument = Parsed & { lines: Lines; pieces: SourceBlock[] }

/** The line after the front matter: `---`, lines of which the first is a key, `---`. 0 when there is none. */
function frontMatterEnd(lines: Lines): number {
  if (!/^\uFEFF?---[ \t]*$/.test(lineAt(lines, 0)) || !/^[\w-]+[ \t]*:(?:[ \t]|$)/.test(lineAt(lines, 1))) return 0
  for (let at = 2; at < lines.ends.length; at++) {
    if (/^(?:---|\.\.\.)[ \t]*$/.test(lineAt(lines, at))) return at + 1
  }
  return 0
}

/** The tokens of each block at top level, without the notes that the viewer gathers at the end. */
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

/** Cuts a document into its pieces, with the viewer's own parser. `known` is what was defined outside of it. */
export const splitDocument = (text: string, known?: Definitions): SplitDocument =>
  cut(text, known ? parseFragment(text, known) : parseDocument(text))

/** Cuts a document into its pieces, whose lines are not read. */
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
    // A block that began inside the front matter, or that the parser's lines do not keep apart from the one before.
    if (start < at) add(at, end, undefined)
    else {
      add(at, start, undefined)
      add(start, end, tokens)
    }
  }
  add(at, lines.ends.length, undefined)
  return { ...parsed, lines, pieces }
}

import { createScanner, format, type SyntaxKind } from 'jsonc-parser'
import { type JsonError, parseJson } from './json-error.ts'

/** The format of JSON: indented by so many spaces, or on one line. */
export type JsonLayout = 2 | 4 | 'compact'

/** The kinds of tokens that matter here: the package's own names for them exist at compile time only. */
export const tokens = {
  lineComment: 12,
  blockComment: 13,
  lineBreak: 14,
  blank: 15,
  end: 17,
} as const satisfies Record<string, SyntaxKind>

/** Returns JSON on one line; its comments stay, each with its own delimiters. */
function compacted(text: string): string {
  const scanner = createScanner(text)
  const out: string[] = []
  for (let kind = scanner.scan(); kind !== tokens.end; kind = scanner.scan()) {
    const source = text.slice(scanner.getTokenOffset(), scanner.getTokenOffset() + scanner.getTokenLength())
    if (kind === tokens.lineBreak || kind === tokens.blank) continue
    if (kind === tokens.lineComment) {
      const words = source.replace(/^\/\/+/, '').trim()
      if (words) out.push(`/* ${words.replaceAll('*/', '* /')} */`)
    } else out.push(kind === tokens.blockComment ? source.replace(/\s+/g, ' ') : source)
  }
  return out.join('')
}

function indented(text: string, tabSize: number): string {
  const edits = format(text, undefined, { insertSpaces: true, tabSize, eol: '\n' })
  const pieces: string[] = []
  let done = 0
  for (const { offset, length, content } of edits.toSorted((one, other) => one.offset - other.offset)) {
    pieces.push(text.slice(done, offset), content)
    done = offset + length
  }
  return pieces.join('') + text.slice(done)
}

/** Formats JSON: every number, string and comment stays as written. Or returns where it cannot be parsed. */
export function formatJson(text: string, layout: JsonLayout): { text: string } | { fault: JsonError } {
  const source = text.trim()
  return parseJson(text, () => ({
    text: layout === 'compact' ? compacted(source) : indented(compactedLines(source), layout),
  }))
}

/** Removes all whitespace except the line breaks around comments: the formatter would keep every line break. */
function compactedLines(text: string): string {
  const scanner = createScanner(text)
  const out: string[] = []
  let isAfterComment = false
  let isAfterBreak = false
  for (let kind = scanner.scan(); kind !== tokens.end; kind = scanner.scan()) {
    if (kind === tokens.lineBreak) isAfterBreak = true
    if (kind === tokens.lineBreak || kind === tokens.blank) continue
    const isComment = kind === tokens.lineComment || kind === tokens.blockComment
    if (isAfterBreak && (isComment || isAfterComment)) out.push('\n')
    out.push(text.slice(scanner.getTokenOffset(), scanner.getTokenOffset() + scanner.getTokenLength()))
    isAfterComment = isComment
    isAfterBreak = false
  }
  return out.join('')
}

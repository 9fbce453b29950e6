import { createScanner, format, type ParseError, parseTree } from 'jsonc-parser'
import { createJsonError, type JsonError, toJsonError } from './json-error.ts'
import { tokens } from './json-tokens.ts'

/** How JSON is laid out: by so many blanks, or on one line. */
export type JsonLayout = 2 | 4 | 'compact'

/** JSON on one line; its comments stay, each between its own signs. */
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

/** JSON laid out anew: every number, text and comment stays as it is written. Or where it cannot be read. */
export function formatJson(text: string, layout: JsonLayout): { text: string } | { fault: JsonError } {
  const errors: ParseError[] = []
  const source = text.trim()
  try {
    const root = parseTree(text, errors, { allowTrailingComma: true })
    const first = errors.toSorted((one, other) => one.offset - other.offset)[0]
    if (first) return { fault: toJsonError(text, first) }
    if (!root) return { fault: createJsonError(text, 'value', 0) }
    return { text: layout === 'compact' ? compacted(source) : indented(compactedLines(source), layout) }
  } catch (error) {
    if (error instanceof RangeError) return { fault: createJsonError(text, 'deep', 0) }
    throw error
  }
}

/** Line breaks would stay where they are: only those around comments are needed. */
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

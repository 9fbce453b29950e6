import { createScanner } from 'jsonc-parser'
import { tokens } from './json-tokens.ts'

const wordsOf = (comment: string): string =>
  comment
    .replace(/^\/\/+|^\/\*+|\*+\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\*+ ?/, '').trim())
    .filter(Boolean)
    .join(' ')

/**
 * Returns what the comments of a JSON text say about its properties, by the offset of the property's name: a comment
 * after a property on its line, or on the lines before it.
 *
 * @param names the offsets of the names of properties
 */
export function parseJsonComments(text: string, names: ReadonlySet<number>): Map<number, string> {
  const notes = new Map<number, string>()
  if (!/\/[/*]/.test(text)) return notes
  const add = (name: number, words: string) => {
    if (words) notes.set(name, [notes.get(name), words].filter(Boolean).join(' '))
  }
  const scanner = createScanner(text)
  let waiting: { words: string; line: number; isBlock: boolean; behind: number | undefined }[] = []
  let line = 0
  let depth = 0
  /** The last property on each enclosing level. */
  let last: { name: number; line: number }[] = []
  let tokenLine = -1
  /** Returns the property that precedes a comment on its line; undefined at the beginning of a line. */
  const lastOnLine = () => {
    const onLine = last.slice(0, depth + 1).findLast((one) => one?.line === line)
    return (onLine ?? (tokenLine === line ? last[depth] : undefined))?.name
  }
  for (let kind = scanner.scan(); kind !== tokens.end; kind = scanner.scan()) {
    if (kind === tokens.lineBreak) line += 1
    if (kind === tokens.lineBreak || kind === tokens.blank) continue
    const offset = scanner.getTokenOffset()
    const source = text.slice(offset, offset + scanner.getTokenLength())
    if (kind === tokens.lineComment || kind === tokens.blockComment) {
      waiting.push({
        words: wordsOf(source),
        line,
        isBlock: kind === tokens.blockComment,
        behind: lastOnLine(),
      })
      line += source.split('\n').length - 1
      continue
    }
    tokenLine = line
    const isName = names.has(offset)
    for (const { words, behind, isBlock, line: at } of waiting) {
      const isBefore = isName && (behind === undefined || (isBlock && at === line))
      if (isBefore) add(offset, words)
      else if (behind !== undefined) add(behind, words)
    }
    waiting = []
    if (isName) last[depth] = { name: offset, line }
    if (source === '{' || source === '[') depth += 1
    if (source === '}' || source === ']') {
      depth -= 1
      last = last.slice(0, depth + 1)
    }
  }
  for (const { words, behind } of waiting) if (behind !== undefined) add(behind, words)
  return notes
}

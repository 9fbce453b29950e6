import { createSlugger, idToHash } from '#shared/markdown/slug.ts'

/** The kind of a section of a page. */
export type SectionKind = 'heading' | 'text' | 'code'

/** Adjacent lines of one kind; a heading is a section of its own. */
export interface Section {
  kind: SectionKind
  start: number
}

// The lines that are not plain text: fences, headings, and the lines that make the line above a heading. One pattern
// for all, so that the lines in between cost next to nothing. A heading may lack its space, as older editors allowed:
// see src/shared/markdown/rules/loose-headings.ts.
const special =
  /^(?:[ \t>]*?(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?<fence>`{3,}|~{3,})(?<info>.*)| {0,3}(?<hashes>#{1,6})(?<words>.*)| {0,3}(?:=+|-{2,})[ \t\r]*$)/gm
const loose = /^[ \t\r]|^$/
const looseDeep = /^[\p{L}\p{N}*_`[（【《「“]/u
const looseTop = /^(?:[【《「]|[G-Z]|[^\x00-\x7F])/
const plainLine = /^ {0,3}(?![|>#]|[-*+] |\d+[.)] )\S/

const isHeading = (hashes: string, words: string): boolean =>
  loose.test(words) || (hashes.length > 1 ? looseDeep : looseTop).test(words)

// Nobody reads a text with more sections; the rest of it counts as part of the last one.
const partsMost = 20_000

/** Splits a text into sections, in order, by checking each line instead of parsing the whole as Markdown. */
export function splitIntoSections(text: string): Section[] {
  const parts: Section[] = [{ kind: 'text', start: 0 }]
  const begin = (kind: SectionKind, start: number) => {
    while ((parts.at(-1)?.start ?? -1) >= start) parts.pop()
    if (kind === 'heading' || parts.at(-1)?.kind !== kind) parts.push({ kind, start })
  }
  let open: string | undefined
  for (const { 0: line, index, groups = {} } of text.matchAll(special)) {
    if (parts.length > partsMost) break
    const { fence, info = '', hashes, words = '' } = groups
    const after = index + line.length + 1
    if (open !== undefined) {
      if (!fence?.startsWith(open) || info.trim() !== '') continue
      open = undefined
      begin('text', after)
    } else if (fence) {
      if (fence.startsWith('`') && info.includes('`')) continue
      open = fence
      begin('code', index)
    } else if (hashes) {
      if (!isHeading(hashes, words)) continue
      begin('heading', index)
      begin('text', after)
    } else {
      const above = text.lastIndexOf('\n', index - 2) + 1
      if (index === 0 || !plainLine.test(text.slice(above, index - 1))) continue
      begin('heading', above)
      begin('text', after)
    }
  }
  return parts
}

function lineAt(text: string, start: number): string {
  const end = text.indexOf('\n', start)
  return text.slice(start, end < 0 ? text.length : end)
}

/** Returns the headings of a text, one per line: everything that counts as a heading, and nothing else. */
export const extractHeadings = (text: string): string =>
  splitIntoSections(text)
    .map(({ kind, start }, at, parts) => (kind === 'heading' ? text.slice(start, parts[at + 1]?.start).trimEnd() : ''))
    .filter((heading) => heading !== '')
    .join('\n')

// Longer than any anchor, so that an endless line costs nothing.
const longestHeading = 300

/** Returns a heading without the characters that may close it: `Title ##`. */
function withoutEnd(line: string): string {
  let end = line.length
  while (line.charAt(end - 1) === '#') end--
  return end === 0 || line.charAt(end - 1) === ' ' ? line.slice(0, end).trimEnd() : line
}

/** Returns the words of a heading line, without its markers, link addresses and HTML. */
const wordsOf = (line: string): string =>
  withoutEnd(
    line
      .slice(0, longestHeading)
      .trim()
      .replace(/^#{1,6}/, ''),
  )
    .replaceAll(/!?\[([^\][]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/<[^<>]+>/g, '')
    .replaceAll(/(^|[^\p{L}\p{N}_])_+([^_]+)_+(?![\p{L}\p{N}_])/gu, '$1$2')
    .replaceAll(/\*+|`+/g, '')
    .trim()

/** Returns the heading above the position `at` of a text, and the anchor (what follows `#`) that leads to it. */
export function findHeadingAbove(
  text: string,
  parts: readonly Section[],
  at: number,
): { heading: string; anchor: string } {
  const idFor = createSlugger()
  let found = { heading: '', anchor: '' }
  for (const part of parts) {
    if (part.start > at) break
    if (part.kind !== 'heading') continue
    const words = wordsOf(lineAt(text, part.start))
    found = { heading: words, anchor: idToHash(idFor(words)).slice(1) }
  }
  return found
}

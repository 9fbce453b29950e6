import { hashOfId, makeSlugger } from '#markdown/slug.ts'

/** What a part of a page is. */
export type PartKind = 'heading' | 'text' | 'code'

/** Neighbouring lines of one kind; a heading is a part of its own. */
export interface Part {
  kind: PartKind
  start: number
}

const fenceStart = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}(?=[^`]*$)|~{3,})/
// With a blank, or without one as older editors let people write: see src/markdown/rules/loose-headings.ts.
const heading = /^ {0,3}(?:#{1,6}(?:[ \t]|$)|#{2,6}[\p{L}\p{N}*_`[（【《「“]|#(?:[【《「]|[G-Z]|[^\x00-\x7F]))/u
const underline = /^ {0,3}(?:=+|-{2,})[ \t]*$/
const plainLine = /^ {0,3}(?![|>#]|[-*+] |\d+[.)] )\S/

// Most lines are neither: a look at their first sign is enough.
const mayStart = /^[\s>]*(?:[#`~]|[-*+]|\d+[.)])/

class Scan {
  readonly parts: Part[] = []
  #fence: { sign: string; length: number } | undefined

  put(kind: PartKind, start: number): void {
    if (kind === 'heading' || this.parts.at(-1)?.kind !== kind) this.parts.push({ kind, start })
  }

  line(line: string, next: string, start: number): void {
    const fence = this.#fence
    if (fence) {
      this.put('code', start)
      const end = /^[\s>]*(`{3,}|~{3,})\s*$/.exec(line)?.[1]
      if (end?.startsWith(fence.sign) && end.length >= fence.length) this.#fence = undefined
      return
    }
    const open = mayStart.test(line) ? fenceStart.exec(line)?.[1] : undefined
    if (open) {
      this.#fence = { sign: open.charAt(0), length: open.length }
      this.put('code', start)
    } else if (heading.test(line) || (underline.test(next) && plainLine.test(line))) this.put('heading', start)
    else this.put('text', start)
  }
}

/** What the lines of a text are, in order: found by a look at each, without reading the whole as Markdown. */
export function layoutOf(text: string): Part[] {
  const scan = new Scan()
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start)
    const after = end < 0 ? text.length : end + 1
    // Only a line of such signs makes a heading of the one above.
    const sign = text.charAt(after)
    const next = sign === '=' || sign === '-' || sign === ' ' ? lineAt(text, after) : ''
    scan.line(text.slice(start, end < 0 ? text.length : end), next, start)
    start = after
  }
  return scan.parts
}

function lineAt(text: string, start: number): string {
  const end = text.indexOf('\n', start)
  return text.slice(start, end < 0 ? text.length : end)
}

/** The headings of a text, one a line. */
export const headingsOf = (text: string): string =>
  layoutOf(text)
    .filter((part) => part.kind === 'heading')
    .map((part) => lineAt(text, part.start))
    .join('\n')

/** The words of a heading line: without its signs, link addresses and HTML. */
const wordsOf = (line: string): string =>
  line
    .replace(/^ {0,3}#{1,6}/, '')
    .replace(/[ \t]+#+[ \t\r]*$/, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/<[^<>]+>/g, '')
    .replaceAll(/(^|[^\p{L}\p{N}_])_+([^_]+)_+(?![\p{L}\p{N}_])/gu, '$1$2')
    .replaceAll(/\*+|`+/g, '')
    .trim()

/** The heading that the place `at` of a text stands under, and what follows `#` in an address that leads to it. */
export function headingAbove(text: string, parts: readonly Part[], at: number): { heading: string; anchor: string } {
  const idFor = makeSlugger()
  let found = { heading: '', anchor: '' }
  for (const part of parts) {
    if (part.start > at) break
    if (part.kind !== 'heading') continue
    const words = wordsOf(lineAt(text, part.start))
    found = { heading: words, anchor: hashOfId(idFor(words)).slice(1) }
  }
  return found
}

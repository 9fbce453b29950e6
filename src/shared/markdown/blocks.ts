import type { Token } from 'markdown-it'
import { buildOutline, type OutlineEntry } from './outline.ts'
import { markdown, type ParsedMarkdown, parseMarkdown } from './pipeline.ts'

/** One top-level block of a document, which can be inserted by itself. */
export type MarkdownBlock = {
  /** Not sanitized. Lines inside are `data-row`, counted from `line`. */
  html: string
  /** Its first source line, from 1. */
  line: number
  /** Equal keys mean equal HTML, so the rendered element can be reused. */
  key: string
}

/** A document as blocks and headings, from one parse. */
export type MarkdownDocument = { blocks: MarkdownBlock[]; outline: OutlineEntry[] }

/** Elements that only an end tag closes. A stray `<p>` or `<td>` needs none, so those do not count. */
const tagPattern =
  /<!--[\s\S]*?(?:-->|$)|<(\/?)(div|details|section|article|center|table|ul|ol|dl|blockquote|figure|aside|header|footer|main|nav|font|b|i|u|span|strong|em)\b(?:[^<>"']|"[^"<>]*"|'[^'<>]*')*(\/?)>/gi

/** Returns how many elements this HTML leaves open; negative when it closes elements of earlier HTML. */
function openingsOf(html: string): number {
  let depth = 0
  for (const [, slash, tag, selfClosed] of html.matchAll(tagPattern)) {
    if (tag && !selfClosed) depth += slash ? -1 : 1
  }
  return depth
}

/**
 * Splits tokens into blocks: at top level, and not inside an HTML element that a later token closes (`<details>`, text,
 * `</details>` is one block). An element that is never closed does not join blocks.
 */
function slicesOf(tokens: Token[]): Token[][] {
  const depths: number[] = []
  let depth = 0
  for (const token of tokens) depths.push((depth += token.type === 'html_block' ? openingsOf(token.content) : 0))
  const lowestAfter: number[] = new Array(tokens.length).fill(Number.POSITIVE_INFINITY)
  for (let at = tokens.length - 2; at >= 0; at--) {
    lowestAfter[at] = Math.min(lowestAfter[at + 1] ?? Number.POSITIVE_INFINITY, depths[at + 1] ?? 0)
  }

  const slices: Token[][] = []
  let start = 0
  let base = 0
  tokens.forEach((token, at) => {
    if (token.level !== 0 || token.nesting === 1) return
    const here = depths[at] ?? 0
    if (here > base && (lowestAfter[at] ?? 0) <= base) return
    slices.push(tokens.slice(start, at + 1))
    start = at + 1
    base = here
  })
  if (start < tokens.length) slices.push(tokens.slice(start))
  return slices
}

// A page renders each block as an element of its own, which costs the browser time in every frame: a document with tens
// of thousands of them freezes for seconds. Beyond this many, neighbours share one.
const piecesMost = 1500

/**
 * Whether a group ends with this block: derived from its content, so that a change moves only its own group's
 * boundaries.
 */
const endsGroup = (html: string, size: number) => {
  let sum = html.length
  for (let at = Math.min(html.length, 200) - 1; at >= 0; at -= 1) sum = (sum * 31 + html.charCodeAt(at)) >>> 0
  return (sum >>> 8) % size === 0
}

/** Merges neighbouring blocks until there are few enough. */
export function groupBlocks(blocks: readonly MarkdownBlock[]): MarkdownBlock[] {
  if (blocks.length <= piecesMost) return [...blocks]
  const size = 2 ** Math.ceil(Math.log2(blocks.length / (piecesMost / 2)))
  const groups: MarkdownBlock[] = []
  let group: MarkdownBlock[] = []
  blocks.forEach((block, at) => {
    group.push(block)
    if (!endsGroup(block.html, size) && group.length < size * 4 && at < blocks.length - 1) return
    const html = group.map((one) => one.html).join('')
    groups.push({ html, line: group[0]?.line ?? 1, key: html })
    group = []
  })
  return groups
}

/** Renders the blocks of a parsed document, each by itself; `firstLine` is the line number of its first line. */
export function splitIntoBlocks({ tokens, env }: ParsedMarkdown, firstLine = 1): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = []
  for (const slice of slicesOf(tokens)) {
    const html = markdown.renderer.render(slice, markdown.options, env)
    if (html === '') continue
    const first = slice[0]?.map?.[0]
    const line = first === undefined ? (blocks.at(-1)?.line ?? firstLine) : first + firstLine
    blocks.push({ html, line, key: html })
  }
  return blocks
}

/** Parses a document once and returns its blocks and its headings. */
export function renderDocument(text: string): MarkdownDocument {
  const parsed = parseMarkdown(text, 'relative')
  return { blocks: groupBlocks(splitIntoBlocks(parsed)), outline: buildOutline(parsed.tokens) }
}

/** Renders the blocks of a document in order; their HTML together is the document's. */
export function renderBlocks(text: string): MarkdownBlock[] {
  return renderDocument(text).blocks
}

import type { Token } from 'markdown-it'
import { buildOutline, type OutlineEntry } from './outline.ts'
import { markdown, type ParsedMarkdown, parseMarkdown } from './pipeline.ts'

/** One top-level piece of a document, which can be inserted by itself. */
export type MarkdownBlock = {
  /** Not sanitised. Lines inside are `data-row`, counted from `line`. */
  html: string
  /** Its first source line, from 1. */
  line: number
  /** Equal keys mean equal HTML, so what is shown already may stay. */
  key: string
}

/** A document in pieces, with its headings; read once for both. */
export type MarkdownDocument = { blocks: MarkdownBlock[]; outline: OutlineEntry[] }

/** Elements that only their end tag ends. A stray `<p>` or `<td>` needs none, so those do not count. */
const tagPattern =
  /<!--[\s\S]*?(?:-->|$)|<(\/?)(div|details|section|article|center|table|ul|ol|dl|blockquote|figure|aside|header|footer|main|nav|font|b|i|u|span|strong|em)\b(?:[^<>"']|"[^"<>]*"|'[^'<>]*')*(\/?)>/gi

/** How many elements this HTML leaves open; negative when it closes what came before. */
function openingsOf(html: string): number {
  let depth = 0
  for (const [, slash, tag, selfClosed] of html.matchAll(tagPattern)) {
    if (tag && !selfClosed) depth += slash ? -1 : 1
  }
  return depth
}

/**
 * Where each piece ends: at top level, and not inside an HTML element that a later block closes (`<details>`, text,
 * `</details>` is one piece). An element that nothing closes holds nothing together.
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

// A page keeps each piece as an element of its own, which costs the browser time at every frame: a document of tens of
// thousands of them stands still for seconds. Beyond this many, neighbours share one.
const piecesMost = 1500

/** Whether a group ends with this piece: by what stands in it, so that a change moves no borders but its own. */
const endsGroup = (html: string, size: number) => {
  let sum = html.length
  for (let at = Math.min(html.length, 200) - 1; at >= 0; at -= 1) sum = (sum * 31 + html.charCodeAt(at)) >>> 0
  return (sum >>> 8) % size === 0
}

/** Neighbouring pieces put together until they are few enough. */
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

/** The pieces of a document that was read, each alone; `firstLine` is the line that it begins with. */
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

/** Reads a document once and gives its pieces and its headings. */
export function renderDocument(text: string): MarkdownDocument {
  const parsed = parseMarkdown(text, 'relative')
  return { blocks: groupBlocks(splitIntoBlocks(parsed)), outline: buildOutline(parsed.tokens) }
}

/** The pieces of a document in order; their HTML together is the document's. */
export function renderBlocks(text: string): MarkdownBlock[] {
  return renderDocument(text).blocks
}

import type { Token } from 'markdown-it'
import { type OutlineEntry, outlineOf } from './outline.ts'
import { markdown, parseMarkdown } from './pipeline.ts'

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

/** Neighbouring slices put together until they are few enough. */
function grouped(slices: Token[][]): Token[][] {
  if (slices.length <= piecesMost) return slices
  const size = Math.ceil(slices.length / piecesMost)
  return Array.from({ length: Math.ceil(slices.length / size) }, (_, at) =>
    slices.slice(at * size, (at + 1) * size).flat(),
  )
}

/** Reads a document once and gives its pieces and its headings. */
export function renderDocument(text: string): MarkdownDocument {
  const { tokens, env } = parseMarkdown(text, 'relative')
  const blocks: MarkdownBlock[] = []
  for (const slice of grouped(slicesOf(tokens))) {
    const html = markdown.renderer.render(slice, markdown.options, env)
    if (html === '') continue
    const first = slice[0]?.map?.[0]
    blocks.push({ html, line: first === undefined ? (blocks.at(-1)?.line ?? 1) : first + 1, key: html })
  }
  return { blocks, outline: outlineOf(tokens) }
}

/** The pieces of a document in order; their HTML together is the document's. */
export function renderBlocks(text: string): MarkdownBlock[] {
  return renderDocument(text).blocks
}

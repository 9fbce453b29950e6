import { groupBlocks, type MarkdownBlock, splitIntoBlocks } from '#shared/markdown/blocks.ts'
import { parseMarkdown } from '#shared/markdown/pipeline.ts'
import { type PreviewSection, sectionAround } from './preview-range.ts'
import { countWords } from './word-count.ts'

/** A request to the preview worker. */
export interface PreviewRequest {
  id: number
  /** The current text; undefined when it is unchanged. */
  text?: string
  /** The line in the middle of the editor: of a very long text, the part around it is rendered. */
  line: number
  /** Whether the text is rendered at all, or only counted. */
  shown: boolean
}

/** What has changed in the preview. */
export interface PreviewResponse {
  id: number
  /** The number of characters and words of the whole text. */
  length: number
  words: number
  /** How the blocks differ from the last response; undefined when they are not shown. */
  change?: BlockChange
  part?: Omit<PreviewSection, 'text'>
  /** The number of characters that are rendered. */
  shownLength: number
}

/** The blocks that differ between two parses: so many at both ends are unchanged. */
interface BlockChange {
  head: number
  tail: number
  blocks: MarkdownBlock[]
  /** The line of every block. */
  lines: number[]
}

/** Syntax whose meaning depends on other parts of the text: notes, references, lists of headings, HTML. */
const farReaching = /\[\^|\^\[|^ {0,3}\[[^\]\n]+\]:|^ {0,3}<|^ {0,3}\[TOCM?\]/im

const idsOf = (html: string) => (html.match(/<h[1-6][^>]* id="[^"]*"/g) ?? []).join()

const linesBefore = (text: string, end: number): number => {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** Returns the offset where line `line` (from 1) begins in a text; its length when it has fewer lines. */
function startOfLine(text: string, line: number): number {
  let at = 0
  for (let passed = 1; passed < line; passed += 1) {
    const next = text.indexOf('\n', at)
    if (next === -1) return text.length
    at = next + 1
  }
  return at
}

interface Read {
  text: string
  blocks: MarkdownBlock[]
  references: unknown
}

function readWhole(text: string): Read {
  const parsed = parseMarkdown(text, 'relative')
  return { text, blocks: splitIntoBlocks(parsed), references: parsed.env['references'] }
}

/**
 * Parses a changed text incrementally: only the blocks around the change, with one unchanged block on either side. When
 * those come out as before, so does everything beyond them.
 *
 * @returns undefined when the change may reach further
 */
export function readChanged(former: Read, text: string): Read | undefined {
  const old = former.text
  const most = Math.min(old.length, text.length)
  let head = 0
  while (head < most && old.charCodeAt(head) === text.charCodeAt(head)) head += 1
  let tail = 0
  while (tail < most - head && old.charCodeAt(old.length - 1 - tail) === text.charCodeAt(text.length - 1 - tail))
    tail += 1
  if (head + tail < most / 2) return undefined
  const firstLine = linesBefore(old, head) + 1
  const lastLine = linesBefore(old, old.length - tail) + 1

  const { blocks } = former
  const touched = blocks.findLastIndex(({ line }) => line <= firstLine)
  const from = Math.max(0, touched - 1)
  const past = blocks.findIndex(({ line }) => line > lastLine)
  const to = past === -1 ? blocks.length : past + 1
  const isToEnd = past === -1 || to >= blocks.length
  const startLine = from === 0 ? 1 : (blocks[from]?.line ?? 1)
  const start = startOfLine(old, startLine)
  const end = isToEnd ? old.length : startOfLine(old, blocks[to]?.line ?? 1)
  if (start > head || end < old.length - tail) return undefined
  const before = old.slice(start, end)
  const now = text.slice(start, end + text.length - old.length)
  if (farReaching.test(before) || farReaching.test(now)) return undefined

  const known = former.references === undefined ? {} : { references: former.references }
  const fresh = splitIntoBlocks(parseMarkdown(now, 'relative', known), startLine)
  const had = blocks.slice(from, to)
  if (from > 0 && fresh[0]?.html !== had[0]?.html) return undefined
  if (!isToEnd && fresh.at(-1)?.html !== had.at(-1)?.html) return undefined
  if (idsOf(fresh.map(({ html }) => html).join('')) !== idsOf(had.map(({ html }) => html).join(''))) return undefined
  const shift = linesBefore(text, text.length) - linesBefore(old, old.length)
  const rest = blocks.slice(to)
  const moved = shift === 0 ? rest : rest.map((block) => ({ ...block, line: block.line + shift }))
  return { text, blocks: [...blocks.slice(0, from), ...fresh, ...moved], references: former.references }
}

function changeBetween(old: readonly MarkdownBlock[], next: readonly MarkdownBlock[]): BlockChange {
  const most = Math.min(old.length, next.length)
  let head = 0
  while (head < most && old[head]?.html === next[head]?.html) head += 1
  let tail = 0
  while (tail < most - head && old[old.length - 1 - tail]?.html === next[next.length - 1 - tail]?.html) tail += 1
  return { head, tail, blocks: next.slice(head, next.length - tail), lines: next.map(({ line }) => line) }
}

/** Returns the blocks after a change. */
export function applyChange(
  old: readonly MarkdownBlock[],
  { head, tail, blocks, lines }: BlockChange,
): MarkdownBlock[] {
  const stored = [...old.slice(0, head), ...blocks, ...old.slice(old.length - tail)]
  return stored.map((block, at) => {
    const line = lines[at] ?? block.line
    return block.line === line ? block : { ...block, line }
  })
}

/** Texts up to this many characters are parsed whole each time. */
const wholeUpTo = 20_000

/** Parses the text of a preview repeatedly, and reports only what changed. */
export class PreviewEngine {
  #text = ''
  #words: number | undefined
  #read: Read | undefined
  #notified: readonly MarkdownBlock[] = []
  /** Whether the last response is based on an incremental parse. */
  isPartial = false

  handle({ id, text, line, shown }: PreviewRequest): PreviewResponse {
    if (text !== undefined && text !== this.#text) {
      this.#text = text
      this.#words = undefined
    }
    this.#words ??= countWords(this.#text)
    const counted = { id, length: this.#text.length, words: this.#words, shownLength: 0 }
    if (!shown) return counted
    const { text: part, ...where } = sectionAround(this.#text, line)
    const former = this.#read
    const quick = former && part.length > wholeUpTo && former.text !== part ? readChanged(former, part) : undefined
    this.isPartial = quick !== undefined
    if (former?.text !== part) this.#read = quick ?? readWhole(part)
    return { ...counted, shownLength: part.length, part: where, change: this.#notify() }
  }

  /** Parses the whole text after an incremental parse: the response differs only if that was not enough. */
  check(id: number): PreviewResponse | undefined {
    if (!this.isPartial || !this.#read) return undefined
    this.isPartial = false
    this.#read = readWhole(this.#read.text)
    const change = this.#notify()
    if (change.blocks.length === 0) return undefined
    return { id, length: this.#text.length, words: this.#words ?? 0, shownLength: this.#read.text.length, change }
  }

  #notify(): BlockChange {
    const next = groupBlocks(this.#read?.blocks ?? [])
    const change = changeBetween(this.#notified, next)
    this.#notified = next
    return change
  }
}

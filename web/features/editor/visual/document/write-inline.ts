import type { Mark, Node } from '@milkdown/kit/prose/model'
import { markdown } from '#shared/markdown/pipeline.ts'
import { toImageHtml } from './image-html.ts'
import { nearest } from './line-runs.ts'
import type { Definitions } from './parsing.ts'
import { isBareLink } from './semantic-key.ts'

/** The container of a line. */
export type LineContainer = 'paragraph' | 'heading' | 'cell'

/** The style of a line. */
type LineStyle = {
  container: LineContainer
  definitions: Definitions
  /** How a line break is written. */
  hardbreak: string
}

/** How much of a text is escaped: nothing, what looks like Markdown, or every character that can have a meaning. */
type Escaping = 'none' | 'likely' | 'all'

/** Matches what looks like Markdown at its position in a line. */
const likely: [RegExp, string][] = [
  [/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\'],
  [/`/g, '\\`'],
  [/(?<!\s)\*|\*(?!\s)/g, '\\*'],
  [/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_'],
  [/~(?=~)/g, '\\~'],
  [/\[/g, '\\['],
  [/\](?=[[(:])/g, '\\]'],
  [/<(?=[a-z/!?])/gi, '\\<'],
  [/&(?=#?\w{1,31};)/g, '\\&'],
  [/(?<![\w$])\$|\$(?!\s)/g, '\\$'],
  [/\^(?=\[)/g, '\\^'],
]

/** Escapes the text of a line. */
function escapeText(text: string, escaping: Escaping): string {
  if (escaping === 'none') return text
  if (escaping === 'all') return text.replace(/[\\`*_[\]<>~$^!&|]/g, '\\$&')
  return likely.reduce((escaped, [sign, written]) => escaped.replace(sign, () => written), text)
}

/** Matches what would begin another block at the start of a line; the backslash goes before the last group. */
const starts = [
  /^()([#>|=])/,
  /^()([-+*])(?=[ \t]|$)/,
  /^()([-*_])(?=(?:[ \t]*[-*_]){2,}[ \t]*$)/,
  /^()(-)(?=-*[ \t]*$)/,
  /^(\d{1,9})([.)])(?=[ \t]|$)/,
  /^()(`{3}|~{3}|\$\$|\[|<)/,
]

/** Escapes the start of a line that would begin another block. */
function escapeStart(line: string): string {
  for (const start of starts) {
    if (start.test(line)) return line.replace(start, (_, before: string, sign: string) => `${before}\\${sign}`)
  }
  return line
}

/** Returns whether a text needs no check, because none of it can be Markdown syntax. */
const isPlainText = (text: string): boolean => !/[\\`*_{}[\]<>#+=|~$&!:@^\n-]|www|^\s*\d+[.)]/i.test(text)

/** One way to write a line; the first one that is parsed back correctly is used. */
type Way = { escaping: Escaping; emphasis?: '*' | '_'; isCoded?: boolean }

const ways: Way[] = [
  { escaping: 'none' },
  { escaping: 'likely' },
  { escaping: 'all' },
  { escaping: 'none', emphasis: '_' },
  { escaping: 'none', emphasis: '*' },
  { escaping: 'likely', emphasis: '_' },
  { escaping: 'likely', emphasis: '*' },
  { escaping: 'none', isCoded: true },
  { escaping: 'likely', emphasis: '*', isCoded: true },
  { escaping: 'all', emphasis: '_', isCoded: true },
  { escaping: 'all', emphasis: '*', isCoded: true },
]

/** A piece of a line: its text or its source, and its marks, outermost first. */
type Part = { node: Node; text: string; marks: Mark[] }

const rank = ['link', 'strong', 'emphasis', 'strike_through', 'inlineCode']
const isCode = (mark: Mark) => mark.type.name === 'inlineCode'

const space = /[\p{Zs}\t\n\f\v]+|[^\p{Zs}\t\n\f\v]+(?:[\p{Zs}\t\n\f\v]+[^\p{Zs}\t\n\f\v]+)*/gu
const isAllSpace = (text: string) => /^[\p{Zs}\t\n\f\v]*$/u.test(text)
const trimmed = (text: string) => text.replace(/^[ \t\n]+|[ \t\n]+$/g, '')

/** Returns the pieces of a line. Moves whitespace at the edge of a mark outside it, as Markdown requires. */
function partsOf(line: Node): Part[] {
  const parts: Part[] = []
  line.forEach((node) => {
    const marks = node.marks.slice()
    const text = node.text ?? ''
    if (!node.isText || marks.some(isCode)) parts.push({ node, text, marks })
    else for (const piece of text.match(space) ?? []) parts.push({ node, text: piece, marks })
  })
  const isSpace = ({ node, text, marks }: Part) =>
    (node.isText && isAllSpace(text) && !marks.some(isCode)) || node.type.name === 'hardbreak'
  return parts.map((part, at) => {
    if (!isSpace(part)) return part
    const before = nearest(parts, at, -1, (other) => !isSpace(other))
    const after = nearest(parts, at, 1, (other) => !isSpace(other))
    const marks = part.marks.filter(
      (mark) => before && after && mark.isInSet(before.marks) && mark.isInSet(after.marks),
    )
    return { ...part, marks: marks.filter((mark) => !isCode(mark)) }
  })
}

/** Orders the marks of each piece: of those that begin first, the longest is outermost. */
function nested(parts: Part[]): Part[] {
  const lasts = (mark: Mark, from: number, step: 1 | -1) => {
    let at = from
    while (parts[at] && mark.isInSet(parts[at]?.marks ?? [])) at += step
    return at
  }
  return parts.map((part, at) => {
    const extents = new Map(
      part.marks.map((mark) => [mark, isCode(mark) ? [-1, at] : [lasts(mark, at, 1), lasts(mark, at, -1)]]),
    )
    const extent = (mark: Mark, side: 0 | 1) => extents.get(mark)?.[side] ?? 0
    const sorted = part.marks.toSorted(
      (a, b) =>
        extent(b, 0) - extent(a, 0) ||
        extent(a, 1) - extent(b, 1) ||
        rank.indexOf(a.type.name) - rank.indexOf(b.type.name),
    )
    return { ...part, marks: sorted }
  })
}

/** Returns inline code, fenced by more backticks than it contains. */
function writeCode(text: string): string {
  const runs = new Set((text.match(/`+/g) ?? []).map((run) => run.length))
  let width = 1
  while (runs.has(width)) width++
  const fence = '`'.repeat(width)
  const plain = text.replace(/\n/g, ' ')
  const pad = /^`|`$/.test(plain) || (/^ .* $/.test(plain) && /[^ ]/.test(plain)) ? ' ' : ''
  return fence + pad + plain + pad + fence
}

/** Returns an address and a title as written between the brackets of a link. */
function writeTarget(href: string, title: string): string {
  const isPlain = /^[^\s<>()\\]*(?:\([^\s<>()\\]*\)[^\s<>()\\]*)*$/.test(href) && href !== ''
  const target = isPlain ? href : `<${href.replace(/[<>\\]/g, '\\$&').replace(/\n/g, ' ')}>`
  if (title === '') return target
  const quote = title.includes('"') && !title.includes("'") ? "'" : '"'
  return `${target} ${quote}${title.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`)}${quote}`
}

/** Returns the label of a reference that still leads to the same target; undefined otherwise. */
function labelOf(written: string, href: string, title: string, { references }: Definitions): string | undefined {
  const label = /^\[(.+)\]$/s.exec(written)?.[1]
  const found = label === undefined ? undefined : references[label]
  if (!found || found.href !== markdown.normalizeLink(href) || (found.title ?? '') !== title) return undefined
  return label
}

/** Returns `[words][label]`, or `[label]` alone when the words are the label. */
function writeReference(opening: string, words: string, label: string): string {
  const isSame = markdown.utils.normalizeReference(words) === label
  return isSame ? `${opening}[${words}]` : `${opening}[${words}][${label}]`
}

function writeImage({ attrs }: Node, style: LineStyle, { escaping }: Way): string {
  const [src, alt, title, width] = ['src', 'alt', 'title', 'width'].map((name) => String(attrs[name] ?? ''))
  const image = { src: src ?? '', alt: alt ?? '', title: title ?? '', width: width ?? '' }
  if (image.width !== '' || attrs['written'] === '<>') return toImageHtml(image)
  const words = escapeText(image.alt, escaping)
  const label = labelOf(String(attrs['written']), image.src, image.title, style.definitions)
  if (label !== undefined) return writeReference('!', words, label)
  return `![${words}](${writeTarget(image.src, image.title)})`
}

function writeBreak({ attrs }: Node, { container: place, hardbreak }: LineStyle): string {
  if (attrs['isInline']) return place === 'paragraph' ? '\n' : ' '
  const written = String(attrs['written'])
  return written.startsWith('<') ? written : place === 'paragraph' ? hardbreak : '<br>'
}

function writePart({ node, text, marks }: Part, style: LineStyle, way: Way): string {
  if (marks.some(isCode)) return writeCode(text)
  switch (node.type.name) {
    case 'text': {
      const link = marks.find((mark) => mark.type.name === 'link')
      return link && isOwnWords(link, text) ? text : escapeText(text, way.escaping)
    }
    case 'hardbreak':
      return writeBreak(node, style)
    case 'image':
      return writeImage(node, style, way)
    case 'math_inline': {
      const source = String(node.attrs['source'])
      return node.attrs['written'] === '$$' ? `$$${source}$$` : `$${source}$`
    }
    default:
      return String(node.attrs['source'] ?? '')
  }
}

/** Returns whether a link is written as its address alone. */
const isOwnWords = ({ attrs }: Mark, text: string): boolean =>
  attrs['written'] === 'bare' ||
  (attrs['written'] !== '<>' && !attrs['title'] && isBareLink(text, String(attrs['href'])))

/** Returns the delimiter of a mark; that of a link is not known before its end. */
function signOf({ type, attrs }: Mark, { emphasis }: Way): string {
  const marker = attrs['marker'] === '_' ? '_' : '*'
  if (type.name === 'strong') return marker.repeat(2)
  return type.name === 'emphasis' ? (emphasis ?? marker) : '~~'
}

function closeLink(mark: Mark, words: string, style: LineStyle, parts: string): string {
  const [href, title] = [String(mark.attrs['href']), String(mark.attrs['title'] ?? '')]
  const written = String(mark.attrs['written'])
  if (title === '' && written === '<>' && isBareLink(words, href)) return `<${words}>`
  if (isOwnWords(mark, parts)) return words
  const label = labelOf(written, href, title, style.definitions)
  return label === undefined ? `[${words}](${writeTarget(href, title)})` : writeReference('', words, label)
}

/** What has been written inside a mark so far: as Markdown, and as plain text. */
type Level = { mark: Mark | undefined; text: string; words: string }

const asNumber = (sign: string) => `&#${sign.codePointAt(0)};`

/** Serializes the pieces in one way. */
function writeParts(parts: Part[], style: LineStyle, way: Way): string {
  const root: Level = { mark: undefined, text: '', words: '' }
  const levels: Level[] = [root]
  const top = () => levels.at(-1) ?? root
  const close = () => {
    const { mark, text, words } = levels.pop() ?? root
    if (!mark) return
    const outer = top()
    const sign = mark.type.name === 'link' ? '' : signOf(mark, way)
    // A letter next to a delimiter can keep it from opening or closing; a character reference cannot.
    if (way.isCoded && sign !== '') outer.text = outer.text.replace(/[\p{L}\p{N}]$/u, asNumber)
    outer.text += sign === '' ? closeLink(mark, text, style, words) : sign + text + sign
    outer.words += words
  }
  let isAfterMath = false
  for (const part of parts) {
    const wanted = part.marks.filter((mark) => !isCode(mark))
    let same = 0
    for (const mark of wanted) {
      if (!levels[same + 1]?.mark?.eq(mark)) break
      same++
    }
    const isAfterSign = levels.length - 1 > same
    while (levels.length - 1 > same) close()
    for (const mark of wanted.slice(same)) levels.push({ mark, text: '', words: '' })
    const text = writePart(part, style, way)
    const level = top()
    const isMath = part.node.type.name === 'math_inline'
    if (way.isCoded && isMath) level.text = level.text.replace(/[\p{L}\p{N}]$/u, asNumber)
    const isCoded = way.isCoded && (isAfterSign || isAfterMath) && part.node.isText
    level.text += isCoded ? text.replace(/^[\p{L}\p{N}{]/u, asNumber) : text
    isAfterMath = isMath
    level.words += part.text
  }
  while (levels.length > 1) close()
  return root.text
}

/** Escapes the starts of the lines, and what the container cannot hold. */
function settle(text: string, place: LineContainer, isEscaped: boolean): string {
  if (place === 'cell') return trimmed(text.replace(/\n/g, ' ')).replace(/(?<!\\)\|/g, '\\|')
  if (place === 'heading') {
    const line = trimmed(text.replace(/[ \t]*\n[ \t]*/g, ' '))
    return isEscaped ? line.replace(/(#+)$/, '\\$1') : line
  }
  const lines = text.split('\n').map((line) => line.replace(/^[ \t]+/, ''))
  return (isEscaped ? lines.map(escapeStart) : lines).join('\n').replace(/[ \t]+$/, '')
}

/**
 * Serializes the text of a line. `isRead` returns whether a text is parsed as the intended line; the plainest way for
 * which it does is used.
 */
export function writeInline(line: Node, style: LineStyle, isRead: (text: string) => boolean): string {
  if (line.childCount === 0) return ''
  const only = line.childCount === 1 ? line.firstChild : null
  if (only?.isText && only.marks.length === 0 && isPlainText(only.text ?? '')) return trimmed(only.text ?? '')
  const parts = nested(partsOf(line))
  let fallback = ''
  for (const way of ways) {
    const written = writeParts(parts, style, way)
    for (const isEscaped of [false, true]) {
      const text = settle(written, style.container, isEscaped)
      if (isRead(text)) return text
      if (way.escaping === 'all') fallback ||= text
    }
  }
  return fallback
}

import type { Node, Schema } from '@milkdown/kit/prose/model'

import { delimiterCell, writeTable } from '#shared/markdown/table.ts'
import { readNodes } from './block-nodes.ts'

import { type Definitions, parseFragment } from './parsing.ts'
import { blockKey, isSpread, lineKey } from './semantic-key.ts'
import type { WriteStyle } from './style.ts'
import { decodeListSyntax, type ListSyntax } from './style.ts'
import { type LineContainer, writeInline } from './write-inline.ts'

/** The context for serializing blocks. */
export type WriteContext = {
  schema: Schema
  definitions: Definitions
  style: WriteStyle
  /** Writes each line the plainest way without parsing it again: the caller parses the whole text. */
  isQuick?: boolean
}

/** The context of a block: its list, and whether it is on the line of the list marker. */
type Around = { list?: ListSyntax; isAtMarker?: boolean; isInList?: boolean }

const attr = (node: Node, name: string): string => String(node.attrs[name] ?? '')
const indented = (text: string, by: string): string => text.replace(/^(?=[^\n])/gm, by)
const isWordless = (node: Node) => node.type.name === 'paragraph' && lineKey(node) === ''

/** Returns whether Markdown is parsed into a block with the meaning of `node`. */
export function saysSame(markdown: string, node: Node, { schema, definitions }: WriteContext): boolean {
  const nodes = readNodes(schema, parseFragment(markdown, definitions), markdown)
  return nodes?.length === 1 && nodes[0] !== undefined && blockKey(nodes[0]) === blockKey(node)
}

/** Returns whether a line written like this at its position is parsed into the content of `node`. */
function isRead(text: string, node: Node, place: LineContainer, { schema, definitions }: WriteContext): boolean {
  const around = { paragraph: text, heading: `# ${text}`, cell: `| ${text} |\n| --- |` }[place]
  const nodes = readNodes(schema, parseFragment(around, definitions), around)
  const [found] = nodes ?? []
  if (!found || nodes?.length !== 1) return false
  if (place === 'paragraph') return blockKey(found) === `<p>${lineKey(node)}`
  if (place === 'heading') return found.type.name === 'heading' && lineKey(found) === lineKey(node)
  const row = found.type.name === 'table' ? found.firstChild : null
  const words = row?.childCount === 1 ? row.firstChild?.firstChild : null
  return words ? lineKey(words) === lineKey(node) : false
}

const writeLine = (node: Node, place: LineContainer, context: WriteContext): string =>
  writeInline(
    node,
    { container: place, definitions: context.definitions, hardbreak: context.style.hardbreak },
    (text) => context.isQuick === true || isRead(text, node, place, context),
  )

function writeHeading(node: Node, context: WriteContext): string {
  const level = Number(node.attrs['level'])
  const written = attr(node, 'written') || (context.style.isSetext ? 'setext' : '')
  if (written === 'setext' && level < 3 && lineKey(node) !== '') {
    const words = writeLine(node, 'paragraph', context)
    const width = Math.max(...words.split('\n').map((line) => line.length))
    return `${words}\n${(level === 1 ? '=' : '-').repeat(Math.max(3, width))}`
  }
  const words = writeLine(node, 'heading', context)
  const signs = '#'.repeat(level)
  if (written === 'loose' && saysSame(signs + words, node, context)) return signs + words
  return `${signs} ${words}${written === 'closed' ? ` ${signs}` : ''}`.replace(/ +$/, '')
}

function writeCode(node: Node, { style }: WriteContext, { isAtMarker }: Around): string {
  const text = node.textContent
  const info = [attr(node, 'language'), attr(node, 'meta')].join(' ').trim()
  const written = attr(node, 'written')
  const canIndent = info === '' && /^\S|^ *\S/.test(text) && !/^\s*\n|\n\s*$/.test(text) && !isAtMarker
  if (written === 'indent' && canIndent) return indented(text, '    ')
  let fence = written === '' || written === 'indent' ? style.fence : written
  if (info.includes('`')) fence = fence.replaceAll('`', '~')
  const sign = fence[0] ?? '`'
  for (const [run] of text.matchAll(sign === '`' ? /^ {0,3}`{3,}/gm : /^ {0,3}~{3,}/gm)) {
    fence = sign.repeat(Math.max(fence.length, run.trim().length + 1))
  }
  return `${fence}${info}\n${text === '' ? '' : `${text}\n`}${fence}`
}

function writeMath(node: Node): string {
  const source = attr(node, 'source')
  const written = attr(node, 'written')
  const fence = /^(`{3,}|~{3,})(.+)$/.exec(written)
  if (fence) return `${fence[1]}${fence[2]}\n${source}\n${fence[1]}`
  return written === '$$ $$' && !source.includes('\n') ? `$$${source}$$` : `$$\n${source}\n$$`
}

/** A following list of the same type would merge with this one, so it gets another marker. */
const otherMarker: Record<string, string> = { '-': '*', '*': '-', '+': '-', '.': ')', ')': '.' }

function writeList(node: Node, context: WriteContext, around: Around, former: Node | undefined): string {
  const isOrdered = node.type.name === 'ordered_list'
  const otherwise = isOrdered ? context.style.delimiter : context.style.bullet
  const own = decodeListSyntax(attr(node, 'written'))
  const like = own ?? { marker: otherwise, pad: 0, gap: 1, isSame: false, ...(!isOrdered && around.list) }
  const list: ListSyntax = { ...like, marker: /^[-+*.)]$/.test(like.marker) ? like.marker : otherwise }
  if (former?.type === node.type && decodeListSyntax(attr(former, 'written'))?.marker === list.marker) {
    list.marker = otherMarker[list.marker] ?? otherwise
  }
  const spread = isSpread(node)
  const order = Number(node.attrs['order'] ?? 1)
  const items: string[] = []
  node.forEach((item, _, at) => {
    const marker = isOrdered ? `${list.isSame ? order : order + at}${list.marker}` : list.marker
    items.push(writeItem(item, marker, list, spread, context))
  })
  const text = items.join(spread ? '\n\n' : '\n')
  return list.pad > 0 && !around.isAtMarker ? indented(text, ' '.repeat(list.pad)) : text
}

function writeItem(item: Node, marker: string, list: ListSyntax, spread: boolean, context: WriteContext): string {
  const checked = item.attrs['checked']
  const box = checked === null || checked === undefined ? '' : checked ? '[x] ' : '[ ] '
  let text = writeChildren(item, context, { list, isInList: true }, spread ? '\n\n' : '\n')
  if (box === '' && item.firstChild?.type.name === 'paragraph') text = text.replace(/^\[(?=[ xX]\](?:\s|$))/, '\\[')
  const isBoxAlone = box !== '' && text !== '' && firstSaid(item)?.type.name !== 'paragraph'
  const inner = isBoxAlone ? `${box.trim()}${spread ? '\n\n' : '\n'}${text}` : box + text
  if (inner.trim() === '') return (marker + ' ' + inner).trimEnd()
  const width = marker.length + list.gap
  return marker + ' '.repeat(list.gap) + indented(inner, ' '.repeat(width)).slice(width)
}

const firstSaid = (node: Node): Node | undefined => node.children.find((child) => !isWordless(child))

const kindWords: Record<string, string[]> = {
  note: ['NOTE', 'INFO'],
  tip: ['TIP', 'SUCCESS'],
  important: ['IMPORTANT'],
  warning: ['WARNING'],
  danger: ['CAUTION', 'DANGER', 'ERROR'],
}

const quoted = (text: string): string => text.replace(/^/gm, '> ').replace(/^> $/gm, '>')

function writeCallout(node: Node, context: WriteContext): string {
  const words = kindWords[attr(node, 'kind')] ?? ['NOTE']
  const written = attr(node, 'written')
  const word = words.includes(written.toUpperCase()) ? written : words[0]
  const body = writeChildren(node, context, {}, '\n\n')
  return quoted(`[!${word}] ${attr(node, 'title').trim()}`.trimEnd() + (body === '' ? '' : `\n${body}`))
}

function writeQuote(node: Node, context: WriteContext): string {
  const body = writeChildren(node, context, {}, '\n\n')
  return quoted(node.firstChild?.type.name === 'paragraph' ? body.replace(/^\[(?=![A-Za-z]{3,9}\])/, '\\[') : body)
}

function writeTableNode(node: Node, context: WriteContext): string {
  const head = node.firstChild?.children ?? []
  const cellOf = (row: Node, column: number) => {
    const words = row.maybeChild(column)?.firstChild
    return words ? writeLine(words, 'cell', context) : ''
  }
  const [header = [], ...rows] = node.children.map((row) => head.map((_, column) => cellOf(row, column)))
  return writeTable(
    header,
    rows,
    head.map((cell) => delimiterCell(attr(cell, 'alignment'))),
  )
}

function writeRule(node: Node, { list }: Around): string {
  const written = attr(node, 'written') || '---'
  return list && written.startsWith(list.marker) ? '___' : written
}

/** Returns whether `next` would become part of `former` without an empty line between them. */
function mustPart(former: Node, next: Node): boolean {
  const [before, after] = [former.type.name, next.type.name]
  if (after === 'paragraph') return /^(?:paragraph|blockquote|callout|table|.*_list|protected_block)$/.test(before)
  return before === 'paragraph' ? /^(?:table|protected_block|math_block)$/.test(after) : before === after
}

/** Serializes the blocks inside a block; empty ones cannot be written. */
function writeChildren(node: Node, context: WriteContext, around: Around, between: string): string {
  let text = ''
  let former: Node | undefined
  node.forEach((child) => {
    if (isWordless(child)) return
    const written = writeBlock(child, context, { ...around, isAtMarker: Boolean(around.isInList) && !former }, former)
    if (former) text += mustPart(former, child) ? '\n\n' : between
    text += written
    former = child
  })
  return text
}

/** Returns the Markdown of a table cell's text. */
export const writeCell = (cell: Node, context: WriteContext): string =>
  cell.firstChild ? writeLine(cell.firstChild, 'cell', context) : ''

/** Returns the Markdown of a block, parsing it line by line only where necessary. */
export function writeChecked(node: Node, context: WriteContext, former?: Node): string {
  const quick = writeBlock(node, { ...context, isQuick: true }, {}, former)
  return saysSame(quick, node, context) ? quick : writeBlock(node, context, {}, former)
}

/** Returns the Markdown of a block, in its own style or the document's, with LF between lines and none at the end. */
export function writeBlock(node: Node, context: WriteContext, around: Around = {}, former?: Node): string {
  switch (node.type.name) {
    case 'paragraph':
      return writeLine(node, 'paragraph', context)
    case 'heading':
      return writeHeading(node, context)
    case 'code_block':
      return writeCode(node, context, around)
    case 'math_block':
      return writeMath(node)
    case 'bullet_list':
    case 'ordered_list':
      return writeList(node, context, around, former)
    case 'list_item':
      return writeItem(
        node,
        context.style.bullet,
        { marker: context.style.bullet, pad: 0, gap: 1, isSame: false },
        false,
        context,
      )
    case 'blockquote':
      return writeQuote(node, context)
    case 'callout':
      return writeCallout(node, context)
    case 'table':
      return writeTableNode(node, context)
    case 'hr':
      return writeRule(node, around)
    case 'protected_block':
      return attr(node, 'source').replace(/\r\n?/g, '\n')
    default:
      return writeChildren(node, context, around, '\n\n')
  }
}

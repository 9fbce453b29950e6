import type { Node, Schema } from '@milkdown/kit/prose/model'
import type { Token } from 'markdown-it'
import { parseImageHtml } from './image-html.ts'
import { inlineNodes, NotVisual } from './inline-nodes.ts'
import { type Lines, lineAt, splitLines } from './lines.ts'
import type { Parsed } from './parsing.ts'
import { encodeListSyntax, getFenceSyntax } from './style.ts'

/** The maximum nesting depth of blocks; the parser stops at 100, and its tokens omit what is nested deeper. */
const deepest = 60

/** The input for block nodes: the tokens of a text, and that text. */
type BlockSource = {
  schema: Schema
  lines: Lines
  notes: readonly (string | undefined)[]
  /** Called for each node that begins on a line of the text, from 0. */
  onLine: (node: Node, line: number) => void
}

/** The position of a list: the column where the text around it begins. */
type Place = { column: number }

/**
 * Converts tokens to block nodes.
 *
 * @throws {NotVisual} for what has no node; RangeError for a node that is not allowed at its position
 */
export function blockNodes(source: BlockSource, tokens: readonly Token[]): Node[] {
  const { schema, lines, notes } = source
  if (tokens.some(({ level }) => level > deepest)) throw new NotVisual('too deep')
  let at = 0
  const peek = () => tokens[at]
  const take = (): Token => {
    const token = tokens[at++]
    if (!token) throw new NotVisual('the end')
    return token
  }
  const lineOf = (token: Token) => lineAt(lines, token.map?.[0] ?? 0)

  const inline = (): Node[] => inlineNodes(schema, take().children ?? [], notes)
  const until = <T>(close: string, one: () => T): T[] => {
    const found: T[] = []
    while (peek()?.type !== close) found.push(one())
    at++
    return found
  }
  const holding = (type: string, attrs: Record<string, unknown>, blocks: Node[]) =>
    schema.node(type, attrs, blocks.length > 0 ? blocks : [schema.node('paragraph')])

  const heading = (token: Token): Node => {
    const attrs = { level: Number(token.tag.slice(1)), written: headingWritten(token, lineOf(token)) }
    return schema.node('heading', attrs, until('heading_close', inline).flat())
  }

  const item = (place: Place, spread: boolean): Node => {
    const open = take()
    const box = tokens[at]?.type === 'paragraph_open' ? tokens[at + 1]?.children?.[0] : undefined
    const checked = box?.type === 'task_box' ? Boolean(box.meta?.['checked']) : null
    const blocks = until('list_item_close', () => block(place))
    return reported(holding('list_item', { checked, spread }, blocks), open)
  }
  /** Returns the items of the list that begins here, and whether they are separated by empty lines. */
  const itemsOf = (open: Token): { items: Token[]; spread: boolean } => {
    const items: Token[] = []
    let spread = false
    for (let here = at; here < tokens.length; here++) {
      const token = tokens[here]
      if (!token || token.level === open.level) break
      if (token.type === 'list_item_open' && token.level === open.level + 1) items.push(token)
      if (token.type === 'paragraph_open' && token.level === open.level + 2 && !token.hidden) spread = true
    }
    return { items, spread }
  }
  const list = (token: Token, place: Place): Node => {
    const { items, spread } = itemsOf(token)
    const { written, column } = encodeListSyntax(token, items, lineOf(token), place.column)
    const type = token.type === 'ordered_list_open' ? 'ordered_list' : 'bullet_list'
    const children = until(`${type}_close`, () => item({ column }, spread))
    const order = type === 'ordered_list' ? { order: Number(token.attrGet('start') ?? 1) } : {}
    return schema.node(type, { ...order, spread, written }, children)
  }

  const row = (type: 'table_header_row' | 'table_row', cellType: 'table_header' | 'table_cell'): Node => {
    const open = take()
    const cells = until('tr_close', () => {
      const alignment = take().attrGet('align')
      const paragraph = schema.node('paragraph', null, inline())
      at++
      return schema.node(cellType, { alignment }, [paragraph])
    })
    return reported(schema.node(type, null, cells), open)
  }
  const table = (): Node => {
    at++
    const rows = until('thead_close', () => row('table_header_row', 'table_header'))
    if (peek()?.type === 'tbody_open') {
      at++
      rows.push(...until('tbody_close', () => row('table_row', 'table_cell')))
    }
    at++
    return schema.node('table', null, rows)
  }

  const callout = (token: Token, place: Place): Node => {
    const open = take()
    const words = inlineNodes(schema, open.attrGet('data-title') === 'auto' ? [] : (peek()?.children ?? []), notes)
    at += 2
    const written = /\[!([A-Za-z]{3,9})\]/.exec(lineOf(token))?.[1] ?? ''
    const title = words.length > 0 ? titleOf(lineOf(token)) : ''
    return holding(
      'callout',
      { kind: token.meta?.['kind'], title, written },
      until('callout_close', () => block(place)),
    )
  }

  const code = (token: Token): Node => {
    const text = token.content.replace(/\n$/, '')
    const language = /^\s*(\S*)/.exec(token.info)?.[1] ?? ''
    const meta = token.info.trim().slice(language.length).trim()
    const written = getFenceSyntax(token)
    if (/^(?:math|katex)$/i.test(language))
      return schema.node('math_block', { source: text, written: written + token.info.trim() })
    return schema.node('code_block', { language, meta, written }, text === '' ? [] : [schema.text(text)])
  }

  const html = (token: Token): Node => {
    const image = parseImageHtml(token.content)
    if (image) return schema.node('paragraph', null, [schema.node('image', { ...image, written: '<>' })])
    return schema.node('protected_block', { source: token.content.replace(/\n+$/, '') })
  }

  const reported = (node: Node, token: Token): Node => {
    if (token.map) source.onLine(node, token.map[0])
    return node
  }

  function block(place: Place): Node {
    const token = take()
    return reported(nodeOf(token, place), token)
  }

  function nodeOf(token: Token, place: Place): Node {
    switch (token.type) {
      case 'paragraph_open':
        return schema.node('paragraph', null, until('paragraph_close', inline).flat())
      case 'heading_open':
        return heading(token)
      case 'blockquote_open':
        return holding(
          'blockquote',
          {},
          until('blockquote_close', () => block({ column: 0 })),
        )
      case 'callout_open':
        return callout(token, { column: 0 })
      case 'bullet_list_open':
      case 'ordered_list_open':
        return list(token, place)
      case 'table_open':
        return table()
      case 'fence':
      case 'code_block':
        return code(token)
      case 'math_block': {
        const isOneLine = token.map && token.map[1] - token.map[0] === 1
        return schema.node('math_block', { source: token.content, written: isOneLine ? '$$ $$' : '' })
      }
      case 'hr':
        return schema.node('hr', { written: token.markup })
      case 'html_block':
        return html(token)
      default:
        throw new NotVisual(token.type)
    }
  }

  const blocks: Node[] = []
  while (at < tokens.length) blocks.push(block({ column: 0 }))
  return blocks
}

/** Returns the text after the marker of a callout, as written in its first line. */
const titleOf = (line: string): string => /\[![A-Za-z]{3,9}\](.*)$/.exec(line)?.[1]?.trim() ?? ''

function headingWritten(token: Token, line: string): string {
  if (token.markup === '=' || token.markup === '-') return 'setext'
  const hashes = /#{1,6}(?=[^#]|$)/.exec(line)?.[0] ?? ''
  const rest = line.slice(line.indexOf(hashes) + hashes.length)
  if (rest !== '' && !/^[ \t]/.test(rest)) return 'loose'
  return /[ \t]#+[ \t]*$/.test(rest) ? 'closed' : 'atx'
}

/** Returns the nodes of a parsed text; undefined when it contains something that has no node. */
export function readNodes(schema: Schema, { tokens, notes }: Parsed, text: string): Node[] | undefined {
  const end = tokens.findIndex(({ type }) => type === 'footnote_block_open')
  try {
    return blockNodes(
      { schema, notes, lines: splitLines(text), onLine: () => {} },
      end === -1 ? tokens : tokens.slice(0, end),
    )
  } catch (error) {
    if (error instanceof NotVisual || error instanceof RangeError) return undefined
    throw error
  }
}

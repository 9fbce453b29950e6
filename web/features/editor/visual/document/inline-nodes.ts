import type { Mark, Node, Schema } from '@milkdown/kit/prose/model'
import type { Token } from 'markdown-it'
import { markdown } from '#shared/markdown/pipeline.ts'
import { parseImageHtml } from './image-html.ts'
import { getAltText } from './rendered-key.ts'

/** Thrown for what has no node: the block that contains it is kept as source. */
export class NotVisual extends Error {}

/** The maximum number of pieces in an editable line: the time to serialize a line grows faster than its pieces. */
const mostPieces = 3000

/** Our marks by the viewer's tags. */
const marksOfTags: Record<string, string> = { strong: 'strong', em: 'emphasis', s: 'strike_through' }

/** Decodes an address for reading; returns it unchanged when the decoded one would lead elsewhere. */
function readable(href: string): string {
  const plain = markdown.normalizeLinkText(href)
  return !/\s/.test(plain) && markdown.normalizeLink(plain) === href ? plain : href
}

/** Returns how a link or an image was written: `[label]` for a reference, otherwise the parser's own name. */
function writtenOf({ meta, markup }: Token): string {
  const label = meta?.['label']
  if (typeof label === 'string') return `[${label}]`
  return markup === 'linkify' ? 'bare' : markup === 'autolink' ? '<>' : ''
}

/**
 * Converts the tokens of a line to nodes. `notes` are the sources of inline footnotes, by number.
 *
 * @throws {NotVisual} for what has no node
 */
export function inlineNodes(schema: Schema, tokens: readonly Token[], notes: readonly (string | undefined)[]): Node[] {
  if (tokens.length > mostPieces) throw new NotVisual('a line of thousands of pieces')
  const nodes: Node[] = []
  const open: (Mark | undefined)[] = []
  const marks = () => open.reduce<readonly Mark[]>((set, mark) => mark?.addToSet(set) ?? set, [])
  const add = (type: string, attrs: Record<string, unknown>) => nodes.push(schema.node(type, attrs, undefined, marks()))
  const addText = (text: string, extra?: Mark) => {
    if (text !== '') nodes.push(schema.text(text, extra ? extra.addToSet(marks()) : marks()))
  }
  const isOpen = (type: string) => open.some((mark) => mark?.type.name === type)

  tokens.forEach((token, at) => {
    if (token.nesting === -1) {
      open.pop()
      return
    }
    switch (token.type) {
      case 'text':
        return addText(token.content)
      case 'softbreak':
        return void add('hardbreak', { isInline: true })
      case 'hardbreak':
        return void add('hardbreak', {})
      case 'code_inline':
        return addText(token.content, schema.mark('inlineCode'))
      case 'math_inline':
        return void add('math_inline', { source: token.content, written: token.markup === '$$' ? '$$' : '' })
      case 'html_inline': {
        if (/^<br\s*\/?>$/i.test(token.content)) return void add('hardbreak', { written: token.content })
        const image = parseImageHtml(token.content)
        return void (image
          ? add('image', { ...image, written: '<>' })
          : add('protected_inline', { source: token.content }))
      }
      case 'image': {
        const src = readable(String(token.attrGet('src') ?? ''))
        const title = String(token.attrGet('title') ?? '')
        return void add('image', { src, title, alt: getAltText(token.children ?? []), written: writtenOf(token) })
      }
      case 'footnote_ref': {
        const label = token.meta?.['label']
        const note = notes[Number(token.meta?.['id'])]
        if (label === undefined && note === undefined) throw new NotVisual(token.type)
        return void add('protected_inline', { source: label === undefined ? `^[${note}]` : `[^${String(label)}]` })
      }
      case 'task_box':
        return
      case 'link_open': {
        if (tokens[at + 1]?.type === 'link_close') throw new NotVisual('a link without words')
        const title = token.attrGet('title')
        const href = readable(String(token.attrGet('href') ?? ''))
        return void open.push(
          schema.mark('link', { href, title: title === null ? null : String(title), written: writtenOf(token) }),
        )
      }
      default: {
        const type = marksOfTags[token.tag]
        if (token.nesting !== 1 || !type) throw new NotVisual(token.type)
        const attrs = type === 'strike_through' ? {} : { marker: token.markup[0] }
        open.push(isOpen(type) ? undefined : schema.mark(type, attrs))
      }
    }
  })
  return nodes
}

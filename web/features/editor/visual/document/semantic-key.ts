import type { Mark, Node } from '@milkdown/kit/prose/model'
import { breakAtom, type Run, renderedLineKey } from './line-runs.ts'

const attribute = (node: Node | Mark, name: string): string => String(node.attrs[name] ?? '')

/** Returns whether the text of a link is its address: the viewer makes that a link by itself. */
export const isBareLink = (words: string, href: string): boolean =>
  href === words || href === `mailto:${words}` || (words.startsWith('www.') && href === `http://${words}`)

function markMeaning(mark: Mark, text: string): string[] {
  if (mark.type.name === 'inlineCode') return ['code']
  if (mark.type.name !== 'link') return [mark.type.name]
  if (mark.attrs['written'] === 'bare' || isBareLink(text, attribute(mark, 'href'))) return []
  return [`link ${attribute(mark, 'href')} ${attribute(mark, 'title')}`]
}

function runOf(node: Node): Run {
  const text = node.text ?? ''
  const marks = node.marks.flatMap((mark) => markMeaning(mark, text))
  switch (node.type.name) {
    case 'text':
      return { text, marks }
    case 'hardbreak':
      return node.attrs['isInline'] ? { text: '\n', marks } : { atom: breakAtom, marks }
    case 'image': {
      const said = ['src', 'alt', 'title', 'width'].map((name) => attribute(node, name))
      return { atom: `image ${said.join('\u0004')}`, marks }
    }
    default:
      return { atom: `${node.type.name} ${attribute(node, 'source').trim().replace(/\s+/g, ' ')}`, marks }
  }
}

/** Returns the meaning of the line in a paragraph, a heading or a cell, as a text to compare. */
export function lineKey(node: Node): string {
  const runs: Run[] = []
  node.forEach((child) => runs.push(runOf(child)))
  return renderedLineKey(runs)
}

const isEmpty = (node: Node) => node.type.name === 'paragraph' && lineKey(node) === ''

function childrenMeaning(node: Node): string {
  const parts: string[] = []
  node.forEach((child) => {
    if (!isEmpty(child)) parts.push(blockKey(child))
  })
  return parts.join('')
}

/**
 * Returns whether the items of a list are separated by empty lines. Markdown cannot express it for a single item with
 * one block nor for items without paragraphs, and cannot avoid it for two paragraphs.
 */
export function isSpread(list: Node): boolean {
  let isForced = false
  let hasParagraph = false
  let hasNeighbours = list.childCount > 1
  list.forEach((item) => {
    let former = ''
    item.forEach((child) => {
      if (isEmpty(child)) return
      const type = child.type.name
      if (type === 'paragraph') {
        hasParagraph = true
        isForced ||= former === 'paragraph'
      }
      hasNeighbours ||= former !== ''
      former = type
    })
  })
  return isForced || (hasParagraph && hasNeighbours && Boolean(list.attrs['spread']))
}

/**
 * Returns the meaning of a block as a text to compare: equal for two nodes that the viewer renders alike, however they
 * are written. Empty paragraphs have no meaning.
 */
export function blockKey(node: Node): string {
  const { name } = node.type
  switch (name) {
    case 'paragraph':
      return `<p>${lineKey(node)}`
    case 'heading':
      return `<h${attribute(node, 'level')}>${lineKey(node)}`
    case 'bullet_list':
    case 'ordered_list':
      return `<${name} ${attribute(node, 'order')} ${isSpread(node)}>${childrenMeaning(node)}</list>`
    case 'list_item':
      return `<li ${attribute(node, 'checked')}>${childrenMeaning(node)}</li>`
    case 'callout':
      return `<callout ${attribute(node, 'kind')} ${attribute(node, 'title').trim()}>${childrenMeaning(node)}</callout>`
    case 'code_block':
      return `<code ${attribute(node, 'language')} ${attribute(node, 'meta')}>${node.textContent}</code>`
    case 'table':
      return `<table>${childrenMeaning(node)}</table>`
    case 'table_header_row':
    case 'table_row': {
      const cells: string[] = []
      node.forEach((cell) => {
        const align = name === 'table_header_row' ? attribute(cell, 'alignment') : ''
        cells.push(`<cell ${align}>${cell.firstChild ? lineKey(cell.firstChild) : ''}`)
      })
      return `<tr>${cells.join('')}`
    }
    case 'math_block':
    case 'protected_block':
      return `<${name}>${attribute(node, 'source').trim()}`
    default:
      return `<${name}>${childrenMeaning(node)}</${name}>`
  }
}

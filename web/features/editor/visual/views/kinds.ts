import type { Node } from '@milkdown/kit/prose/model'
import type { Transaction } from '@milkdown/kit/prose/state'
import { drawInlineFormula, drawMarkdown, drawSource, fenced } from './drawings.ts'
import { isShownAlone, protectedKind } from './protected-kind.ts'
import type { RenderedNodeKind } from './rendered-node-view.ts'
import { getTranslate } from './translate.ts'

const sourceOf = (node: Node) => String(node.attrs['source'])
const writeSource = (tr: Transaction, pos: number, _node: Node, source: string) =>
  tr.setNodeAttribute(pos, 'source', source)

/** A block formula. */
export const mathBlock: RenderedNodeKind = {
  isInline: false,
  sourceOf,
  write: writeSource,
  nameOf: (source) => getTranslate()('drawn.formula', { source: source.slice(0, 200) }),
  draw: drawMarkdown((source) => fenced('math', source)),
}

/** An inline formula. */
export const mathInline: RenderedNodeKind = { ...mathBlock, isInline: true, draw: drawInlineFormula }

/** A block of code shown as a drawing: Mermaid, or a formula in a fence. */
export const drawnCode = (language: string): RenderedNodeKind => ({
  isInline: false,
  sourceOf: (node) => node.textContent,
  write: (tr, pos, node, source) => {
    const from = pos + 1
    const to = from + node.content.size
    return source === '' ? tr.delete(from, to) : tr.replaceWith(from, to, node.type.schema.text(source))
  },
  nameOf: (source) =>
    getTranslate()(language === 'mermaid' ? 'drawn.diagram' : 'drawn.formula', { source: source.slice(0, 200) }),
  draw: drawMarkdown((source) => fenced(language, source)),
})

/** A block that visual mode cannot express. `finish` converts it by its new source. */
export const protectedBlock = (finish: RenderedNodeKind['finish']): RenderedNodeKind => ({
  isInline: false,
  sourceOf,
  write: writeSource,
  nameOf: (source) => getTranslate()(`protected.${protectedKind(source)}`),
  draw: drawMarkdown((source) => (isShownAlone(source) ? source : undefined)),
  hasHeader: true,
  ...(finish && { finish }),
})

/** A piece of a line that visual mode cannot express. */
export const protectedInline: RenderedNodeKind = {
  isInline: true,
  sourceOf,
  write: writeSource,
  nameOf: (source) => getTranslate()('protected.inline', { source: source.slice(0, 200) }),
  draw: drawSource,
}

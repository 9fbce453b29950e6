import type { Node } from '@milkdown/kit/prose/model'
import { Plugin } from '@milkdown/kit/prose/state'
import { Decoration, DecorationSet, type NodeView, type ViewMutationRecord } from '@milkdown/kit/prose/view'
import { $prose } from '@milkdown/kit/utils'
import i18next from 'i18next'
import { isDrawn } from '../menus/insert.ts'
import { slashAttributes } from '../menus/slash-state.ts'
import { reparseBlock } from '../paste/page-plugin.ts'
import { CalloutView } from './callout-view.tsx'
import { CodeView } from './code-view.tsx'
import { createElement, getTranslate } from './dom.ts'
import { highlightPlugin } from './highlight-plugin.ts'
import { ImageView } from './image-view.ts'
import { drawnCode, mathBlock, mathInline, protectedBlock, protectedInline } from './kinds.ts'
import { type RenderedNodeKind, RenderedNodeView } from './rendered-node-view.ts'
import { taskPlugin } from './task-plugin.ts'

type Maker = NonNullable<Plugin['props']['nodeViews']>[string]

const drawn =
  (kind: RenderedNodeKind): Maker =>
  (node, view, getPos) =>
    new RenderedNodeView(
      kind,
      () => ({ edit: getTranslate()('source.edit'), label: getTranslate()('source.label') }),
      node,
      view,
      getPos,
    )

const nodeViews: Record<string, Maker> = {
  code_block: (node, view, getPos, decorations, inner) => {
    if (!isDrawn(node)) return new CodeView(node, view, getPos)
    return drawn(drawnCode(String(node.attrs['language']).toLowerCase()))(node, view, getPos, decorations, inner)
  },
  math_block: drawn(mathBlock),
  math_inline: drawn(mathInline),
  protected_block: drawn(protectedBlock(reparseBlock)),
  protected_inline: drawn(protectedInline),
  callout: (node, view, getPos) => new CalloutView(node, view, getPos),
  table: (node) => new TableView(node),
  image: (node, view, getPos) => new ImageView(node, view, getPos),
}

/** The views of visual mode's nodes, and their interactions. */
export const viewPlugins = [
  $prose(() => new Plugin({ props: { nodeViews } })),
  $prose(() => editorAttributesPlugin),
  $prose(() => taskPlugin),
  $prose(() => highlightPlugin),
]

/** In a text of more blocks than this, only the visible ones are drawn. */
const manyBlocks = 100

/** Styles the text as its readers see it, names it for screen readers, and adds a hint to an empty text. */
const editorAttributesPlugin = new Plugin({
  view: (view) => {
    const rename = () => view.updateState(view.state)
    i18next.on('languageChanged', rename)
    return { destroy: () => i18next.off('languageChanged', rename) }
  },
  props: {
    attributes: (state) => ({
      class: 'md-body',
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': getTranslate()('label'),
      'aria-description': getTranslate()('leave'),
      spellcheck: 'true',
      ...(state.doc.childCount > manyBlocks && { 'data-large': '' }),
      ...slashAttributes(state),
    }),
    decorations: ({ doc, selection }) => {
      const first = doc.firstChild
      const isEmpty = doc.childCount === 1 && first?.type.name === 'paragraph' && first.content.size === 0
      const { $from } = selection
      const isSpace = selection.empty && $from.depth === 1 && $from.parent.type.name === 'paragraph'
      if (!isEmpty && !(isSpace && $from.parent.content.size === 0)) return null
      const hint = getTranslate()(isEmpty ? 'placeholder' : 'emptyLine')
      const [from, to] = isEmpty ? [0, first.nodeSize] : [$from.before(), $from.after()]
      return DecorationSet.create(doc, [Decoration.node(from, to, { 'data-hint': hint })])
    },
  },
})

/** A table in the viewer's frame: a wide one scrolls by itself, and its edges show that there is more. */
class TableView implements NodeView {
  readonly dom: HTMLElement
  readonly contentDOM: HTMLElement
  readonly #scroller: HTMLElement
  readonly #sizes = new ResizeObserver(() => this.#reportCut())
  readonly #type: Node['type']

  constructor(node: Node) {
    this.#type = node.type
    this.contentDOM = createElement('tbody')
    const table = createElement('table', {}, this.contentDOM)
    this.#scroller = createElement('div', { class: 'md-table-scroll' }, table)
    this.dom = createElement('div', { class: 'md-table' }, this.#scroller)
    this.#scroller.addEventListener('scroll', () => this.#reportCut(), { passive: true })
    this.#sizes.observe(this.#scroller)
    this.#sizes.observe(table)
  }

  update(node: Node): boolean {
    return node.type === this.#type
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return mutation.type !== 'selection' && !this.contentDOM.contains(mutation.target)
  }

  destroy(): void {
    this.#sizes.disconnect()
  }

  #reportCut() {
    const { scrollWidth, clientWidth, scrollLeft } = this.#scroller
    const hidden = scrollWidth - clientWidth
    const start = scrollLeft > 1
    const end = scrollLeft < hidden - 1
    const cut = start && end ? 'both' : start ? 'start' : end ? 'end' : ''
    if (this.dom.dataset['cut'] !== cut) this.dom.dataset['cut'] = cut
  }
}

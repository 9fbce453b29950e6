import type { Node } from '@milkdown/kit/prose/model'
import type { NodeView, ViewMutationRecord } from '@milkdown/kit/prose/view'
import { createElement } from './dom.ts'

/** A table in the viewer's frame: a wide one scrolls by itself, and its edges show that there is more. */
export class TableView implements NodeView {
  readonly dom: HTMLElement
  readonly contentDOM: HTMLElement
  readonly #scroller: HTMLElement
  readonly #sizes = new ResizeObserver(() => this.#tellCut())
  readonly #type: Node['type']

  constructor(node: Node) {
    this.#type = node.type
    this.contentDOM = createElement('tbody')
    const table = createElement('table', {}, this.contentDOM)
    this.#scroller = createElement('div', { class: 'md-table-scroll' }, table)
    this.dom = createElement('div', { class: 'md-table' }, this.#scroller)
    this.#scroller.addEventListener('scroll', () => this.#tellCut(), { passive: true })
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

  #tellCut() {
    const { scrollWidth, clientWidth, scrollLeft } = this.#scroller
    const hidden = scrollWidth - clientWidth
    const start = scrollLeft > 1
    const end = scrollLeft < hidden - 1
    const cut = start && end ? 'both' : start ? 'start' : end ? 'end' : ''
    if (this.dom.dataset['cut'] !== cut) this.dom.dataset['cut'] = cut
  }
}

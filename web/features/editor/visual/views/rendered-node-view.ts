import type { Node } from '@milkdown/kit/prose/model'
import { NodeSelection, Selection, type Transaction } from '@milkdown/kit/prose/state'
import type { EditorView, NodeView } from '@milkdown/kit/prose/view'
import i18next from 'i18next'
import { createElement, createFixedElement } from './dom.ts'
import styles from './views.module.css'

/** A drawing in an element. */
export interface Drawing {
  show: (source: string) => void
  destroy: () => void
}

/** How nodes of one kind are drawn and edited. */
export interface RenderedNodeKind {
  isInline: boolean
  sourceOf: (node: Node) => string
  write: (tr: Transaction, pos: number, node: Node, source: string) => Transaction
  /** Returns the node's name for screen readers. */
  nameOf: (source: string) => string
  draw: (into: HTMLElement) => Drawing
  /** Whether a header above the drawing shows its kind and a button that opens the source. */
  hasHeader?: boolean
  /** Converts the node after its source was edited. */
  finish?: (view: EditorView, pos: number, source: string) => void
}

const redrawMs = 250
const views = new WeakMap<globalThis.Node, RenderedNodeView>()

/**
 * Opens the source of the selected node, if it shows a drawing.
 *
 * @returns whether it does
 */
export function openSource(view: EditorView): boolean {
  const { selection } = view.state
  if (!(selection instanceof NodeSelection)) return false
  const dom = view.nodeDOM(selection.from)
  const drawn = dom ? views.get(dom) : undefined
  drawn?.open()
  return drawn !== undefined
}

/** How editing a node's source ends: the cursor goes after the node, or wherever the user went. */
type CloseReason = 'stay' | 'away'

/**
 * Creates a text box for the source of a node, in its place. Typed text goes to `onText` immediately, so that nothing
 * is lost however the box closes: Esc, Ctrl+Enter, or leaving it.
 */
function createSourceTextarea(options: {
  label: string
  text: string
  isInline: boolean
  onText: (text: string) => void
  onClose: (leaving: CloseReason) => void
}): HTMLTextAreaElement {
  const { label, text, isInline, onText, onClose } = options
  const box = createElement('textarea', {
    class: isInline ? (styles['inlineSource'] ?? '') : (styles['source'] ?? ''),
    'aria-label': label,
    rows: '1',
    spellcheck: 'false',
    autocomplete: 'off',
    autocapitalize: 'off',
  })
  box.value = text
  let isClosed = false
  const close = (leaving: CloseReason) => {
    if (isClosed) return
    isClosed = true
    onClose(leaving)
  }
  box.addEventListener('input', () => onText(box.value))
  box.addEventListener('blur', () => close('away'))
  box.addEventListener('keydown', (event) => {
    if (event.isComposing) return
    const isDone = event.key === 'Enter' && (isInline || event.ctrlKey || event.metaKey)
    if (event.key !== 'Escape' && !isDone) return
    event.preventDefault()
    event.stopPropagation()
    close('stay')
  })
  return box
}

/** A node that shows the drawing of its source; the source opens in its place. */
export class RenderedNodeView implements NodeView {
  readonly dom: HTMLElement
  readonly #kind: RenderedNodeKind
  readonly #view: EditorView
  readonly #getPos: () => number | undefined
  readonly #shown: HTMLElement
  readonly #drawing: Drawing
  readonly #texts: () => { edit: string; label: string }
  #head: HTMLElement | undefined
  #node: Node
  #box: HTMLTextAreaElement | undefined
  #opened = ''
  #timer = 0

  constructor(
    kind: RenderedNodeKind,
    texts: () => { edit: string; label: string },
    node: Node,
    view: EditorView,
    getPos: () => number | undefined,
  ) {
    this.#kind = kind
    this.#texts = texts
    this.#node = node
    this.#view = view
    this.#getPos = getPos
    const tag = kind.isInline ? 'span' : 'div'
    this.#shown = createElement(tag, { class: kind.isInline ? '' : 'md-body', inert: '' })
    const style = (kind.isInline ? styles['inline'] : styles['drawn']) ?? ''
    this.dom = createFixedElement(tag, { class: style, role: kind.isInline ? 'img' : 'group' }, this.#shown)
    if (kind.hasHeader) this.#addHead()
    this.#drawing = kind.draw(this.#shown)
    this.#drawing.show(kind.sourceOf(node))
    this.#name()
    views.set(this.dom, this)
    i18next.on('languageChanged', this.#speak)
    this.dom.addEventListener('click', this.#onClick)
    if (kind.hasHeader) this.dom.addEventListener('dblclick', () => this.open())
  }

  /** Opens the source above the drawing, which stays visible. */
  open(): void {
    if (this.#box || !this.#view.editable) return
    const source = this.#kind.sourceOf(this.#node)
    this.#opened = source
    this.#box = createSourceTextarea({
      label: this.#texts().label,
      text: source,
      isInline: this.#kind.isInline,
      onText: (text) => this.#write(text),
      onClose: (leaving) => this.#close(leaving === 'stay'),
    })
    this.dom.insertBefore(this.#box, this.#shown)
    this.dom.dataset['open'] = ''
    this.dom.removeAttribute('role')
    this.#box.focus()
    this.#box.setSelectionRange(source.length, source.length)
  }

  update(node: Node): boolean {
    const { sourceOf } = this.#kind
    if (node.type !== this.#node.type || node.attrs['language'] !== this.#node.attrs['language']) return false
    const isOther = sourceOf(node) !== sourceOf(this.#node)
    this.#node = node
    if (!isOther) return true
    if (this.#box && this.#box.value !== sourceOf(node)) this.#box.value = sourceOf(node)
    window.clearTimeout(this.#timer)
    this.#timer = window.setTimeout(() => this.#redraw(), this.#box ? redrawMs : 0)
    return true
  }

  selectNode(): void {
    this.dom.dataset['selected'] = ''
  }

  deselectNode(): void {
    delete this.dom.dataset['selected']
  }

  stopEvent(event: Event): boolean {
    const { target } = event
    if (!(target instanceof HTMLElement)) return false
    return target === this.#box || target.closest('button') !== null
  }

  ignoreMutation(): boolean {
    return true
  }

  destroy(): void {
    window.clearTimeout(this.#timer)
    this.#drawing.destroy()
    i18next.off('languageChanged', this.#speak)
  }

  readonly #onClick = (event: MouseEvent) => {
    const isButton = event.target instanceof HTMLElement && event.target.closest('button') !== null
    if (event.button !== 0 || event.shiftKey || this.#box) return
    if (isButton || !this.#kind.hasHeader) this.open()
  }

  #addHead() {
    const button = createElement('button', { type: 'button', class: 'md-button' })
    this.#head = createElement('div', { class: styles['head'] ?? '' }, createElement('span'), button)
    this.dom.prepend(this.#head)
  }

  #name() {
    const name = this.#kind.nameOf(this.#kind.sourceOf(this.#node))
    this.dom.setAttribute('aria-label', name)
    const [shown, button] = this.#head?.children ?? []
    if (shown) shown.textContent = name
    if (button) button.textContent = this.#texts().edit
  }

  /** A drawing may contain our own texts: why it cannot be drawn, the labels of its buttons. */
  readonly #speak = () => this.#redraw()

  #redraw() {
    this.#drawing.show(this.#kind.sourceOf(this.#node))
    this.#name()
  }

  #write(text: string) {
    const pos = this.#getPos()
    const { state } = this.#view
    if (pos === undefined || text === this.#kind.sourceOf(this.#node)) return
    this.#view.dispatch(this.#kind.write(state.tr, pos, this.#node, text))
  }

  #close(stays: boolean) {
    const text = this.#box?.value ?? ''
    this.#write(text)
    this.#box?.remove()
    this.#box = undefined
    delete this.dom.dataset['open']
    this.dom.setAttribute('role', this.#kind.isInline ? 'img' : 'group')
    const pos = this.#getPos()
    if (pos === undefined) return
    const { state } = this.#view
    if (text.trim() === '') {
      const tr = state.tr.delete(pos, pos + this.#node.nodeSize)
      this.#view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(Math.min(pos, tr.doc.content.size)))))
    } else {
      if (stays) this.#view.dispatch(state.tr.setSelection(NodeSelection.create(state.doc, pos)))
      if (text !== this.#opened) this.#kind.finish?.(this.#view, pos, text)
    }
    if (stays) this.#view.focus()
  }
}

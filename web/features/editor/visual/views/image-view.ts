import type { Node } from '@milkdown/kit/prose/model'
import { NodeSelection } from '@milkdown/kit/prose/state'
import type { EditorView, NodeView } from '@milkdown/kit/prose/view'
import { resolveAddress, sanitize } from '#web/features/page/markdown/index.tsx'
import { createElement, createFixedElement, getTranslate } from './dom.ts'
import styles from './views.module.css'

/** The minimum and maximum width of an image, in px. */
export const imageWidths = { least: 24, most: 2000 } as const

/** Returns the width that dragging a corner gives, in px. */
export const widthAfter = (start: number, by: number, room: number): number =>
  Math.round(Math.max(imageWidths.least, Math.min(start + by, room, imageWidths.most)))

/** Returns the address to load an image from, by the viewer's rules; empty when it may not be shown. */
function shownAddress(src: string): string {
  const image = createElement('img')
  image.setAttribute('src', src)
  const clean = sanitize(new XMLSerializer().serializeToString(image), resolveAddress).querySelector('img')
  return clean?.getAttribute('src') ?? ''
}

/** An image with a corner to drag; keyboard users resize it with its tools. */
export class ImageView implements NodeView {
  readonly dom: HTMLElement
  readonly #image = createElement('img', { draggable: 'false' })
  readonly #view: EditorView
  readonly #getPos: () => number | undefined
  #node: Node

  constructor(node: Node, view: EditorView, getPos: () => number | undefined) {
    this.#node = node
    this.#view = view
    this.#getPos = getPos
    const corner = createElement('span', { class: styles['corner'] ?? '', 'aria-hidden': 'true' })
    this.dom = createFixedElement('span', { class: styles['image'] ?? '' }, this.#image, corner)
    this.#image.addEventListener('error', () => this.#reportFailed(true))
    this.#image.addEventListener('load', () => this.#reportFailed(false))
    corner.addEventListener('pointerdown', (event) => this.#resize(event, corner))
    this.#show()
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false
    this.#node = node
    this.#show()
    return true
  }

  selectNode(): void {
    this.dom.dataset['selected'] = ''
  }

  deselectNode(): void {
    delete this.dom.dataset['selected']
  }

  stopEvent(event: Event): boolean {
    return event.type.startsWith('pointer') && event.target !== this.#image
  }

  ignoreMutation(): boolean {
    return true
  }

  #show() {
    const { src, alt, title, width } = this.#node.attrs
    const address = shownAddress(String(src))
    if (this.#image.getAttribute('src') !== address) this.#image.setAttribute('src', address)
    this.#image.alt = String(alt ?? '')
    this.#image.title = String(title ?? '')
    if (width) this.#image.setAttribute('width', String(width))
    else this.#image.removeAttribute('width')
    this.#image.style.removeProperty('width')
  }

  #reportFailed(isFailed: boolean) {
    if (isFailed)
      this.dom.dataset['failed'] = getTranslate()('image.broken', { name: this.#image.alt || this.#node.attrs['src'] })
    else delete this.dom.dataset['failed']
  }

  #resize(event: PointerEvent, corner: HTMLElement) {
    if (event.button !== 0) return
    event.preventDefault()
    const start = this.#image.getBoundingClientRect().width
    const room = this.dom.parentElement?.getBoundingClientRect().width ?? start
    let width = Math.round(start)
    const move = (moved: PointerEvent) => {
      width = widthAfter(start, moved.clientX - event.clientX, room)
      this.#image.style.width = `${width}px`
    }
    corner.setPointerCapture(event.pointerId)
    corner.addEventListener('pointermove', move)
    const end = () => {
      corner.removeEventListener('pointermove', move)
      corner.removeEventListener('pointerup', end)
      corner.removeEventListener('pointercancel', end)
      const pos = this.#getPos()
      if (pos === undefined || width === Math.round(start)) return
      const tr = this.#view.state.tr.setNodeAttribute(pos, 'width', String(width))
      this.#view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, pos)))
    }
    corner.addEventListener('pointerup', end)
    corner.addEventListener('pointercancel', end)
  }
}

// Runs before each file of the project `web-screens`: gives the test process a window with a document. Nothing is drawn,
// so there is no layout. What requests consist of stays Node's, because the server runs in the same process.
import { Window } from 'happy-dom'
import 'fake-indexeddb/auto'

/** What Node has too, but events and their targets must be of one kind. */
const replaced = ['Event', 'CustomEvent', 'EventTarget', 'MessageEvent', 'navigator', 'Navigator']

const values =
  'window document history location localStorage sessionStorage screen customElements innerWidth innerHeight devicePixelRatio scrollX scrollY'
const functions =
  'addEventListener removeEventListener dispatchEvent getComputedStyle getSelection matchMedia requestAnimationFrame cancelAnimationFrame scrollTo scrollBy'

/** A popover is on screen while it has this attribute: the window itself does not know popovers. */
const toggle = (element: Element, newState: 'open' | 'closed'): void => {
  if (!element.hasAttribute('popover') || element.hasAttribute('data-popover-open') === (newState === 'open')) return
  element.toggleAttribute('data-popover-open', newState === 'open')
  element.dispatchEvent(Object.assign(new Event('toggle'), { newState }))
}

/** What the product calls and this window lacks; what scrolls or draws does nothing. */
const lacking: Partial<HTMLElement> & ThisType<HTMLElement> = {
  showPopover() {
    toggle(this, 'open')
  },
  hidePopover() {
    toggle(this, 'closed')
  },
  scrollIntoView() {},
  setPointerCapture() {},
  releasePointerCapture() {},
  hasPointerCapture: () => false,
}

const nodeNames: Record<number, string> = { 3: '#text', 8: '#comment', 9: '#document', 11: '#document-fragment' }

/** The name that the sanitiser reads from `Node` itself, past what an element claims; here only the classes below it have one. */
const ownName: PropertyDescriptor & ThisType<Node> = {
  configurable: true,
  get() {
    return this instanceof Element ? this.tagName : nodeNames[this.nodeType]
  },
}

/** The node before another in the order of the document. */
function preceding(node: Node): Node | null {
  let found = node.previousSibling
  while (found?.lastChild) found = found.lastChild
  return found ?? node.parentNode
}

/** Iterates over nodes that may be removed meanwhile, on which the sanitiser relies; the iterator of this window loses its way. */
class NodeIterator {
  readonly root: Node
  readonly #kinds: number
  #last: Node | null = null
  #before: Node | null = null

  constructor(root: Node, kinds = -1) {
    this.root = root
    this.#kinds = kinds
  }

  /** The node after the last one; where that one was removed, after the one before it. */
  nextNode(): Node | null {
    if (this.#last && !this.root.contains(this.#last)) this.#last = this.#before
    do {
      if (this.#last) {
        let from: Node | null = this.#last
        let found: Node | null = from.firstChild
        while (!found && from && from !== this.root) {
          found = from.nextSibling
          from = from.parentNode
        }
        if (!found) return null
        this.#last = found
      } else this.#last = this.root
    } while ((this.#kinds & (1 << (this.#last.nodeType - 1))) === 0)
    this.#before = this.#last === this.root ? null : preceding(this.#last)
    return this.#last
  }
}

function createWindow(): void {
  const window = new Window({
    url: 'http://docs.example/',
    width: 1280,
    height: 800,
    settings: { navigation: { disableMainFrameNavigation: true, disableChildFrameNavigation: true } },
  })
  const give = (name: string, value: unknown) =>
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  for (const name of Object.getOwnPropertyNames(window)) {
    const isClass = /^[A-Z]/.test(name) && !(name in globalThis)
    if (isClass || replaced.includes(name)) give(name, Reflect.get(window, name))
  }
  for (const name of values.split(' ')) give(name, Reflect.get(window, name))
  for (const name of functions.split(' ')) give(name, (Reflect.get(window, name) as () => unknown).bind(window))
  Object.assign(window.Element.prototype, lacking)
  Object.defineProperty(window.Node.prototype, 'nodeName', ownName)
  Object.assign(window.document, {
    createNodeIterator: (from: Node, kinds?: number) => new NodeIterator(from, kinds),
  })
  window.document.write('<!doctype html><html lang="en"><head></head><body></body></html>')
}

if (!('document' in globalThis)) {
  createWindow()
  // loaded now, because its targets are to be those of the window
  const { UploadRequest } = await import('./upload-request.ts')
  const { WebWorker } = await import('./web-worker.ts')
  Object.assign(globalThis, { XMLHttpRequest: UploadRequest, Worker: WebWorker })
}

// after the window is there; a module of the tests is loaded once for all files of a process, and its hooks with it
const { closeScreens } = await import('./screen.tsx')
closeScreens()

// Runs before each file of the project `web-screens`: gives the test process a window with a document. Nothing is drawn,
// so there is no layout. What requests consist of stays Node's, because the server runs in the same process.
import { Window } from 'happy-dom'

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
  window.document.write('<!doctype html><html lang="en"><head></head><body></body></html>')
}

if (!('document' in globalThis)) {
  createWindow()
  // loaded now, because its targets are to be those of the window
  const { UploadRequest } = await import('./upload-request.ts')
  Object.assign(globalThis, { XMLHttpRequest: UploadRequest })
}

import { hashToId } from '#shared/markdown/slug.ts'
import { copyText } from '#web/lib/clipboard.ts'

/** What has anchors: a document, or a reference. */
interface Anchored {
  /** Returns the element with this id, and shows it if necessary; undefined when there is none. */
  reveal: (id: string) => HTMLElement | undefined
}

const shown = new Set<Anchored>()

/** Makes anchors reachable for `scrollToAnchor`. @returns a function that unregisters them */
export function registerAnchors(body: Anchored): () => void {
  shown.add(body)
  return () => shown.delete(body)
}

// Content above gets its height after the jump: blocks rendered later, images, formulas, diagrams.
const settleMs = 3000
const jump = { end: () => {} }

/** Keeps a heading at its scroll position while the page settles, until the user interacts. */
function holdAt(target: HTMLElement): void {
  jump.end()
  const held = new AbortController()
  const grown = new ResizeObserver(() => target.scrollIntoView({ block: 'start' }))
  grown.observe(document.body)
  const timer = window.setTimeout(() => held.abort(), settleMs)
  held.signal.addEventListener('abort', () => {
    grown.disconnect()
    window.clearTimeout(timer)
  })
  for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
    window.addEventListener(type, () => held.abort(), { passive: true, capture: true, signal: held.signal })
  }
  jump.end = () => held.abort()
}

/**
 * Scrolls to a heading by its id (as in the outline) or by the hash of an address. @returns whether a visible document
 * contains it
 */
export function scrollToAnchor(idOrHash: string): boolean {
  const id = hashToId(idOrHash)
  if (id === undefined) return false
  for (const body of shown) {
    const target = body.reveal(id)
    if (!target) continue
    const details = target.closest('details')
    if (details) details.open = true
    target.scrollIntoView({ block: 'start' })
    holdAt(target)
    if (target.tabIndex < 0) target.tabIndex = -1
    target.focus({ preventScroll: true })
    return true
  }
  return false
}

/** Handles links to anchors in the same document, and puts them into the address. */
export function followAnchors(root: HTMLElement): () => void {
  const onClick = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="#"]') : null
    const hash = link?.getAttribute('href')
    if (!link || !hash) return
    event.preventDefault()
    if (!scrollToAnchor(hash)) return
    window.history.pushState(window.history.state, '', hash)
    if (link.classList.contains('md-heading-link')) void copyText(window.location.href)
  }
  const onHash = () => {
    scrollToAnchor(window.location.hash)
  }
  root.addEventListener('click', onClick)
  window.addEventListener('hashchange', onHash)
  return () => {
    root.removeEventListener('click', onClick)
    window.removeEventListener('hashchange', onHash)
  }
}

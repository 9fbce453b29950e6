import { type MarkdownBlock, type MarkdownDocument, renderDocument } from '#shared/markdown/blocks.ts'
import { idToHash } from '#shared/markdown/slug.ts'
import { isExternal } from './addresses.ts'
import { frameCode } from './code-blocks.ts'
import { type Diagram, frameDiagram } from './diagrams.ts'
import { element } from './dom.ts'
import { drawFormula } from './formulas.ts'
import { openLightbox } from './lightbox.ts'
import { sanitize } from './sanitize.ts'
import type { MarkdownTexts } from './texts.ts'

const atOnceMs = 30
const sliceMs = 16
const largeText = 60_000
const lineHeight = 30

interface Piece {
  block: MarkdownBlock
  node: HTMLElement
  isFilled: boolean
  jobs: (() => Promise<void>)[]
  diagrams: Diagram[]
}

/** What the blocks of a document need to know. */
interface BodyOptions {
  texts: MarkdownTexts
  resolveUrl: (url: string) => string
}

/** The work that a block still needs when it comes near the viewport, and its cleanup. */
interface Enhanced {
  jobs: (() => Promise<void>)[]
  diagrams: Diagram[]
}

function linkHeadings(root: ParentNode, texts: MarkdownTexts) {
  for (const heading of root.querySelectorAll<HTMLElement>('h1[id],h2[id],h3[id],h4[id],h5[id],h6[id]')) {
    const link = element('a', { class: 'md-heading-link', href: idToHash(heading.id), 'aria-label': texts.headingLink })
    link.append(element('span', { 'aria-hidden': 'true' }, '#'))
    heading.append(link)
  }
}

/** Labels the checkboxes of a task list with the text of their line, without that of nested lists. */
function nameTasks(root: ParentNode) {
  for (const box of root.querySelectorAll('.md-task > input, .md-task > p:first-child > input')) {
    const own = [...(box.parentElement?.childNodes ?? [])].filter(
      (node) => !(node instanceof Element && node.matches('ul,ol')),
    )
    const words = own.map(({ textContent }) => textContent ?? '').join('')
    box.setAttribute('aria-label', words.trim().slice(0, 200))
  }
}

function nameParts(root: ParentNode, texts: MarkdownTexts) {
  for (const title of root.querySelectorAll<HTMLElement>('.md-callout-title[data-title="auto"]')) {
    const kind = title.parentElement?.dataset['callout'] ?? ''
    title.textContent = texts.callouts[kind] ?? title.textContent
  }
  for (const nav of root.querySelectorAll('nav.md-toc')) nav.setAttribute('aria-label', texts.toc)
  for (const notes of root.querySelectorAll('section.md-footnotes')) notes.setAttribute('aria-label', texts.footnotes)
  for (const back of root.querySelectorAll('a.md-footnote-back')) back.setAttribute('aria-label', texts.footnoteBack)
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[target="_blank"]')) {
    if (!isExternal(link.href) || link.querySelector('img')) continue
    link.classList.add('md-external')
    link.append(element('span', { class: 'visually-hidden' }, ` (${texts.newTab})`))
  }
}

/** The longest column header that stays on one line, in characters of average width. */
const longHead = 26

/** Makes wide tables scrollable; `data-cut` tells the styles at which edge something is hidden. */
function frameTables(root: ParentNode, texts: MarkdownTexts) {
  for (const table of root.querySelectorAll('table')) {
    if (table.parentElement?.closest('table')) continue
    const scroller = element('div', { class: 'md-table-scroll', role: 'group', 'aria-label': texts.table })
    const frame = element('div', { class: 'md-table' }, scroller)
    for (const name of ['data-line', 'data-row']) {
      const value = table.getAttribute(name)
      if (value !== null) frame.setAttribute(name, value)
      table.removeAttribute(name)
    }
    for (const head of table.querySelectorAll('th'))
      if ((head.textContent?.length ?? 0) > longHead) head.dataset['long'] = ''
    table.replaceWith(frame)
    scroller.append(table)
  }
}

function updateCut(scroller: HTMLElement) {
  const hidden = scroller.scrollWidth - scroller.clientWidth
  const start = scroller.scrollLeft > 1
  const end = scroller.scrollLeft < hidden - 1
  const cut = start && end ? 'both' : start ? 'start' : end ? 'end' : ''
  const frame = scroller.parentElement
  if (frame && frame.dataset['cut'] !== cut) frame.dataset['cut'] = cut
  if (hidden > 1) scroller.tabIndex = 0
  else scroller.removeAttribute('tabindex')
}

function watchTables(root: ParentNode): void {
  for (const scroller of root.querySelectorAll<HTMLElement>('.md-table-scroll')) {
    scroller.addEventListener('scroll', () => updateCut(scroller), { passive: true })
    new ResizeObserver(() => updateCut(scroller)).observe(scroller)
  }
}

function prepareImages(root: ParentNode, texts: MarkdownTexts) {
  for (const image of root.querySelectorAll('img')) {
    image.loading = 'lazy'
    image.decoding = 'async'
    if (image.closest('a')) continue
    const button = element('button', { type: 'button', class: 'md-zoom', 'aria-label': image.alt || texts.openImage })
    image.replaceWith(button)
    button.append(image)
    button.addEventListener('click', () => openLightbox(image, texts))
  }
}

/**
 * Adds reading features to a sanitized block: links at headings, headers of code blocks, frames for tables and images.
 */
function enhance(fragment: DocumentFragment, texts: MarkdownTexts): Enhanced {
  const found: Enhanced = { jobs: [], diagrams: [] }
  linkHeadings(fragment, texts)
  nameParts(fragment, texts)
  nameTasks(fragment)
  frameTables(fragment, texts)
  watchTables(fragment)
  prepareImages(fragment, texts)
  for (const pre of fragment.querySelectorAll<HTMLPreElement>('pre.md-mermaid')) {
    const diagram = frameDiagram(pre, texts)
    found.diagrams.push(diagram)
    found.jobs.push(diagram.draw)
  }
  for (const code of fragment.querySelectorAll<HTMLElement>('pre > code')) {
    const pre = code.parentElement
    if (pre instanceof HTMLPreElement && !pre.closest('.md-diagram')) found.jobs.push(frameCode(pre, code, texts))
  }
  for (const node of fragment.querySelectorAll<HTMLElement>('.md-math,.md-math-block')) {
    found.jobs.push(() => drawFormula(node, texts))
  }
  return found
}

/** A document shown in an element: the first blocks at once, the others while the browser is idle. */
export class Body {
  readonly #root: HTMLElement
  readonly #options: BodyOptions
  readonly #near: IntersectionObserver
  readonly #theme: MutationObserver
  readonly #ofNode = new Map<Element, Piece>()
  readonly #beforePrint = () => this.revealAll()
  #pieces: Piece[] = []
  #timer = 0
  /**
   * Whether a block is rendered only when it comes near the viewport: next to an editor, a keystroke must not wait for
   * the others.
   */
  #isLazy = false

  constructor(root: HTMLElement, options: BodyOptions) {
    this.#root = root
    this.#options = options
    root.replaceChildren()
    this.#near = new IntersectionObserver((entries) => this.#onNear(entries), { rootMargin: '600px 0px' })
    this.#theme = new MutationObserver(() => {
      for (const piece of this.#pieces) for (const diagram of piece.diagrams) diagram.redraw()
    })
    this.#theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    window.addEventListener('beforeprint', this.#beforePrint)
  }

  /** Shows `text`; unchanged blocks keep their elements. @returns the parsed document */
  show(text: string): MarkdownDocument {
    const read = renderDocument(text)
    this.showDocument(read, text.length)
    return read
  }

  /** Shows the parsed document of a text of `length` characters; unchanged blocks keep their elements. */
  showDocument({ blocks }: MarkdownDocument, length: number): void {
    this.#show(blocks, length)
  }

  /** Shows blocks that change next to an editor: of a long text only the visible ones are rendered. */
  showBlocks(blocks: readonly MarkdownBlock[], length: number): void {
    this.#isLazy = length > largeText
    this.#show(blocks, length)
  }

  #show(blocks: readonly MarkdownBlock[], length: number) {
    this.#root.toggleAttribute('data-large', length > largeText)
    this.#place(blocks)
    window.clearTimeout(this.#timer)
    if (!this.#isLazy) return this.#fillFor(atOnceMs)
    for (const { node, isFilled } of this.#pieces) if (!isFilled) this.#near.observe(node)
  }

  /** Returns the element with this id, and renders its block if necessary; undefined when there is none. */
  reveal(id: string): HTMLElement | undefined {
    const shown = this.#find(id)
    if (shown) return shown
    const mark = `id="${id.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`
    const bare = mark.replace('user-content-', '')
    for (const piece of this.#pieces) {
      const { html } = piece.block
      if (
        !piece.isFilled &&
        (html.includes(mark) || html.includes(bare) || html.includes(bare.replace('id=', 'name=')))
      ) {
        this.#fill(piece)
        const found = this.#find(id)
        if (found) return found
      }
    }
    return undefined
  }

  /** Renders everything, as printing requires. */
  revealAll(): void {
    for (const piece of this.#pieces) {
      this.#fill(piece)
      this.#runJobs(piece)
    }
    this.#root.removeAttribute('data-filling')
  }

  /** Returns the document's blocks with their source lines, in order, for scrolling in sync with an editor. */
  lines(): { node: HTMLElement; line: number }[] {
    return this.#pieces.map(({ node, block }) => ({ node, line: block.line }))
  }

  destroy(): void {
    window.clearTimeout(this.#timer)
    window.removeEventListener('beforeprint', this.#beforePrint)
    this.#near.disconnect()
    this.#theme.disconnect()
    for (const piece of this.#pieces) this.#drop(piece)
    this.#pieces = []
  }

  #find(id: string): HTMLElement | undefined {
    const escaped = CSS.escape(id)
    return this.#root.querySelector<HTMLElement>(`#${escaped},[name="${escaped}"]`) ?? undefined
  }

  /** Puts the new blocks in order: equal ones at both ends stay untouched, equal ones between are moved. */
  #place(blocks: readonly MarkdownBlock[]) {
    const old = this.#pieces
    const isSame = (piece: Piece | undefined, block: MarkdownBlock | undefined) =>
      piece !== undefined && block !== undefined && piece.block.key === block.key
    let head = 0
    while (isSame(old[head], blocks[head])) head++
    let tail = 0
    const room = Math.min(old.length, blocks.length) - head
    while (tail < room && isSame(old[old.length - 1 - tail], blocks[blocks.length - 1 - tail])) tail++

    const spare = new Map<string, Piece[]>()
    for (const piece of old.slice(head, old.length - tail)) {
      const same = spare.get(piece.block.key)
      if (same) same.push(piece)
      else spare.set(piece.block.key, [piece])
    }
    const middle = blocks
      .slice(head, blocks.length - tail)
      .map((block) => spare.get(block.key)?.shift() ?? this.#create(block))
    for (const pieces of spare.values()) for (const piece of pieces) this.#drop(piece)

    let cursor = head === 0 ? this.#root.firstChild : (old[head - 1]?.node.nextSibling ?? null)
    for (const { node } of middle) {
      if (node === cursor) cursor = cursor.nextSibling
      else this.#root.insertBefore(node, cursor)
    }

    this.#pieces = [...old.slice(0, head), ...middle, ...old.slice(old.length - tail)]
    this.#pieces.forEach((piece, at) => {
      const block = blocks[at]
      if (!block) return
      piece.block = block
      const line = String(block.line)
      if (piece.node.dataset['line'] !== line) piece.node.dataset['line'] = line
    })
  }

  #create(block: MarkdownBlock): Piece {
    const node = element('div', { class: 'md-block', 'data-line': String(block.line) })
    const rows = block.html.split('\n').length
    node.style.setProperty('contain-intrinsic-block-size', `auto ${rows * lineHeight}px`)
    const piece: Piece = { block, node, isFilled: false, jobs: [], diagrams: [] }
    this.#ofNode.set(node, piece)
    return piece
  }

  #drop(piece: Piece) {
    this.#near.unobserve(piece.node)
    this.#ofNode.delete(piece.node)
    for (const diagram of piece.diagrams) diagram.release()
    piece.node.remove()
  }

  #fill(piece: Piece) {
    if (piece.isFilled) return
    piece.isFilled = true
    const fragment = sanitize(piece.block.html, this.#options.resolveUrl)
    const { jobs, diagrams } = enhance(fragment, this.#options.texts)
    piece.jobs = jobs
    piece.diagrams = diagrams
    piece.node.replaceChildren(fragment)
    if (jobs.length > 0) this.#near.observe(piece.node)
  }

  #fillFor(ms: number) {
    const until = performance.now() + ms
    let isComplete = true
    for (const piece of this.#pieces) {
      if (piece.isFilled) continue
      if (performance.now() > until) {
        isComplete = false
        break
      }
      this.#fill(piece)
    }
    this.#root.toggleAttribute('data-filling', !isComplete)
    if (!isComplete) this.#timer = window.setTimeout(() => this.#fillFor(sliceMs), 0)
  }

  #onNear(entries: IntersectionObserverEntry[]) {
    for (const { isIntersecting, target } of entries) {
      const piece = this.#ofNode.get(target)
      if (!isIntersecting || !piece) continue
      this.#fill(piece)
      this.#near.unobserve(target)
      this.#runJobs(piece)
    }
  }

  #runJobs(piece: Piece) {
    const { jobs } = piece
    piece.jobs = []
    for (const job of jobs) job().catch(reportError)
  }
}

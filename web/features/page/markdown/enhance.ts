import { idToHash } from '#shared/markdown/slug.ts'
import { isExternal } from './addresses.ts'
import { frameCode } from './code-blocks.ts'
import { type Diagram, frameDiagram } from './diagrams.ts'
import { element } from './dom.ts'
import { drawFormula } from './formulas.ts'
import { openLightbox } from './lightbox.ts'
import type { MarkdownTexts } from './texts.ts'

/** The work that a block still needs when it comes near the viewport, and its cleanup. */
export interface Enhanced {
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

function readyPictures(root: ParentNode, texts: MarkdownTexts) {
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
export function enhance(fragment: DocumentFragment, texts: MarkdownTexts): Enhanced {
  const found: Enhanced = { jobs: [], diagrams: [] }
  linkHeadings(fragment, texts)
  nameParts(fragment, texts)
  nameTasks(fragment)
  frameTables(fragment, texts)
  watchTables(fragment)
  readyPictures(fragment, texts)
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

import domino from '@mixmark-io/domino'
import { toMarkdown } from '#shared/markdown/html-markdown.ts'
import type { HtmlDocument, HtmlElement, HtmlNode, HtmlParent } from '#shared/markdown/html-node.ts'
import { rejectImport } from '../import-error.ts'
import { importLimits } from '../limits.ts'
import type { Reading } from './document-plan.ts'

/** A parsed HTML document. */
export interface HtmlPage {
  document: HtmlDocument & HtmlParent
  body: HtmlElement
  /** The text of its `title` element. */
  title: string
  /** The images whose data was in the text, by the address that stands for them. */
  data: ReadonlyMap<string, Uint8Array>
}

/** How deep elements may be nested: far deeper than any document, and no danger to the stack. */
const levelsMost = 400

// Elements that writers leave open, or that have no content: they say nothing about depth.
const open =
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|p|li|dt|dd|td|th|tr|thead|tbody|tfoot|colgroup|option|optgroup|rp|rt|html|head|body)$/i

/** Rejects a text whose elements are nested too deeply, before the parser builds anything. */
function requireFlat(html: string, name: string): void {
  let depth = 0
  for (const [whole, closing, element = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9:-]{0,60})\b(?:[^<>]*\/>)?/gi)) {
    if (open.test(element) || whole.endsWith('/>')) continue
    depth = Math.max(0, depth + (closing ? -1 : 1))
    if (depth > levelsMost * 2) rejectImport('htmlTooDeep', name)
  }
}

/** @throws {ImportError} htmlTooDeep */
function requireFlatTree(root: HtmlNode, name: string): void {
  let level: HtmlNode[] = [root]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levelsMost) rejectImport('htmlTooDeep', name)
    level = level.flatMap((node) => Array.from(node.childNodes))
  }
}

const dataAddress =
  /\b(src|href)\s{0,3}=\s{0,3}(["'])data:image\/(png|jpe?g|gif|webp|bmp);base64,([A-Za-z0-9+/=\s]{1,80000000})\2/gi

/** Takes the data of images out of a text: it is no text, and larger than all of it. */
function withoutData(html: string): { html: string; data: Map<string, Uint8Array> } {
  const data = new Map<string, Uint8Array>()
  const text = html.replace(dataAddress, (_, name: string, mark: string, type: string, base64: string) => {
    const address = `docstead-data:${data.size + 1}.${type.toLowerCase().replace('jpeg', 'jpg')}`
    data.set(address, Buffer.from(base64, 'base64'))
    return `${name}=${mark}${address}${mark}`
  })
  return { html: text, data }
}

/**
 * Parses an HTML text from outside.
 *
 * @param name the location of the text, for the message
 * @throws {ImportError} htmlTooDeep, entryTooLarge for one whose text alone is larger than a page may be twice
 */
export function parseHtml(text: string, name: string): HtmlPage {
  const { html, data } = withoutData(text)
  if (html.length > importLimits.pageBytes * 2) rejectImport('entryTooLarge', name)
  requireFlat(html, name)
  const document = domino.createDocument(html)
  requireFlatTree(document.documentElement, name)
  return { document, body: document.body, title: (document.title ?? '').replace(/\s+/g, ' ').trim(), data }
}

/** Removes an element but keeps its content. */
export function unwrap(element: HtmlElement): void {
  const parent = element.parentNode
  while (parent && element.firstChild) parent.insertBefore(element.firstChild, element)
  element.remove()
}

/** Puts an element in the place of another, with its content. */
export function rename(document: HtmlDocument, element: HtmlElement, name: string): HtmlElement {
  const made = document.createElement(name)
  while (element.firstChild) made.appendChild(element.firstChild)
  element.parentNode?.insertBefore(made, element)
  element.remove()
  return made
}

/** Returns the elements that a selector finds, as a list that stays while the tree changes. */
export const findAll = (root: HtmlParent, selector: string): HtmlElement[] =>
  Array.from(root.querySelectorAll(selector))

const safeScheme = /^(?:https?:|mailto:|tel:|docstead-page:|[^a-z]|[a-z\d+.-]*(?:[^a-z\d+.:-]|$))/i

/** Removes what is no text: scripts, styles, forms. Returns whether something active was among it. */
function removeActive(root: HtmlParent, document: HtmlDocument): boolean {
  let isActive = false
  for (const element of findAll(root, 'script,style,noscript,template,head,title,link,meta,base')) {
    isActive ||= /^(?:SCRIPT|NOSCRIPT)$/.test(element.nodeName)
    element.remove()
  }
  for (const element of findAll(root, 'iframe,embed,object,video,audio')) {
    const src =
      element.getAttribute('src') ??
      element.getAttribute('data') ??
      element.querySelector('source')?.getAttribute('src') ??
      ''
    if (/^(?:IFRAME|EMBED|OBJECT)$/.test(element.nodeName)) isActive = true
    const words = (element.textContent ?? '').trim()
    if (src !== '') {
      const link = document.createElement('a')
      link.setAttribute('href', src)
      link.textContent = words || src
      element.parentNode?.insertBefore(link, element)
      element.remove()
    } else unwrap(element)
  }
  for (const element of findAll(root, '*')) {
    for (const { name } of Array.from(element.attributes)) {
      if (!/^on/i.test(name)) continue
      element.removeAttribute(name)
      isActive = true
    }
  }
  return isActive
}

/** Expresses by elements of Markdown what it has no element for. */
function simplify(root: HtmlParent, document: HtmlDocument): void {
  for (const element of findAll(root, 'summary')) {
    const made = rename(document, element, 'p')
    const strong = document.createElement('strong')
    while (made.firstChild) strong.appendChild(made.firstChild)
    made.appendChild(strong)
  }
  for (const element of findAll(root, 'details,fieldset,center')) rename(document, element, 'div')
  for (const element of findAll(root, 'figcaption,legend,dt,label')) {
    if (element.nodeName !== 'LABEL') rename(document, element, 'p')
  }
  for (const element of findAll(root, 'textarea,button')) unwrap(element)
  for (const element of findAll(root, 'option')) rename(document, element, 'p')
  for (const element of findAll(root, 'select,form')) unwrap(element)
}

/** The mark before and after Markdown that an HTML text cannot express; see `rawMarkdown`. */
const rawStart = '\ue010'
const rawEnd = '\ue011'

/** Returns a text that stays as it is when its element becomes Markdown, such as `[TOC]`. */
export const rawMarkdown = (text: string): string => rawStart + text + rawEnd

const unescapedRaw = (markdown: string): string =>
  markdown.replace(/\ue010([^\ue010\ue011]*)\ue011/g, (_, text: string) => text.replace(/\\(?=[^\w\s])/g, ''))

/** Gives links and images their addresses in the import. */
function readAddresses(root: HtmlParent, page: HtmlPage, reading: Reading): void {
  for (const element of findAll(root, 'img')) {
    const src = (element.getAttribute('src') ?? '').trim()
    const inside = page.data.get(src)
    if (inside) {
      const alt = (element.getAttribute('alt') ?? '').trim()
      const kind = src.slice(src.lastIndexOf('.'))
      element.setAttribute(
        'src',
        reading.bytes(inside, `${alt.slice(0, 60) || src.slice(14, src.lastIndexOf('.'))}${kind}`),
      )
      continue
    }
    const address = src === '' || /^data:/i.test(src) ? '' : reading.address(src)
    if (/^(?:https?:)?\//i.test(address)) element.setAttribute('src', address)
    else {
      // an image that cannot be shown leaves the words that describe it
      const words = element.getAttribute('alt') ?? ''
      if (words.trim() !== '') {
        const span = element.parentNode && page.document.createElement('span')
        if (span) {
          span.textContent = words
          element.parentNode?.insertBefore(span, element)
        }
      }
      element.remove()
    }
  }
  for (const element of findAll(root, 'a')) {
    const href = (element.getAttribute('href') ?? '').trim()
    if (href === '') {
      element.removeAttribute('href')
      continue
    }
    const address = page.data.has(href)
      ? reading.bytes(page.data.get(href) ?? new Uint8Array(), href.slice(14))
      : reading.address(href)
    if (safeScheme.test(address)) element.setAttribute('href', address)
    else element.removeAttribute('href')
  }
}

const isBlankNode = (node: HtmlNode): boolean =>
  node.nodeType === 8 || (node.nodeType === 3 && (node.nodeValue ?? '').trim() === '')

/** Removes the heading with which a text repeats the title of its page. */
export function removeRepeatedTitle(root: HtmlParent, title: string): void {
  let node: HtmlNode | null = root.firstChild
  while (node && (isBlankNode(node) || /^(?:HEADER|DIV|ARTICLE|MAIN|SECTION)$/.test(node.nodeName)))
    node = isBlankNode(node) ? node.nextSibling : node.firstChild
  if (node?.nodeName !== 'H1') return
  if ((node.textContent ?? '').replace(/\s+/g, ' ').trim() === title) (node as HtmlElement).remove()
}

/** Returns an element of a page as Markdown, with the addresses of the import. */
export function markdownOf(root: HtmlParent, page: HtmlPage, reading: Reading): string {
  if (removeActive(root, page.document)) reading.note('activeRemoved')
  simplify(root, page.document)
  readAddresses(root, page, reading)
  const { markdown } = toMarkdown(root, page.document)
  return markdown === '' ? '' : `${unescapedRaw(markdown)}\n`
}

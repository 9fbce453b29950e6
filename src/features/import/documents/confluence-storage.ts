import type { HtmlElement, HtmlParent } from '#shared/markdown/html-node.ts'
import { escapeHtml } from '#src/core/html-entities.ts'
import { callout } from './confluence-html.ts'
import type { Reading } from './document-plan.ts'
import { type HtmlPage, markdownOf, parseHtml, rawMarkdown, rename, unwrap } from './html.ts'

/** What the text of a page refers to by names. */
interface StorageNames {
  /** Returns an address for the page with this title, for `reading.address`. */
  page(title: string): string
  /** Returns the path of an attachment of this page, or of the page with a title; undefined for none. */
  attachment(name: string, title?: string): string | undefined
}

const emptyElement = /<(?!(?:area|br|col|hr|img|input|wbr)\b)([a-zA-Z][\w:.-]{0,60})((?:[^<>"']|"[^"]*"|'[^']*')*)\/>/g
const characterData = /<!\[CDATA\[([^]*?)\]\]>/g

/**
 * Returns the storage format, which is XML, as HTML that parses to the same elements. A paragraph may contain macros with paragraphs, which HTML would end, so it gets
 * a name of its own until it is parsed.
 */
const asHtml = (storage: string): string =>
  storage
    .replace(characterData, (_, text: string) => escapeHtml(text))
    .replace(emptyElement, '<$1$2></$1>')
    .replace(/<(\/?)p(?=[\s>])/gi, '<$1ac:p')

const all = (root: HtmlParent, name: string): HtmlElement[] =>
  Array.from((root as HtmlElement).getElementsByTagName(name))
const childrenOf = (element: HtmlElement, name: string): HtmlElement[] =>
  Array.from(element.children).filter(({ nodeName }) => nodeName.toLowerCase() === name)
const textOf = (element: HtmlElement | undefined): string => element?.textContent ?? ''

const calloutKinds: Record<string, string> = {
  info: 'NOTE',
  note: 'WARNING',
  warning: 'CAUTION',
  tip: 'TIP',
  panel: 'NOTE',
  success: 'TIP',
  error: 'CAUTION',
}

/** Macros that show something of the site that moves with it in another form, or not at all. */
const silent = new Set(['attachments', 'anchor', 'toc-zone', 'section', 'column', 'excerpt', 'div', 'html-wrap'])

/** Converts the elements of Confluence in a page, innermost first. */
class Storage {
  readonly #page: HtmlPage
  readonly #names: StorageNames
  readonly #reading: Reading

  constructor(page: HtmlPage, names: StorageNames, reading: Reading) {
    this.#page = page
    this.#names = names
    this.#reading = reading
  }

  convert(): void {
    const { body } = this.#page
    for (const one of all(body, 'ac:p').toReversed()) rename(this.#page.document, one, 'p')
    for (const name of ['ac:placeholder', 'ac:task-id', 'ac:task-uuid', 'ac:adf-attribute', 'ac:adf-parameter'])
      for (const one of all(body, name)) one.remove()
    for (const one of all(body, 'ac:adf-node')) {
      if (all(one, 'ac:adf-fallback').length > 0 || textOf(one).trim() !== '') unwrap(one)
    }
    for (const one of all(body, 'time'))
      if (textOf(one).trim() === '') one.textContent = one.getAttribute('datetime') ?? ''
    for (const one of all(body, 'ac:emoticon'))
      this.#replace(
        one,
        this.#text('span', one.getAttribute('ac:emoji-fallback') ?? `:${one.getAttribute('ac:name') ?? ''}:`),
      )
    for (const one of all(body, 'ac:image')) this.#image(one)
    for (const one of all(body, 'ac:link').toReversed()) this.#link(one)
    for (const one of all(body, 'ac:task-list')) this.#tasks(one)
    for (const one of all(body, 'ac:structured-macro').toReversed()) this.#macro(one)
    for (const one of all(body, 'ac:macro').toReversed()) this.#macro(one)
  }

  #replace(element: HtmlElement, made: HtmlElement | undefined): void {
    if (made) element.parentNode?.insertBefore(made, element)
    element.remove()
  }

  #text(name: string, text: string): HtmlElement {
    const made = this.#page.document.createElement(name)
    made.textContent = text
    return made
  }

  /** Returns the address of the attachment that an element names, for the reading of the page. */
  #attachment(element: HtmlElement): string | undefined {
    const [resource] = all(element, 'ri:attachment')
    if (!resource) return undefined
    const name = resource.getAttribute('ri:filename') ?? ''
    const [owner] = all(resource, 'ri:page')
    const path = this.#names.attachment(name, owner?.getAttribute('ri:content-title') ?? undefined)
    return path === undefined ? undefined : this.#reading.file(path, name)
  }

  #image(element: HtmlElement): void {
    const [url] = all(element, 'ri:url')
    const src = url?.getAttribute('ri:value') ?? this.#attachment(element)
    const words = element.getAttribute('ac:alt') ?? all(element, 'ri:attachment')[0]?.getAttribute('ri:filename') ?? ''
    const caption = textOf(all(element, 'ac:caption')[0]).trim()
    if (src === undefined) {
      this.#reading.note('linkBroken')
      return this.#replace(element, this.#text('span', caption || words))
    }
    const image = this.#page.document.createElement('img')
    image.setAttribute('src', src)
    image.setAttribute('alt', words)
    const around = this.#page.document.createElement('span')
    around.appendChild(image)
    if (caption !== '') around.appendChild(this.#text('em', caption))
    this.#replace(element, around)
  }

  #link(element: HtmlElement): void {
    const [page] = all(element, 'ri:page')
    const [post] = all(element, 'ri:blog-post')
    const [url] = all(element, 'ri:url')
    const [user] = all(element, 'ri:user')
    const [file] = all(element, 'ri:attachment')
    const title = (page ?? post)?.getAttribute('ri:content-title') ?? ''
    const anchor = element.getAttribute('ac:anchor') ?? ''
    const href = file
      ? this.#attachment(element)
      : title === ''
        ? (url?.getAttribute('ri:value') ?? (anchor && `#${anchor}`))
        : this.#names.page(title)
    const [body] = [...all(element, 'ac:link-body'), ...all(element, 'ac:plain-text-link-body')]
    const made = this.#page.document.createElement(href ? 'a' : 'span')
    if (href) made.setAttribute('href', href)
    else if (file) this.#reading.note('linkBroken')
    if (body && textOf(body).trim() !== '') while (body.firstChild) made.appendChild(body.firstChild)
    else
      made.textContent =
        title || file?.getAttribute('ri:filename') || url?.getAttribute('ri:value') || anchor || (user ? '@' : '')
    this.#replace(element, made)
  }

  #tasks(list: HtmlElement): void {
    const { document } = this.#page
    for (const task of childrenOf(list, 'ac:task')) {
      const item = document.createElement('li')
      const box = document.createElement('input')
      box.setAttribute('type', 'checkbox')
      if (textOf(childrenOf(task, 'ac:task-status')[0]).trim() === 'complete') box.setAttribute('checked', '')
      item.appendChild(box)
      const [body] = childrenOf(task, 'ac:task-body')
      while (body?.firstChild) item.appendChild(body.firstChild)
      this.#replace(task, item)
    }
    rename(document, list, 'ul')
  }

  #macro(element: HtmlElement): void {
    const name = (element.getAttribute('ac:name') ?? '').toLowerCase()
    const parameters = new Map(
      childrenOf(element, 'ac:parameter').map((one) => [one.getAttribute('ac:name') ?? '', one] as const),
    )
    const parameter = (key: string) => textOf(parameters.get(key)).trim()
    const [rich] = childrenOf(element, 'ac:rich-text-body')
    const [plain] = childrenOf(element, 'ac:plain-text-body')
    const title = parameter('title')
    if (name === 'toc') return this.#replace(element, this.#text('p', rawMarkdown('[TOC]')))
    if (plain) return this.#replace(element, this.#code(name, parameter('language'), title, textOf(plain)))
    const kind = calloutKinds[name]
    if (kind && rich) return this.#replace(element, callout(this.#page, kind, title, rich))
    if (name === 'expand' && rich) {
      const details = rename(this.#page.document, rich, 'details')
      details.insertBefore(this.#text('summary', title), details.firstChild)
      return this.#replace(element, details)
    }
    if (name === 'status') return this.#replace(element, this.#text('strong', title))
    if (name === 'jira') return this.#replace(element, this.#text('span', parameter('key') || parameter('jqlQuery')))
    if (
      /^(?:include|excerpt-include)$/.test(name) ||
      /^(?:view-?file|viewpdf|viewdoc|viewxls|viewppt|multimedia)$/.test(name)
    ) {
      // the reference to a page or file is converted like a link
      const made = this.#page.document.createElement('ac:link')
      for (const one of parameters.values()) while (one.firstChild) made.appendChild(one.firstChild)
      element.parentNode?.insertBefore(made, element)
      element.remove()
      return this.#link(made)
    }
    if (/^(?:drawio|gliffy|draw\.io)$/.test(name)) {
      const diagram = parameter('diagramName') || parameter('name')
      const path = this.#names.attachment(`${diagram}.png`)
      const src = path === undefined ? undefined : this.#reading.file(path, `${diagram}.png`)
      const image = this.#page.document.createElement('img')
      image.setAttribute('src', src ?? '')
      image.setAttribute('alt', diagram)
      if (src === undefined) this.#reading.note('macroKept')
      return this.#replace(element, image)
    }
    if (rich) {
      if (!silent.has(name)) this.#reading.note('macroKept')
      const body = rename(this.#page.document, rich, 'div')
      if (title !== '') body.insertBefore(this.#text('p', title), body.firstChild)
      return this.#replace(element, body)
    }
    if (!silent.has(name)) this.#reading.note('macroLeftOut')
    element.remove()
  }

  #code(name: string, language: string, title: string, text: string): HtmlElement {
    const made = this.#page.document.createElement('div')
    if (title !== '') made.appendChild(this.#text('p', title))
    const pre = this.#page.document.createElement('pre')
    const code = this.#text('code', text)
    const named = name === 'code' ? language : /^(?:mermaid|plantuml|latex|math\w*)/.exec(name)?.[0]
    if (named) code.setAttribute('class', `language-${named.replace(/[^\w+#.-]/g, '')}`)
    if (!/^(?:code|noformat|mermaid|plantuml|latex|math\w*|markdown)$/.test(name)) this.#reading.note('macroKept')
    pre.appendChild(code)
    made.appendChild(pre)
    return made
  }
}

/**
 * Returns a text in Confluence's storage format as Markdown.
 *
 * @param name the page's title, for messages
 * @throws {ImportError} htmlTooDeep, entryTooLarge
 */
export function storageMarkdown(storage: string, name: string, names: StorageNames, reading: Reading): string {
  const page = parseHtml(`<body>${asHtml(storage)}</body>`, name)
  new Storage(page, names, reading).convert()
  return markdownOf(page.body, page, reading)
}

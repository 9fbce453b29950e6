import { markdown } from '#shared/markdown/pipeline.ts'

/*
 * The only way for user-written HTML into a site. There is no browser here that could clean it, so nothing of it is
 * passed on: tags are read one by one, and those that are allowed are written again, with their allowed attributes,
 * escaped, and each closed. What the output says does not depend on how a browser would have read the input.
 */

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** Tags that are written. The browser's viewer allows the same. */
const allowedTags = setOf(
  'a abbr article aside b bdi bdo blockquote br caption center cite code col colgroup dd del details dfn div dl dt em ' +
    'figcaption figure font h1 h2 h3 h4 h5 h6 hr i img input ins kbd li mark nav ol p pre q rp rt ruby s samp section ' +
    'small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr',
)

const voidTags = setOf('br col hr img input wbr')

/** Elements that begin and end lines, for the text of the search. */
const lineTags = setOf(
  'article aside blockquote br caption center dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li nav ol p ' +
    'pre section summary table tr ul',
)

/** Elements whose content is left out. */
const unseenTags = setOf(
  'script style template title head noscript iframe object svg math textarea select xmp noembed noframes plaintext',
)

const plainAttributes = setOf(
  'alt title align valign width height colspan rowspan start reversed open dir lang color size face bgcolor border ' +
    'cellpadding cellspacing datetime type checked disabled value scope span data-callout',
)

const ownClass = /^(?:md-[a-z-]{1,30}|language-[\w+#.-]{1,30}|footnotes?(?:-[a-z]{1,10})?)$/
const deepest = 200
const quotedMost = 200
// How much is shown of an address that the site cannot lead to.
const longestLost = 120

const colour = /^(?:#[0-9a-f]{3,8}|[a-z]{3,20}|(?:rgb|hsl)a?\([\d.,%\s/deg-]{1,40}\))$/i
const sizedTags = setOf('td th col table img')

/** Returns what is allowed of a style: colour, alignment, and the width of cells and images. */
const allowedStyle = (style: string, tag: string): string =>
  style
    .slice(0, 1000)
    .split(';')
    .flatMap((declaration) => {
      const colon = declaration.indexOf(':')
      const property = declaration.slice(0, Math.max(0, colon)).trim().toLowerCase()
      const value = declaration.slice(colon + 1).trim()
      const isAllowed =
        (property === 'color' && colour.test(value)) ||
        (property === 'text-align' && /^(?:left|right|center|justify|start|end)$/i.test(value)) ||
        (property === 'width' && sizedTags.has(tag) && /^\d{1,4}(?:\.\d+)?(?:px|%|em|rem)$/i.test(value))
      return isAllowed ? [`${property}:${value}`] : []
    })
    .join(';')

const { escapeHtml } = markdown.utils

/** Returns a text with its entities decoded. */
const decoded = (text: string): string =>
  text.includes('&') ? markdown.utils.unescapeAll(text.replaceAll('\\', '\\\\')) : text

interface Tag {
  name: string
  isClosing: boolean
  attributes: Map<string, string>
  /** The position after it. */
  end: number
}

const nameAt = /<(\/?)([a-z][a-z0-9-]{0,30})(?=[\s/>])/iy
const attributeAt = /[\s/]*([^\s"'<>/=]{1,100})(?:\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/y
const endAt = /[\s/]*>/y

/** Returns the tag at a position; undefined when there is none. */
function tagAt(html: string, at: number): Tag | undefined {
  nameAt.lastIndex = at
  const match = nameAt.exec(html)
  if (!match) return undefined
  const attributes = new Map<string, string>()
  let end = nameAt.lastIndex
  for (let count = 0; count < quotedMost; count += 1) {
    endAt.lastIndex = end
    if (endAt.test(html)) {
      return { name: (match[2] ?? '').toLowerCase(), isClosing: match[1] === '/', attributes, end: endAt.lastIndex }
    }
    attributeAt.lastIndex = end
    const attribute = attributeAt.exec(html)
    if (!attribute) return undefined
    const name = (attribute[1] ?? '').toLowerCase()
    if (!attributes.has(name)) attributes.set(name, decoded(attribute[2] ?? attribute[3] ?? attribute[4] ?? ''))
    end = attributeAt.lastIndex
  }
  return undefined
}

/** An image that is in the site, a link, or what remains of an image that is not in the site. */
interface Addresses {
  /** Returns the address that a link leads to; undefined when it leads nowhere. */
  link(href: string): string | undefined
  /** Returns the address of an image inside the site; undefined when it is elsewhere. */
  image(src: string): string | undefined
}

/** What replaces the text in an element: finished HTML, whose text is searched as `text`. */
export interface Drawn {
  html: string
  text: string
}

/** How parts of a page are drawn. */
interface Drawing extends Addresses {
  /** Draws a formula. */
  formula(source: string, isBlock: boolean): Drawn
  /** Draws the code of a block. */
  code(text: string, language: string): string
  /** The title of a callout without one. */
  calloutTitle(kind: string): string
  codeLabel: string
}

/** A heading of a page. */
export interface SiteHeading {
  level: number
  text: string
  id: string
}

/** A page's body as safe HTML, the text in it, and its headings. */
export interface CleanPage {
  html: string
  text: string
  headings: SiteHeading[]
}

/** Writes safe HTML from one or several pieces of unsafe HTML. */
export class CleanHtml {
  readonly #drawing: Drawing
  readonly #html: string[] = []
  readonly #text: string[] = []
  readonly #headings: SiteHeading[] = []
  readonly #ids = new Set<string>()
  /** The number that the next element of an id tries first. */
  readonly #nextOfId = new Map<string, number>()
  #open: string[] = []
  #heading: { level: number; id: string; from: number } | undefined
  #isTitleReplaced = false
  #isDiagram = false
  #callout = ''

  constructor(drawing: Drawing) {
    this.#drawing = drawing
  }

  /** Adds HTML, and closes what it left open. */
  add(html: string): void {
    const lower = html.toLowerCase()
    for (let at = 0; at < html.length; ) {
      if (html[at] !== '<') {
        const next = html.indexOf('<', at)
        const to = next === -1 ? html.length : next
        this.#words(html.slice(at, to))
        at = to
        continue
      }
      if (html.startsWith('<!--', at)) {
        at = after(html, '-->', at)
        continue
      }
      if (/[!?]/.test(html[at + 1] ?? '')) {
        at = after(html, '>', at)
        continue
      }
      const tag = tagAt(html, at)
      if (!tag) {
        this.#words('&lt;')
        at += 1
        continue
      }
      at = tag.end
      if (unseenTags.has(tag.name)) {
        if (!tag.isClosing) {
          const close = lower.indexOf(`</${tag.name}`, at)
          at = close === -1 ? html.length : after(html, '>', close)
        }
      } else if (tag.isClosing) this.#close(tag.name)
      else at = this.#element(tag, html)
    }
    this.#closeTo(0)
  }

  take(): CleanPage {
    return { html: this.#html.join(''), text: this.#text.join(''), headings: this.#headings }
  }

  #words(source: string): void {
    if (this.#isTitleReplaced) {
      this.#isTitleReplaced = false
      const title = this.#drawing.calloutTitle(this.#callout)
      this.#html.push(escapeHtml(title))
      this.#text.push(title)
      return
    }
    this.#html.push(source.replaceAll('>', '&gt;'))
    this.#text.push(decoded(source))
  }

  /** Writes an element, with its content where that is drawn. @returns the position from which to go on */
  #element(tag: Tag, html: string): number {
    const { name, attributes, end } = tag
    const classes = (attributes.get('class') ?? '').split(/\s+/).filter((one) => ownClass.test(one))
    const inner = (tagName: string) => {
      const close = html.indexOf('<', end)
      return close !== -1 && html.startsWith(`</${tagName}>`, close) ? close : -1
    }
    if ((name === 'span' && classes.includes('md-math')) || (name === 'div' && classes.includes('md-math-block'))) {
      const close = inner(name)
      if (close !== -1) {
        const drawn = this.#drawing.formula(decoded(html.slice(end, close)), name === 'div')
        this.#html.push(name === 'div' ? `<div class="md-math-block">${drawn.html}</div>` : drawn.html)
        this.#text.push(name === 'div' ? `\n${drawn.text}\n` : drawn.text)
        return close + name.length + 3
      }
    }
    if (name === 'code' && this.#open.at(-1) === 'pre') {
      const close = inner(name)
      const named = classes.find((one) => one.startsWith('language-'))?.slice(9) ?? ''
      const language = this.#isDiagram ? 'mermaid' : named
      if (close !== -1) {
        const code = decoded(html.slice(end, close))
        const label = language === '' ? '' : ` data-language="${escapeHtml(language)}"`
        this.#html.push(`<code${label}>${this.#drawing.code(code, language)}</code>`)
        this.#text.push(code)
        return close + 7
      }
    }
    this.#openTag(tag, classes)
    return end
  }

  #openTag({ name, attributes }: Tag, classes: string[]): void {
    if (!allowedTags.has(name) || this.#open.length >= deepest) return
    if (lineTags.has(name)) this.#text.push('\n')
    else if (name === 'td' || name === 'th') this.#text.push(' ')
    if (name === 'img') return this.#image(attributes)
    if (name === 'input' && attributes.get('type') !== 'checkbox') return
    let out = ''
    for (const [key, value] of attributes) if (plainAttributes.has(key)) out += ` ${key}="${escapeHtml(value)}"`
    const style = allowedStyle(attributes.get('style') ?? '', name)
    if (style !== '') out += ` style="${escapeHtml(style)}"`
    if (classes.length > 0) out += ` class="${classes.map(escapeHtml).join(' ')}"`
    if (name === 'input' && !attributes.has('disabled')) out += ' disabled=""'
    const id = this.#idOf(attributes)
    if (id !== '') out += ` id="${escapeHtml(id)}"`
    const given = name === 'a' ? (attributes.get('href') ?? '') : ''
    const href = given === '' ? undefined : this.#drawing.link(given)
    if (given !== '' && href === undefined && !attributes.has('title'))
      out += ` title="${escapeHtml(given.slice(0, longestLost))}"`
    if (href !== undefined)
      out += ` href="${escapeHtml(href)}"${/^https?:/.test(href) ? ' rel="noopener noreferrer"' : ''}`
    if (classes.includes('md-callout')) this.#callout = attributes.get('data-callout') ?? ''
    if (attributes.get('data-title') === 'auto' && classes.includes('md-callout-title')) this.#isTitleReplaced = true
    if (name === 'table') this.#html.push('<div class="md-table" tabindex="0" role="group">')
    if (name === 'pre') this.#isDiagram = classes.includes('md-mermaid')
    if (name === 'pre') out += this.#preAttributes()
    if (/^h[1-6]$/.test(name)) this.#heading = { level: Number(name[1]), id, from: this.#text.length }
    this.#html.push(`<${name}${out}>`)
    if (!voidTags.has(name)) this.#open.push(name)
  }

  #preAttributes(): string {
    return ` tabindex="0" role="group" aria-label="${escapeHtml(this.#drawing.codeLabel)}"`
  }

  #idOf(attributes: Map<string, string>): string {
    const given = attributes.get('id') ?? attributes.get('name') ?? ''
    if (given === '') return ''
    // The prefix of every id from a document, so that none can shadow a global of the page.
    const base = (given.startsWith('user-content-') ? given : `user-content-${given}`).slice(0, 200)
    let id = base
    let number = this.#nextOfId.get(base) ?? 2
    for (; this.#ids.has(id); number += 1) id = `${base}-${number}`
    this.#nextOfId.set(base, number)
    this.#ids.add(id)
    return id
  }

  #image(attributes: Map<string, string>): void {
    const source = attributes.get('src') ?? ''
    const alt = attributes.get('alt') ?? ''
    const inside = this.#drawing.image(source)
    if (inside !== undefined) {
      const size = ['width', 'height', 'title', 'align'].flatMap((key) => {
        const value = attributes.get(key)
        return value === undefined ? [] : [` ${key}="${escapeHtml(value)}"`]
      })
      this.#html.push(`<img src="${escapeHtml(inside)}" alt="${escapeHtml(alt)}" loading="lazy"${size.join('')}>`)
      return
    }
    const shown = alt || source.slice(0, longestLost)
    const title = ` title="${escapeHtml(attributes.get('title') ?? source.slice(0, longestLost))}"`
    const href = this.#open.includes('a') ? undefined : this.#drawing.link(source)
    this.#html.push(
      href === undefined
        ? `<span class="md-lost"${title}>${escapeHtml(shown)}</span>`
        : `<a class="md-lost"${title} rel="noopener noreferrer" href="${escapeHtml(href)}">${escapeHtml(shown)}</a>`,
    )
    this.#text.push(shown)
  }

  #close(name: string): void {
    const at = this.#open.lastIndexOf(name)
    if (at !== -1) this.#closeTo(at)
  }

  #closeTo(depth: number): void {
    while (this.#open.length > depth) {
      const name = this.#open.pop() ?? ''
      this.#isTitleReplaced = false
      if (/^h[1-6]$/.test(name) && this.#heading) {
        const { level, id, from } = this.#heading
        const text = this.#text.slice(from).join('').replaceAll(/\s+/g, ' ').trim()
        if (text !== '') this.#headings.push({ level, id, text })
        this.#heading = undefined
      }
      if (lineTags.has(name)) this.#text.push('\n')
      this.#html.push(name === 'table' ? '</table></div>' : `</${name}>`)
    }
  }
}

/** Returns the position after the next `sign`, or the end when there is none. */
function after(text: string, sign: string, from: number): number {
  const at = text.indexOf(sign, from)
  return at === -1 ? text.length : at + sign.length
}

import createPurifier, { type Config, type DOMPurify } from 'dompurify'
import { isExternal, resolveAddress } from './addresses.ts'
import { allowedStyle, isTextStyle, withoutStyleSheets } from './inline-style.ts'

/*
 * The only way for user-written HTML to enter the page. The result consists of nodes, never of a string, so nothing can
 * change it between cleaning and showing, and our code never writes to innerHTML.
 */

const tags =
  'a abbr article aside b bdi bdo blockquote br caption center cite code col colgroup dd del details dfn div dl dt em ' +
  'figcaption figure font h1 h2 h3 h4 h5 h6 hr i img input ins kbd li mark nav ol p pre q rp rt ruby s samp section ' +
  'small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr'

const attributes =
  'href src alt title id name class style align valign width height colspan rowspan start reversed open dir lang color ' +
  'size face bgcolor border cellpadding cellspacing cite datetime type checked disabled value scope span ' +
  'data-line data-row data-callout data-title'

const ownClass = /^(?:md-[a-z-]{1,30}|language-[\w+#.-]{1,30})$/
const image = /^data:image\/(?:png|jpeg|gif|webp)[;,]/i
/** The allowed addresses: http, https, mailto, tel, and those without a scheme. */
const address = /^(?:(?:https?|mailto|tel):|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i
const styleMark = 'data-md-style'

interface Policy {
  createHTML: (html: string) => unknown
  createScriptURL: (url: string) => unknown
}

/** Creates the only Trusted Types policy. Only DOMPurify gets it, to parse text into a document that is never shown. */
function createPolicy(): Policy | undefined {
  const factory = (window as { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } }).trustedTypes
  return factory?.createPolicy('docstead', {
    createHTML: (html) => html,
    createScriptURL: () => {
      throw new Error('No script comes from a document.')
    },
  })
}

let resolve: (url: string) => string = resolveAddress

function onAttribute(node: Element, event: { attrName: string; attrValue: string; keepAttr: boolean }) {
  const tag = node.nodeName.toLowerCase()
  const { attrName } = event
  if (attrName === 'href' || attrName === 'src') {
    event.attrValue = resolve(event.attrValue)
    if (/^\s*data:/i.test(event.attrValue)) {
      event.keepAttr = attrName === 'src' && tag === 'img' && image.test(event.attrValue)
    }
  } else if (attrName === 'class') {
    event.attrValue = event.attrValue
      .split(/\s+/)
      .filter((name) => ownClass.test(name))
      .join(' ')
    event.keepAttr = event.attrValue !== ''
  } else if (attrName === 'type' || attrName === 'value') {
    event.keepAttr = attrName === 'type' ? tag === 'input' : tag === 'li'
  }
}

const styles = new WeakMap<Element, string>()

function beforeAttributes(node: Element) {
  const style = node.getAttribute?.('style')
  if (style === null || style === undefined) return
  styles.set(node, style)
  node.removeAttribute('style')
}

function afterAttributes(node: Element) {
  const tag = node.nodeName.toLowerCase()
  if (tag === 'input') {
    if (node.getAttribute('type') !== 'checkbox') node.remove()
    else node.setAttribute('disabled', '')
    return
  }
  const href = tag === 'a' ? node.getAttribute('href') : null
  if (href !== null && !href.startsWith('#')) {
    node.setAttribute('rel', 'noopener noreferrer nofollow')
    if (isExternal(href)) node.setAttribute('target', '_blank')
  }
  const style = styles.get(node)
  const stored = style === undefined ? [] : allowedStyle(style, tag)
  if (stored.length > 0) node.setAttribute(styleMark, stored.map((pair) => pair.join(':')).join(';'))
}

/** The elements that the spreadsheet grid uses for texts, formulas and pasted cells. */
const gridTags = 'span div p br b i u s strong em font sub sup table thead tbody tfoot tr td th col colgroup'
const gridAttributes =
  'class id dir rangeindex rowspan colspan width height align valign color size face bgcolor data-type data-style'

interface Purifiers {
  body: DOMPurify
  code: DOMPurify
  drawing: DOMPurify
  pasted: DOMPurify
  grid: DOMPurify
  bodyConfig: Config
  codeConfig: Config
  drawingConfig: Config
  pastedConfig: Config
  gridConfig: Config
}

let made: Purifiers | undefined

function purifiers(): Purifiers {
  if (made) return made
  const policy = createPolicy()
  const common = { RETURN_DOM_FRAGMENT: true, ...(policy && { TRUSTED_TYPES_POLICY: policy as never }) } as const
  const body = createPurifier(window)
  body.addHook('beforeSanitizeAttributes', beforeAttributes)
  body.addHook('uponSanitizeAttribute', onAttribute)
  body.addHook('afterSanitizeAttributes', afterAttributes)
  made = {
    body,
    code: createPurifier(window),
    drawing: createPurifier(window),
    pasted: createPurifier(window),
    grid: createPurifier(window),
    bodyConfig: {
      ...common,
      ALLOWED_TAGS: tags.split(' '),
      ALLOWED_ATTR: attributes.split(' '),
      ALLOW_DATA_ATTR: false,
      ALLOW_ARIA_ATTR: false,
      SANITIZE_NAMED_PROPS: true,
      ALLOWED_URI_REGEXP: address,
    },
    codeConfig: {
      ...common,
      ALLOWED_TAGS: ['span'],
      ALLOWED_ATTR: ['class'],
      ALLOW_DATA_ATTR: false,
      ALLOW_ARIA_ATTR: false,
    },
    drawingConfig: {
      ...common,
      USE_PROFILES: { svg: true, svgFilters: true },
      ADD_ATTR: ['dominant-baseline'],
      FORBID_TAGS: ['foreignObject', 'script', 'a', 'image', 'feImage', 'use'],
      FORBID_ATTR: ['href', 'xlink:href'],
    },
    pastedConfig: {
      ...common,
      ALLOWED_TAGS: tags.split(' '),
      ALLOWED_ATTR: attributes.split(' '),
      ALLOW_DATA_ATTR: false,
      ALLOW_ARIA_ATTR: false,
      FORBID_ATTR: ['style', 'name', 'data-line', 'data-row'],
      ADD_ATTR: ['data-style'],
      // the label of a button is not part of the text
      ADD_FORBID_CONTENTS: ['button', 'select', 'textarea'],
      ADD_URI_SAFE_ATTR: ['data-style'],
      ALLOWED_URI_REGEXP: address,
    },
    gridConfig: {
      ...common,
      ALLOWED_TAGS: gridTags.split(' '),
      ALLOWED_ATTR: gridAttributes.split(' '),
      ALLOW_DATA_ATTR: false,
      ALLOW_ARIA_ATTR: false,
      ADD_URI_SAFE_ATTR: ['data-style'],
    },
  }
  return made
}

/**
 * Imports the output of DOMPurify as nodes of this document. It is null for HTML without a body, such as a bare
 * frameset.
 */
function adopt(given: unknown): DocumentFragment {
  return given instanceof DocumentFragment ? document.adoptNode(given) : document.createDocumentFragment()
}

/**
 * Renames the style elements in HTML to another raw text element, which is removed with its content as they are. The
 * page's policy reports style elements in the console, also those in a document that is never shown.
 */
const withoutStyleElements = (html: string): string => html.replace(/<(\/?)style(?=[\s/>])/gi, '<$1xmp')

/**
 * Returns the nodes of user-written HTML without anything active. `resolveUrl` receives each address before it is
 * checked.
 *
 * Styles are set through the object model, because the page's policy blocks style attributes in HTML.
 */
export function sanitize(html: string, resolveUrl: (url: string) => string = resolveAddress): DocumentFragment {
  const { body, bodyConfig } = purifiers()
  resolve = resolveUrl
  const fragment = adopt(body.sanitize(withoutStyleElements(html), bodyConfig))
  for (const node of fragment.querySelectorAll<HTMLElement>(`[${styleMark}]`)) {
    for (const [property, value] of allowedStyle(node.getAttribute(styleMark) ?? '', node.nodeName.toLowerCase())) {
      node.style.setProperty(property, value)
    }
    node.removeAttribute(styleMark)
  }
  return fragment
}

/** Returns the nodes of highlighted code: text and spans with a class, nothing else. */
export function sanitizeCode(html: string): DocumentFragment {
  const { code, codeConfig } = purifiers()
  return adopt(code.sanitize(html, codeConfig))
}

/** Returns a drawing without scripts, links, foreign content or external images; undefined when it is not a drawing. */
export function sanitizeDrawing(markup: string): SVGSVGElement | undefined {
  const { drawing, drawingConfig } = purifiers()
  return adopt(drawing.sanitize(markup, drawingConfig)).querySelector('svg') ?? undefined
}

/**
 * Renames the styles and event handlers in HTML: the page's policy blocks them even where nothing is shown or executed,
 * and reports that in the console.
 */
export const withMarkedStyles = (html: string): string =>
  withoutStyleSheets(html).replace(/<[a-z](?:[^<>"']|"[^"]*"|'[^']*')*>/gi, (tag) =>
    tag.replace(/"[^"]*"|'[^']*'|(\s)(style|on[a-z]+)(?=\s*=)/gi, (all, space?: string, name?: string) => {
      if (space === undefined) return all
      return name?.toLowerCase() === 'style' ? `${space}data-style` : `${space}data-handler`
    }),
  )

/**
 * Returns the nodes of HTML that the spreadsheet grid created, or that was pasted into it: styled text, nothing else.
 */
export function sanitizeGrid(html: string): DocumentFragment {
  const { grid, gridConfig } = purifiers()
  const fragment = adopt(grid.sanitize(withMarkedStyles(html), gridConfig))
  for (const node of fragment.querySelectorAll<HTMLElement>('[data-style]')) {
    node.style.cssText = node.dataset['style'] ?? ''
    const others = Array.from(node.style).filter((property) => !isTextStyle(property))
    for (const property of others) node.style.removeProperty(property)
    delete node.dataset['style']
  }
  return fragment
}

/**
 * Returns the nodes of HTML from a clipboard without anything active. The content of `style` is moved to `data-style`,
 * because it tells what a word processor meant, while the page's policy blocks the attribute itself. The nodes belong
 * to a document that is never shown.
 */
export function sanitizePasted(html: string): DocumentFragment {
  const { pasted, pastedConfig } = purifiers()
  const given: unknown = pasted.sanitize(withMarkedStyles(html), pastedConfig)
  return given instanceof DocumentFragment ? given : document.createDocumentFragment()
}

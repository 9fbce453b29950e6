/*
 * Diagram and formula libraries write `style` attributes, and style elements without the page's nonce, also into
 * documents that are never shown. The page's policy blocks both and reports each in the console, while it allows the
 * same styles set through the object model, and style elements with the nonce. This module converts the former to the
 * latter.
 */

const mark = 'data-inline-style'
const tag = /<[a-z](?:[^<>"']|"[^"]*"|'[^']*')*>/gi
const attribute = /"[^"]*"|'[^']*'|(\s)style(?=\s*=)/gi

const nonceOf = (): string => document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''

/**
 * Returns markup whose `style` attributes are renamed, so that no policy applies, and whose style elements have the
 * nonce.
 */
const marked = (markup: string): string =>
  markup.replace(tag, (whole) =>
    whole
      .replace(attribute, (all, space?: string) => (space ? space + mark : all))
      .replace(/^<style\b/i, (name) => `${name} nonce="${nonceOf()}"`),
  )

const hasStyle = (node: Element): node is Element & ElementCSSInlineStyle => 'style' in node

/** Applies the styles of nodes that were created from marked markup. */
function unmark(root: ParentNode): void {
  for (const node of root.querySelectorAll(`[${mark}]`)) {
    if (hasStyle(node)) node.style.cssText = node.getAttribute(mark) ?? ''
    node.removeAttribute(mark)
  }
}

/** Replaces the browser's own methods with ones that respect the policy. @returns a function that restores them */
function replaceWays(): () => void {
  const { createElement } = document
  const { setAttribute } = Element.prototype
  const { parseFromString } = DOMParser.prototype
  const inner = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML')
  // mermaid measures its text with its own style element
  document.createElement = function (this: Document, name: string, options?: ElementCreationOptions) {
    const node = createElement.call(document, name, options)
    if (name.toLowerCase() === 'style') node.nonce = nonceOf()
    return node
  } as typeof document.createElement
  Element.prototype.setAttribute = function (this: Element, name: string, value: string) {
    if (name === 'style' && hasStyle(this)) this.style.cssText = String(value)
    else setAttribute.call(this, name, value)
  }
  DOMParser.prototype.parseFromString = function (this: DOMParser, markup: string, type: DOMParserSupportedType) {
    const made = parseFromString.call(this, marked(String(markup)), type)
    unmark(made)
    return made
  }
  if (inner?.set) {
    const { set } = inner
    Object.defineProperty(Element.prototype, 'innerHTML', {
      ...inner,
      set(this: Element, markup: string) {
        // the content of a style element is not markup
        const isSheet = this.localName === 'style'
        set.call(this, isSheet ? markup : marked(String(markup)))
        if (!isSheet) unmark(this)
      },
    })
  }
  return () => {
    document.createElement = createElement
    Element.prototype.setAttribute = setAttribute
    DOMParser.prototype.parseFromString = parseFromString
    if (inner) Object.defineProperty(Element.prototype, 'innerHTML', inner)
  }
}

let running = 0
let restore: () => void = () => undefined

const begin = () => {
  if (running++ === 0) restore = replaceWays()
}
const end = () => {
  if (--running === 0) restore()
}

/**
 * Runs a drawing library, until its promise is settled if it returns one: its inline styles are set through the object
 * model.
 */
export function withQuietStyles<T>(run: () => T): T {
  begin()
  let made: T
  try {
    made = run()
  } catch (error) {
    end()
    throw error
  }
  if (made instanceof Promise) return made.finally(end) as T
  end()
  return made
}

/*
 * The part of the DOM that the conversion of HTML needs. The browser's own nodes have it, and so have those of the
 * parser that the import worker uses, where there is no browser.
 */

/** A node of an HTML document: an element, a text or a comment. */
export interface HtmlNode {
  readonly nodeType: number
  /** Upper case for HTML elements. */
  readonly nodeName: string
  nodeValue: string | null
  textContent: string | null
  readonly parentNode: HtmlNode | null
  readonly firstChild: HtmlNode | null
  readonly nextSibling: HtmlNode | null
  readonly childNodes: ArrayLike<HtmlNode>
  appendChild(node: HtmlNode): unknown
  insertBefore(node: HtmlNode, before: HtmlNode | null): unknown
  removeChild(node: HtmlNode): unknown
}

/** What contains elements: an element, a document or a fragment. */
export interface HtmlParent extends HtmlNode {
  readonly children: ArrayLike<HtmlElement>
  readonly lastElementChild: HtmlElement | null
  querySelector(selector: string): HtmlElement | null
  querySelectorAll(selector: string): ArrayLike<HtmlElement>
}

/** An element. */
export interface HtmlElement extends HtmlParent {
  readonly attributes: ArrayLike<{ name: string; value: string }>
  readonly nextElementSibling: HtmlElement | null
  readonly previousElementSibling: HtmlElement | null
  innerHTML: string
  getAttribute(name: string): string | null
  hasAttribute(name: string): boolean
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
  getElementsByTagName(name: string): ArrayLike<HtmlElement>
  remove(): void
}

/** What makes elements. */
export interface HtmlDocument {
  createElement(name: string): HtmlElement
}

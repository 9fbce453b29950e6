declare module '@mixmark-io/domino' {
  import type { HtmlDocument, HtmlElement, HtmlParent } from '#shared/markdown/html-node.ts'

  interface ParsedDocument extends HtmlDocument, HtmlParent {
    readonly body: HtmlElement
    readonly documentElement: HtmlElement
    title: string
  }
  const domino: { createDocument(html: string): ParsedDocument }
  export default domino
}

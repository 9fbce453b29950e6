import { sanitize } from '#web/features/page/markdown/index.tsx'

// The tags that the server allows.
const allowed = new Set('P BR UL OL LI STRONG B EM I CODE PRE H1 H2 H3 H4 BLOCKQUOTE A'.split(' '))
const blocks = new Set('P BR UL OL LI PRE H1 H2 H3 H4 BLOCKQUOTE'.split(' '))

const isBlock = (node: Node | null) => node === null || blocks.has(node.nodeName)

/** Replaces line breaks in a text with `<br>`, except next to a block element, which breaks the line itself. */
function withBreaks(node: Text): void {
  let text = node.data
  if (isBlock(node.previousSibling)) text = text.trimStart()
  if (isBlock(node.nextSibling)) text = text.trimEnd()
  const parts = text.split('\n').flatMap((line, at) => (at === 0 ? [line] : [document.createElement('br'), line]))
  node.replaceWith(...parts)
}

/** Returns an announcement as its readers see it: only the tags that the server allows, line breaks as `<br>`. */
export function announcementNodes(html: string): DocumentFragment {
  const fragment = sanitize(html)
  for (const element of [...fragment.querySelectorAll('*')].reverse()) {
    if (!allowed.has(element.tagName)) element.replaceWith(...element.childNodes)
    else
      for (const name of element.getAttributeNames())
        if (!/^(?:href|rel|target)$/.test(name)) element.removeAttribute(name)
  }
  fragment.normalize()
  const walker = document.createTreeWalker(fragment, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
  for (const text of texts) if (!text.parentElement?.closest('pre')) withBreaks(text)
  return fragment
}

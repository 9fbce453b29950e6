import { cleanTable } from './clean-tables.ts'
import { convertWordLists } from './word-lists.ts'

const rename = (node: Element, tag: string): HTMLElement => {
  const next = node.ownerDocument.createElement(tag)
  next.append(...node.childNodes)
  node.replaceWith(next)
  return next
}

const unwrap = (node: Element) => node.replaceWith(...node.childNodes)

const wrapInside = (node: Element, tag: string) => {
  const inner = node.ownerDocument.createElement(tag)
  inner.append(...node.childNodes)
  node.append(inner)
}

/** Converts Word's titles and headings without a heading tag. */
function makeHeadings(root: DocumentFragment): void {
  for (const line of root.querySelectorAll('p[class]')) {
    const name = line.className
    const level = /^Mso(?:Heading(\d)|Title|Subtitle)/i.exec(name)
    if (level) rename(line, `h${Math.min(6, Number(level[1] ?? (name.startsWith('MsoTitle') ? 1 : 2)))}`)
  }
}

const styleOf = (node: Element) => (node.getAttribute('data-style') ?? '').toLowerCase()

const isBold = (style: string) => /font-weight:\s*(?:bold|[6-9]00)/.test(style)

/**
 * Converts styles that Markdown can express: bold, italic, strikethrough. Google Docs wraps everything in a `<b>` that
 * is not bold.
 */
function readStyles(root: DocumentFragment): void {
  for (const node of root.querySelectorAll('b[data-style],strong[data-style]')) {
    if (/font-weight:\s*(?:normal|400)/.test(styleOf(node))) unwrap(node)
  }
  for (const node of root.querySelectorAll('span[data-style],font[data-style]')) {
    const style = styleOf(node)
    if (node.textContent?.trim() === '') continue
    if (isBold(style) && !node.closest('b,strong,h1,h2,h3,h4,h5,h6,th')) wrapInside(node, 'strong')
    if (/font-style:\s*italic/.test(style) && !node.closest('i,em')) wrapInside(node, 'em')
    if (/text-decoration[\w-]*:[^;]*line-through/.test(style) && !node.closest('s,del,strike')) wrapInside(node, 'del')
  }
}

/** Tags with the same meaning as others. */
const sameAs: Record<string, string> = {
  b: 'strong',
  i: 'em',
  s: 'del',
  strike: 'del',
  cite: 'em',
  var: 'em',
  samp: 'code',
  kbd: 'code',
  tt: 'code',
}

function renameTags(root: DocumentFragment): void {
  for (const [from, to] of Object.entries(sameAs)) for (const node of root.querySelectorAll(from)) rename(node, to)
}

/** Removes empty marks, and bold marks in headings, which are bold already. */
function dropEmpty(root: DocumentFragment): void {
  for (const node of root.querySelectorAll('strong,em,del,code,a,span')) {
    if (node.textContent === '' && !node.querySelector('img')) node.remove()
  }
  for (const node of root.querySelectorAll(':is(h1,h2,h3,h4,h5,h6,th) strong')) unwrap(node)
  for (const node of root.querySelectorAll('p')) {
    if (node.textContent?.replace(/[\s\u00a0]/g, '') === '' && !node.querySelector('img,br')) node.remove()
  }
}

const languageClass = /(?:language|lang|highlight-source|brush:?)[-\s]([\w+#.-]+)/

/** Cleans code of web pages: one block each, with its language, without line numbers. */
function cleanCode(root: DocumentFragment): void {
  for (const pre of root.querySelectorAll('pre')) {
    const named = [pre, ...pre.querySelectorAll('code'), ...(pre.parentElement ? [pre.parentElement] : [])]
    const language = named.map((node) => languageClass.exec(node.className)?.[1]).find(Boolean)
    for (const line of pre.querySelectorAll('br')) line.replaceWith('\n')
    pre.replaceChildren((pre.textContent ?? '').replace(/\n$/, ''))
    if (language) pre.dataset['language'] = language
  }
}

/** Keeps images that can be shown from elsewhere; returns those inside the clipboard for uploading. */
function takePictures(root: DocumentFragment): string[] {
  const inside: string[] = []
  for (const image of root.querySelectorAll('img')) {
    const src = image.getAttribute('src') ?? ''
    const isTracker = image.getAttribute('width') === '1' && image.getAttribute('height') === '1'
    if (src.startsWith('data:') && !isTracker) inside.push(src)
    if (!/^(?:https?:)?\//i.test(src) || isTracker) image.remove()
    else image.removeAttribute('width')
  }
  return inside
}

/**
 * Removes links within the source document, which lead nowhere here, and Word's bookmarks: links without an address.
 */
function cleanLinks(root: DocumentFragment): void {
  for (const link of root.querySelectorAll('a')) {
    const href = link.getAttribute('href') ?? ''
    if (!/^(?:https?:|mailto:|tel:|\/)/i.test(href)) unwrap(link)
  }
}

/**
 * Reduces sanitized clipboard HTML to what Markdown can express: Word's lists become lists, a spreadsheet's cells a
 * table. Changes the fragment.
 *
 * @returns images contained in the clipboard itself, as data URLs
 */
export function cleanHtml(root: DocumentFragment): string[] {
  // the browser's own marker of a line end, not a line break
  for (const end of root.querySelectorAll('br.Apple-interchange-newline')) end.remove()
  convertWordLists(root)
  makeHeadings(root)
  readStyles(root)
  renameTags(root)
  cleanCode(root)
  const pictures = takePictures(root)
  cleanLinks(root)
  for (const table of [...root.querySelectorAll('table')].reverse())
    if (!table.parentElement?.closest('table')) cleanTable(table)
  dropEmpty(root)
  for (const node of root.querySelectorAll('*')) {
    for (const name of ['data-style', 'class', 'id']) node.removeAttribute(name)
  }
  return pictures
}

/** Returns whether HTML has more meaning than its text: code editors copy plain text as colored lines. */
export function hasStructure(root: DocumentFragment): boolean {
  return (
    root.querySelector('h1,h2,h3,h4,h5,h6,ul,ol,table,strong,b,em,i,a[href],img,blockquote,del,hr,code,pre') !== null
  )
}

/** Returns whether HTML is code copied from an editor: a single box in a fixed-width font. */
export const isEditorCode = (html: string): boolean =>
  /^(?:<meta[^>]*>|<html>|<body>|<!--StartFragment-->|\s)*<(?:div|pre)[^>]*style=["'][^"']*font-family:[^"']*mono[^"']*white-space:\s*pre/i.test(
    html,
  )

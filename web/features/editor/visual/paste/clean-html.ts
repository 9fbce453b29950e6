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
function takeImages(root: DocumentFragment): string[] {
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

/** What Word records about a paragraph that it shows as a list item. */
interface Mark {
  list: string
  level: number
  /** The number that Word gave it; undefined for an item without one. */
  number: number | undefined
}

const listStyle = /mso-list:\s*(l\d+)\s+level(\d+)/i

const isMarker = (node: Element) => /mso-list:\s*ignore/i.test(node.getAttribute('data-style') ?? '')

/** Removes and returns the marker or number before an item, which Word writes as text. */
function takeMarker(item: Element): string {
  const marker = [...item.querySelectorAll('span')].find(isMarker)
  const text = marker?.textContent ?? ''
  marker?.remove()
  return text.replace(/[\s\u00a0]+/g, '')
}

function markOf(item: Element): Mark | undefined {
  const [, list = '', level = '1'] = listStyle.exec(item.getAttribute('data-style') ?? '') ?? []
  if (list === '') return undefined
  const [, number] = /^[（(]?(\d+|[a-z]{1,4}|[一二三四五六七八九十]+)[.)）、．]/i.exec(takeMarker(item)) ?? []
  return { list, level: Number(level), number: number === undefined ? undefined : Number(number) || 1 }
}

/** Keeps the numbers of Word's headings: they are not part of the text either, but other text refers to them. */
function keepNumbers(root: DocumentFragment | Element): void {
  for (const heading of root.querySelectorAll('h1,h2,h3,h4,h5,h6')) {
    const number = takeMarker(heading)
    if (/[\d一二三四五六七八九十]/.test(number)) heading.prepend(`${number} `)
  }
}

/** Converts Word's paragraphs that look like items into lists, nested by their levels. */
function convertWordLists(root: DocumentFragment | Element): void {
  keepNumbers(root)
  const open: { node: HTMLElement; mark: Mark }[] = []
  let last: Element | null = null
  for (const item of root.querySelectorAll('p')) {
    const mark = markOf(item)
    if (!mark) continue
    // an item that does not follow the one before begins a new list
    if (!follows(item, last)) open.length = 0
    while (open.length > 0 && (open.at(-1)?.mark.level ?? 0) > mark.level) open.pop()
    const top = open.at(-1)
    const isOrdered = mark.number !== undefined
    const isOther = top && top.mark.level === mark.level && (top.mark.number !== undefined) !== isOrdered
    if (isOther) open.pop()
    const line = item.ownerDocument.createElement('li')
    line.append(...item.childNodes)
    if (!open.at(-1) || (open.at(-1)?.mark.level ?? 0) < mark.level) {
      const list = item.ownerDocument.createElement(isOrdered ? 'ol' : 'ul')
      // a list continues after other content between its items
      if (mark.number !== undefined && mark.number > 1) list.setAttribute('start', String(mark.number))
      const parent = open.at(-1)?.node.lastElementChild
      if (parent) {
        parent.append(list)
        item.remove()
      } else item.replaceWith(list)
      open.push({ node: list, mark })
    } else item.remove()
    open.at(-1)?.node.append(line)
    last = open[0]?.node ?? null
  }
}

function follows(item: Element, last: Element | null): boolean {
  let before = item.previousSibling
  while (before && before.nodeType === Node.TEXT_NODE && before.textContent?.trim() === '')
    before = before.previousSibling
  return before !== null && before === last
}

const blocks = 'p,div,h1,h2,h3,h4,h5,h6,li,blockquote,pre'

/** Reduces the content of a cell to one line of text with breaks: a Markdown cell holds no blocks. */
function flatten(cell: Element): void {
  for (const inner of cell.querySelectorAll('table'))
    inner.replaceWith(...[...inner.querySelectorAll('td,th')].flatMap((one) => [...one.childNodes, ' ']))
  for (const block of [...cell.querySelectorAll(blocks)].reverse()) {
    const parts: (Node | string)[] = [...block.childNodes]
    const isFirst = !hasTextBefore(block, cell)
    block.replaceWith(...(isFirst ? [] : [cell.ownerDocument.createElement('br')]), ...parts)
  }
  for (const list of [...cell.querySelectorAll('ul,ol')].reverse()) list.replaceWith(...list.childNodes)
  while (
    cell.lastChild &&
    (cell.lastChild.nodeName === 'BR' || cell.lastChild.textContent?.trim() === '') &&
    !hasImage(cell.lastChild)
  )
    cell.lastChild.remove()
}

const hasImage = (node: Node) => node instanceof Element && (node.matches('img') || node.querySelector('img') !== null)

function hasTextBefore(block: Element, cell: Element): boolean {
  const range = cell.ownerDocument.createRange()
  range.setStart(cell, 0)
  range.setEndBefore(block)
  return range.toString().trim() !== '' || range.cloneContents().querySelector('img') !== null
}

const numberOf = (value: string | null) => Math.max(1, Math.min(100, Number(value) || 1))

/** Returns the cells of a table by grid position; the other positions of a spanning cell are empty. */
function gridOf(table: Element): (Element | undefined)[][] {
  const rows = [...table.querySelectorAll('tr')].filter((row) => row.closest('table') === table)
  const grid: (Element | undefined)[][] = rows.map(() => [])
  const taken = new Set<string>()
  rows.forEach((row, y) => {
    let x = 0
    for (const cell of row.querySelectorAll(':scope > td, :scope > th')) {
      while (taken.has(`${y},${x}`)) x += 1
      const width = numberOf(cell.getAttribute('colspan'))
      const height = numberOf(cell.getAttribute('rowspan'))
      for (let dy = 0; dy < height; dy++) for (let dx = 0; dx < width; dx++) taken.add(`${y + dy},${x + dx}`)
      const here = grid[y]
      if (here) here[x] = cell
      x += width
    }
  })
  return grid
}

const alignments = new Set(['left', 'center', 'right'])
const alignmentOf = (cell: Element | undefined) => {
  const value =
    cell?.getAttribute('align') ?? /text-align:\s*(\w+)/.exec(cell?.getAttribute('data-style') ?? '')?.[1] ?? ''
  return alignments.has(value) && value !== 'left' ? value : undefined
}

/** Returns whether a row is empty, as spreadsheets add them for their column widths. */
const isEmpty = (row: (Element | undefined)[]) =>
  row.every((cell) => !cell || (cell.textContent?.trim() === '' && !hasImage(cell)))

/**
 * Reduces a table to what Markdown can hold: a header, equal rows, single-line cells. A single cell becomes its text.
 */
function cleanTable(table: Element): void {
  const all = gridOf(table)
  const rows = all.filter((row) => !isEmpty(row))
  const width = Math.max(0, ...rows.map((row) => row.length))
  if (rows.length === 0 || width === 0) return table.remove()
  const only = rows.length === 1 && width === 1 ? rows[0]?.[0] : undefined
  if (only) {
    const line = table.ownerDocument.createElement('div')
    line.append(...only.childNodes)
    return table.replaceWith(line)
  }
  const clean = table.ownerDocument.createElement('table')
  const body = table.ownerDocument.createElement('tbody')
  clean.append(body)
  const aligned = Array.from({ length: width }, (_, x) => {
    const found = rows.slice(1).map((row) => alignmentOf(row[x]))
    return found.length > 0 && found.every((one) => one === found[0]) ? found[0] : undefined
  })
  rows.forEach((row, y) => {
    const line = table.ownerDocument.createElement('tr')
    for (let x = 0; x < width; x++) {
      const cell = table.ownerDocument.createElement(y === 0 ? 'th' : 'td')
      const from = row[x]
      if (from) {
        flatten(from)
        cell.append(...from.childNodes)
      }
      const align = aligned[x]
      if (align) cell.setAttribute('align', align)
      line.append(cell)
    }
    body.append(line)
  })
  table.replaceWith(clean)
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
  const images = takeImages(root)
  cleanLinks(root)
  for (const table of [...root.querySelectorAll('table')].reverse())
    if (!table.parentElement?.closest('table')) cleanTable(table)
  dropEmpty(root)
  for (const node of root.querySelectorAll('*')) {
    for (const name of ['data-style', 'class', 'id']) node.removeAttribute(name)
  }
  return images
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

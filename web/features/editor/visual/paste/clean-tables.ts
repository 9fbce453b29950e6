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
    !hasPicture(cell.lastChild)
  )
    cell.lastChild.remove()
}

const hasPicture = (node: Node) =>
  node instanceof Element && (node.matches('img') || node.querySelector('img') !== null)

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
const isBlank = (row: (Element | undefined)[]) =>
  row.every((cell) => !cell || (cell.textContent?.trim() === '' && !hasPicture(cell)))

/**
 * Reduces a table to what Markdown can hold: a header, equal rows, single-line cells. A single cell becomes its text.
 */
export function cleanTable(table: Element): void {
  const all = gridOf(table)
  const rows = all.filter((row) => !isBlank(row))
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

import { trimRows } from './table-text.ts'

const blocks = new Set(['P', 'DIV', 'LI', 'TR', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6'])

/** Returns the text of a node with its visible line breaks. */
function seenText(node: Node): string {
  if (node.nodeType === 3) return (node.nodeValue ?? '').replace(/\s+/g, ' ')
  if (node.nodeName === 'BR') return '\n'
  const inner = Array.from(node.childNodes, seenText).join('')
  return blocks.has(node.nodeName) ? `\n${inner}\n` : inner
}

const cellText = (cell: Element) =>
  seenText(cell)
    .split('\n')
    .map((line) => line.replaceAll('\u00a0', ' ').trim())
    .filter(Boolean)
    .join('\n')

const spanOf = (cell: Element, name: string) => Math.min(100, Math.max(1, Number(cell.getAttribute(name)) || 1))

const isOwn = (table: Element, row: Element) => {
  let up = row.parentNode
  while (up && up.nodeName !== 'TABLE') up = up.parentNode
  return up === table
}

/** Returns the cells of an HTML table. A cell that spans columns or rows is in the first, the others are empty. */
export function readTableRows(table: Element): string[][] {
  const rows = Array.from(table.querySelectorAll('tr')).filter((row) => isOwn(table, row))
  const taken: number[] = [] // for how many more rows a cell above occupies each column
  return rows.map((row) => {
    const cells: string[] = []
    const skip = () => {
      while ((taken[cells.length] ?? 0) > 0) {
        taken[cells.length] = (taken[cells.length] ?? 1) - 1
        cells.push('')
      }
    }
    for (const cell of Array.from(row.children).filter((one) => /^T[DH]$/.test(one.nodeName))) {
      skip()
      const below = spanOf(cell, 'rowspan') - 1
      for (let at = 0; at < spanOf(cell, 'colspan'); at++) {
        taken[cells.length] = below
        cells.push(at === 0 ? cellText(cell) : '')
      }
    }
    skip()
    return cells
  })
}

/**
 * Returns the cells of copied content that is one table and nothing else, as from a spreadsheet; undefined otherwise.
 */
export function singleTable(root: ParentNode & Node): string[][] | undefined {
  const tables = root.querySelectorAll('table')
  const [table] = Array.from(tables)
  if (!table || tables.length > 1) return undefined
  const rows = trimRows(readTableRows(table))
  const around = (root.textContent ?? '').replace(/\s+/g, '').length
  const inside = (table.textContent ?? '').replace(/\s+/g, '').length
  const isCells = rows.length > 1 || (rows[0]?.length ?? 0) > 1
  return around === inside && isCells ? rows : undefined
}

/** The text width of a page in twentieths of a point: A4 with margins of 2.54 cm. */
const textWidth = 9026

/** A small gap between elements that would otherwise merge. */
export const gapXml = '<w:p><w:pPr><w:spacing w:before="0" w:after="60" w:line="120" w:lineRule="exact"/></w:pPr></w:p>'

/** A cell of a table. */
export interface Cell {
  /** Paragraphs; at least one, because Word does not open a cell without. */
  xml: string
  /** The approximate length of its longest line, in characters. */
  length: number
  columns?: number
  /** Whether it begins a cell of several rows, or continues the one above. */
  rows?: 'begin' | 'continue'
}

/** A row of a table. */
export interface Row {
  cells: Cell[]
  isHead: boolean
}

/** Returns the width of a text in Latin letters; a Chinese character counts as two. */
export const measureText = (text: string): number =>
  text
    .split('\n')
    .reduce((most, line) => Math.max(most, line.length + (line.match(/[\u2e80-\uffef]/g)?.length ?? 0)), 0)

const narrowest = 5
const widest = 44

/** Returns the widths of columns: proportional to their content, within limits. */
function columnWidths(rows: readonly Row[], count: number, width: number): number[] {
  const lengths = Array.from({ length: count }, () => narrowest)
  for (const { cells } of rows) {
    let at = 0
    for (const cell of cells) {
      if ((cell.columns ?? 1) === 1) lengths[at] = Math.min(widest, Math.max(lengths[at] ?? 0, cell.length + 2))
      at += cell.columns ?? 1
    }
  }
  const sum = lengths.reduce((all, one) => all + one, 0)
  return lengths.map((one) => Math.floor((width * one) / sum))
}

function cellXml(cell: Cell, width: number, isHead: boolean): string {
  const span = (cell.columns ?? 1) > 1 ? `<w:gridSpan w:val="${cell.columns}"/>` : ''
  const merge = cell.rows === 'begin' ? '<w:vMerge w:val="restart"/>' : cell.rows === 'continue' ? '<w:vMerge/>' : ''
  const shade = isHead ? '<w:shd w:val="clear" w:color="auto" w:fill="F2F2F2"/>' : ''
  return `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${span}${merge}${shade}</w:tcPr>${cell.xml}</w:tc>`
}

/** Returns a table with borders around its cells; its header repeats on each page. */
export function tableXml(rows: readonly Row[], indent = 0): string {
  const count = rows.reduce(
    (most, row) =>
      Math.max(
        most,
        row.cells.reduce((all, cell) => all + (cell.columns ?? 1), 0),
      ),
    1,
  )
  const width = textWidth - indent
  const widths = columnWidths(rows, count, width)
  const lines = rows.map(({ cells, isHead }) => {
    let at = 0
    const inRow = cells.map((cell) => {
      const columns = cell.columns ?? 1
      const wide = widths.slice(at, at + columns).reduce((all, one) => all + one, 0)
      at += columns
      return cellXml(cell, wide, isHead)
    })
    const head = isHead ? '<w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>' : ''
    return `<w:tr>${head}${inRow.join('')}</w:tr>`
  })
  const grid = widths.map((one) => `<w:gridCol w:w="${one}"/>`).join('')
  const place = indent === 0 ? '' : `<w:tblInd w:w="${indent}" w:type="dxa"/>`
  return (
    `<w:tbl><w:tblPr><w:tblStyle w:val="Grid"/><w:tblW w:w="${width}" w:type="dxa"/>${place}<w:tblLayout w:type="fixed"/></w:tblPr>` +
    // Two tables with nothing between them would become one.
    `<w:tblGrid>${grid}</w:tblGrid>${lines.join('')}</w:tbl>${gapXml}`
  )
}

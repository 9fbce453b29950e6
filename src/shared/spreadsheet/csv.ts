/** Cells as people copy them: a list of rows. */
export type Rows = readonly (readonly string[])[]

/** First characters that make a spreadsheet program evaluate a cell. Source: security 3, export. */
const formulaStart = /^[=+\-@\t\r]/

const isPlainNumber = (text: string) => /^[+-]?\d[\d,]*(?:\.\d+)?%?$/.test(text)

const asText = (text: string): string => (formulaStart.test(text) ? `'${text}` : text)

/** Joins cells to text, a line for each row; cells with separators, quotation marks or line breaks are quoted. */
export const toDelimited = (rows: Rows, separator: string, lineEnd = '\n'): string =>
  rows
    .map((row) =>
      row
        .map((cell) => (cell.includes(separator) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
        .join(separator),
    )
    .join(lineEnd)

/** Converts rows of text to CSV; what could be taken for a formula, and is no number, gets a leading apostrophe. */
export const toCsv = (rows: Rows): string =>
  toDelimited(
    rows.map((row) => row.map((cell) => (isPlainNumber(cell) ? cell : asText(cell)))),
    ',',
    '\r\n',
  )

/** Returns the quoted cell that begins at an offset; undefined when the quotation marks do not enclose a whole cell. */
function quotedCell(text: string, start: number, separator: string): { value: string; end: number } | undefined {
  for (let at = text.indexOf('"', start + 1); at > 0; at = text.indexOf('"', at + 1)) {
    if (text[at + 1] === '"') {
      at += 1
      continue
    }
    const next = text[at + 1]
    const isWhole = next === undefined || next === separator || next === '\n' || next === '\r'
    return isWhole ? { value: text.slice(start + 1, at).replaceAll('""', '"'), end: at } : undefined
  }
  return undefined
}

/**
 * Splits text at separators and line ends; a quoted cell may contain both, and doubled quotation marks. Quotation marks
 * that do not enclose a whole cell are text.
 */
export function parseDelimited(text: string, separator: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  const endRow = () => {
    rows.push([...row, cell])
    row = []
    cell = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    const quoted = sign === '"' && cell === '' ? quotedCell(text, at, separator) : undefined
    if (quoted) {
      cell = quoted.value
      at = quoted.end
    } else if (sign === separator) {
      row.push(cell)
      cell = ''
    } else if (sign === '\n') endRow()
    else if (sign === '\r') {
      if (text[at + 1] !== '\n') endRow()
    } else cell += sign
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}

/** Detects the separator of a text: of those given, the one that gives the most even rows, the first of several. */
export function detectSeparator<Separator extends string>(
  text: string,
  separators: readonly Separator[],
): Separator | undefined {
  const start = text.slice(0, 20_000)
  const scores = separators.map((separator) => {
    const widths = parseDelimited(start, separator).map((row) => row.length)
    const wide = widths.filter((width) => width > 1)
    const usual = wide.toSorted((one, other) => one - other)[Math.floor(wide.length / 2)] ?? 0
    return { separator, score: wide.filter((width) => width === usual).length / Math.max(1, widths.length) }
  })
  return scores.toSorted((one, other) => other.score - one.score).find(({ score }) => score > 0)?.separator
}

/** Parses a CSV text of any separator. Removes the apostrophe that `toCsv` puts before a formula character. */
export const parseCsv = (text: string): string[][] =>
  parseDelimited(text, detectSeparator(text, [',', ';', '\t']) ?? ',').map((row) =>
    row.map((cell) => (cell.startsWith("'") && formulaStart.test(cell.slice(1)) ? cell.slice(1) : cell)),
  )

/** Decodes a text file: UTF-8 or UTF-16 if it has a BOM, otherwise UTF-8 if it is valid, otherwise GBK. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

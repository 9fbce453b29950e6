/**
 * Returns the cells of a text that a spreadsheet put on the clipboard; undefined when it is not a table. Quoted cells
 * may contain line breaks.
 */
export function parseTsv(text: string): string[][] | undefined {
  if (!text.includes('\t')) return undefined
  const rows = readRows(text.replace(/\r\n?/g, '\n').replace(/\n+$/, ''))
  const width = Math.max(...rows.map((row) => row.length))
  // code is indented by tabs: the first cell of a line is empty there, and lines differ in length
  const isIndented = rows.every((row) => row[0] === '' || row.length === 1)
  const isEven = rows.every((row) => row.length === width)
  return width < 2 || isIndented || !isEven ? undefined : rows
}

function readRows(text: string): string[][] {
  const rows: string[][] = [[]]
  let at = 0
  while (at <= text.length) {
    const quoted = text[at] === '"' ? /^"((?:[^"]|"")*)"(?=[\t\n]|$)/.exec(text.slice(at)) : null
    const plain = quoted ? undefined : /^[^\t\n]*/.exec(text.slice(at))?.[0]
    rows.at(-1)?.push(quoted ? (quoted[1] ?? '').replaceAll('""', '"') : (plain ?? ''))
    at += quoted ? quoted[0].length : (plain ?? '').length
    if (text[at] === '\n') rows.push([])
    at += 1
  }
  return rows
}

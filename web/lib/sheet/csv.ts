/** Signs that make a spreadsheet program reckon when a cell begins with them. Source: security 3, export. */
const risky = /^[=+\-@\t\r]/

const isPlainNumber = (text: string) => /^[+-]?\d[\d,]*(?:\.\d+)?%?$/.test(text)

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Rows of texts as CSV; what a program could take for a formula begins with an apostrophe. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) => row.map((text) => quoted(risky.test(text) && !isPlainNumber(text) ? `'${text}` : text)).join(','))
    .join('\r\n')

/** What separates the cells of a text: the sign that its first lines have most of. */
export function detectSeparator(text: string): ',' | ';' | '\t' {
  const start = text.slice(0, 4000).replace(/"(?:[^"]|"")*"/g, '')
  const count = (sign: string) => start.split(sign).length
  const [best = ','] = ([',', ';', '\t'] as const).toSorted((a, b) => count(b) - count(a))
  return best
}

/** The rows of a CSV text. An apostrophe before a formula sign, as `csvOf` puts it there, is taken away. */
export function parseCsv(text: string, separator: string = detectSeparator(text)): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const end = () => {
    row.push(/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)
    cell = ''
  }
  const endRow = () => {
    end()
    rows.push(row)
    row = []
  }
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (sign === '"' && cell === '') isQuoted = true
    else if (sign === separator) end()
    else if (sign === '\n') endRow()
    else if (sign === '\r') {
      if (text[at + 1] === '\n') at += 1
      endRow()
    } else cell += sign
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}

/** A text file's letters: UTF-8 or UTF-16 as it says itself, else UTF-8 where it fits, else GBK. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

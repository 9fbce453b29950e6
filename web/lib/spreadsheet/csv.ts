/** First characters that make a spreadsheet program evaluate a cell. Source: security 3, export. */
const risky = /^[=+\-@\t\r]/

const isPlainNumber = (text: string) => /^[+-]?\d[\d,]*(?:\.\d+)?%?$/.test(text)

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Converts rows of text to CSV; a value that could be taken for a formula gets a leading apostrophe. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) => row.map((text) => quoted(risky.test(text) && !isPlainNumber(text) ? `'${text}` : text)).join(','))
    .join('\r\n')

/** Detects the separator of a CSV text: the character most frequent in its first lines. */
export function detectSeparator(text: string): ',' | ';' | '\t' {
  const start = text.slice(0, 4000).replace(/"(?:[^"]|"")*"/g, '')
  const count = (sign: string) => start.split(sign).length
  const [best = ','] = ([',', ';', '\t'] as const).toSorted((a, b) => count(b) - count(a))
  return best
}

/** Parses a CSV text. Removes the apostrophe that `toCsv` puts before a formula character. */
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

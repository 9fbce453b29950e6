/** What makes a program that opens the file run something: a cell that begins with one of these. Source: security rules. */
const formulaStart = /^[=+\-@\t\r]/

const cellOf = (text: string): string => {
  const safe = formulaStart.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows as a CSV file that spreadsheets open: UTF-8 with a mark, CRLF; what would be a formula stays text. */
export const toCsvBlob = (rows: readonly (readonly string[])[]): Blob =>
  new Blob([`\ufeff${rows.map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`], {
    type: 'text/csv;charset=utf-8',
  })

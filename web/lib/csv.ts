/** First characters that make spreadsheet programs run a cell as a formula. Source: security rules. */
const formulaStart = /^[=+\-@\t\r]/

const cellOf = (text: string): string => {
  const safe = formulaStart.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Converts rows to a CSV file for spreadsheet programs: UTF-8 with a BOM, CRLF line ends, formulas escaped as text. */
export const toCsvBlob = (rows: readonly (readonly string[])[]): Blob =>
  new Blob([`\ufeff${rows.map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`], {
    type: 'text/csv;charset=utf-8',
  })

import { type SheetCell, spreadsheetTables } from '../spreadsheet-tables.ts'
import { runXml } from './runs.ts'
import { measureText, measureWord, type Row, tableXml } from './table.ts'

const paragraph = ({ text, side, isBold }: SheetCell): string =>
  `<w:p><w:pPr><w:pStyle w:val="TableText"/>${side === 'left' ? '' : `<w:jc w:val="${side}"/>`}</w:pPr>${runXml(text, isBold ? { bold: true } : {})}</w:p>`

const rowOf = (cells: readonly SheetCell[]): Row => ({
  cells: cells.map((cell) => ({
    xml: paragraph(cell),
    length: measureText(cell.text),
    word: measureWord(cell.text),
    columns: cell.columns,
    ...(cell.rows ? { rows: cell.rows } : {}),
  })),
  isHead: false,
})

/**
 * Returns a spreadsheet page as tables, one for each sheet under its name; undefined for a text that is not a
 * spreadsheet.
 *
 * @throws {TooManyCells} as `sheetsIn`
 */
export function spreadsheetXml(
  { text, title }: { text: string; title: string },
  heading: (name: string) => string,
): string | undefined {
  return spreadsheetTables(text, title)
    ?.map(
      ({ name, tables }) =>
        (name === '' ? '' : heading(name)) + tables.map((rows) => tableXml(rows.map(rowOf))).join(''),
    )
    .join('')
}

import { cellStyle } from './cell-style.ts'
import styles from './sheet-table.module.css'
import type { Sheet } from './sheets.ts'

/** More rows are no use on paper, and would take the browser minutes. */
const mostRows = 3000

/** A sheet for paper: a plain table, the frozen rows repeated on each page. */
export function PaperSheet({ sheet }: { sheet: Sheet }) {
  const covered = new Set<string>()
  const line = (row: number) => {
    const cells = sheet.cells.get(row)
    const shown = Array.from({ length: sheet.columns }, (_, column) => column).flatMap((column) => {
      if (covered.has(`${row},${column}`)) return []
      const cell = cells?.get(column)
      const [down, right] = cell?.span ?? [0, 0]
      for (let r = 0; r <= down; r++) for (let c = 0; c <= right; c++) covered.add(`${row + r},${column + c}`)
      return [
        <td key={column} rowSpan={down + 1} colSpan={right + 1} style={cell && cellStyle(cell)}>
          {cell?.text}
        </td>,
      ]
    })
    return <tr key={row}>{shown}</tr>
  }
  const rows = Array.from({ length: Math.min(mostRows, sheet.rows) }, (_, row) => line(row))
  return (
    <table className={styles.paper}>
      <thead>{rows.slice(0, sheet.frozen)}</thead>
      <tbody>{rows.slice(sheet.frozen)}</tbody>
    </table>
  )
}

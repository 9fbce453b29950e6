import { formatCount } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { cellStyle } from './cell-style.ts'
import { getPrintLayout } from './print-layout.ts'
import styles from './sheet-table.module.css'
import type { Sheet } from './sheets.ts'

/** A sheet for paper: a plain table of the visible rows and columns, with the frozen rows repeated on each page. */
export function PrintSheet({ sheet }: { sheet: Sheet }) {
  const { t } = useTranslation('sheet-table')
  const { rows, frozen, isCut } = getPrintLayout(sheet)
  const lines = rows.map(({ row, cells }) => (
    <tr key={row}>
      {cells.map(({ column, cell, rowSpan, colSpan }) => (
        <td key={column} rowSpan={rowSpan} colSpan={colSpan} style={cell && cellStyle(cell)}>
          {cell?.text}
        </td>
      ))}
    </tr>
  ))
  return (
    <>
      <table className={styles.paper}>
        <caption>{sheet.name}</caption>
        <thead>{lines.slice(0, frozen)}</thead>
        <tbody>{lines.slice(frozen)}</tbody>
      </table>
      {isCut && <p>{t('paperCut', { rows: formatCount(rows.length) })}</p>}
    </>
  )
}

import { useMemo } from 'react'
import { readBook } from '#shared/spreadsheet/form.ts'
import { formatCount } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useSearchParams } from '#web/lib/route.ts'
import { type FoundCell, findCell } from '#web/lib/spreadsheet/find.ts'
import { usePrinting } from '#web/lib/use-print.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SheetItemIcon } from '#web/ui/icons.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { cellStyle } from './cell-style.ts'
import { getPrintLayout } from './print-layout.ts'
import { SheetGrid } from './sheet-grid.tsx'
import styles from './sheet-table.module.css'
import { parseSheets, type Sheet } from './sheets.ts'

/** A sheet for paper: a plain table of the visible rows and columns, with the frozen rows repeated on each page. */
function PrintSheet({ sheet }: { sheet: Sheet }) {
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

function OneSheet({ sheet, title, hit }: { sheet: Sheet; title: string; hit: FoundCell | undefined }) {
  const { t } = useTranslation('sheet-table')
  const isPaper = usePrinting()
  if (sheet.rows === 0) return <EmptyState icon={<SheetItemIcon data-size="32" />} text={t('empty')} />
  if (isPaper) return <PrintSheet sheet={sheet} />
  const hidden = [...sheet.heights].filter(([row, height]) => height === 0 && row < sheet.rows).length
  return (
    <>
      <SheetGrid key={sheet.name} sheet={sheet} label={`${title} · ${sheet.name}`} hit={hit} />
      <p className={styles.size}>
        {t('rows', { count: sheet.rows, shown: formatCount(sheet.rows) })}
        {' × '}
        {t('columns', { count: sheet.columns, shown: formatCount(sheet.columns) })}
        {hidden > 0 && ` · ${t('hidden', { count: hidden })}`}
      </p>
    </>
  )
}

/** A read-only spreadsheet: its sheets as tables of any size, each with its own scrolling. */
export function SheetTable({ content, title }: { content: string; title: string }) {
  const { t } = useTranslation('sheet-table')
  const isPaper = usePrinting()
  const [query, setQuery] = useSearchParams()
  const sheets = useMemo(() => parseSheets(content), [content])
  const words = query.get('hit')
  const hit = useMemo(() => {
    const book = words ? readBook(content) : undefined
    return words && book?.kind === 'book' ? findCell(book.sheets, words) : undefined
  }, [content, words])
  if (!sheets) return <EmptyState icon={<SheetItemIcon data-size="32" />} text={t('unreadable')} />
  const [first] = sheets
  if (!first) return <EmptyState icon={<SheetItemIcon data-size="32" />} text={t('empty')} />
  if (sheets.length === 1) return <OneSheet sheet={first} title={title} hit={hit} />
  const at = Number(query.get('sheet') ?? (hit?.sheet ?? 0) + 1) - 1
  const chosen = sheets[at] ?? first
  const chosenHit = hit && sheets[hit.sheet] === chosen ? hit : undefined
  if (isPaper) return <OneSheet sheet={chosen} title={title} hit={chosenHit} />
  const tabs = sheets.map(({ name }, place) => ({ id: String(place + 1), label: name }))
  const choose = (sheet: string) => setQuery(sheet === '1' && !words ? {} : { sheet }, { replace: true })
  return (
    <Tabs label={t('sheets')} tabs={tabs} value={sheets[at] ? String(at + 1) : '1'} onValue={choose}>
      <OneSheet sheet={chosen} title={title} hit={chosenHit} />
    </Tabs>
  )
}

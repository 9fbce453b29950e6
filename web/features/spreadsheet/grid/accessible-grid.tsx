import { useAtomValue, useStore } from 'jotai'
import { useEffect } from 'react'
import { columnName, formatCellAddress } from '#shared/spreadsheet/form.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { announce } from '#web/lib/live-region.ts'
import { lockAtom } from './lock.ts'
import { bufferAtom, selectedAtom, sheetSessionAtom } from './sheet-session.ts'

/** The cells around the selected one that are exposed to screen readers. */
const around = { rows: 3, columns: 4 }

const shownIn = (cell: { m?: unknown; v?: unknown } | null | undefined) => String(cell?.m ?? cell?.v ?? '')

const numbersFrom = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)

/**
 * A text alternative of the grid, which is drawn on a canvas that screen readers cannot read. Announces the selected
 * cell, and exposes the cells around it as a grid.
 */
export function AccessibleGrid() {
  const { t } = useTranslation('sheet')
  const store = useStore()
  const title = useAtomValue(sheetSessionAtom)?.page_title
  const isReadOnly = useAtomValue(lockAtom).state !== 'held'
  const selected = useAtomValue(selectedAtom)
  const { sheets } = store.get(bufferAtom)
  const sheet = sheets?.find(({ id }) => id === selected?.sheet)
  const data = sheet?.data
  const { row = 0, column = 0 } = selected ?? {}
  const cell = data?.[row]?.[column]
  const place = formatCellAddress(row, column)
  const shown = shownIn(cell) || t('cell.blank')
  const words = cell?.f ? t('cell.formula', { place, shown, formula: cell.f }) : t('cell.at', { place, shown })
  useEffect(() => {
    if (selected) announce(words)
  }, [selected, words])
  useEffect(() => {
    const field = document.querySelector('.luckysheet-cell-input')
    field?.setAttribute('role', 'textbox')
    field?.setAttribute('aria-label', words)
  }, [words])
  if (!data || !sheet) return null
  const rows = numbersFrom(Math.max(0, row - around.rows), Math.min(data.length, row + around.rows + 1))
  const columns = numbersFrom(
    Math.max(0, column - around.columns),
    Math.min(data[0]?.length ?? 0, column + around.columns + 1),
  )
  return (
    <div
      role="grid"
      className="visually-hidden"
      aria-label={`${title ?? ''} · ${sheet.name}`}
      aria-rowcount={data.length + 1}
      aria-colcount={(data[0]?.length ?? 0) + 1}
      aria-readonly={isReadOnly}
    >
      <div role="row" aria-rowindex={1}>
        <span role="columnheader" aria-colindex={1} />
        {columns.map((at) => (
          <span key={at} role="columnheader" aria-colindex={at + 2}>
            {columnName(at)}
          </span>
        ))}
      </div>
      {rows.map((at) => (
        <div key={at} role="row" aria-rowindex={at + 2}>
          <span role="rowheader" aria-colindex={1}>
            {at + 1}
          </span>
          {columns.map((c) => (
            <span key={c} role="gridcell" aria-colindex={c + 2} aria-selected={at === row && c === column}>
              {shownIn(data[at]?.[c])}
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}

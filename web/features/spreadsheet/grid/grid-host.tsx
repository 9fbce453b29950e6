import i18next from 'i18next'
import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useRef, useState } from 'react'
import { columnName, formatCellAddress, readBook } from '#shared/spreadsheet/form.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { announce } from '#web/lib/live-region.ts'
import { findCell } from '#web/lib/spreadsheet/find.ts'
import { toast } from '#web/ui/toast.ts'
import { evaluateFormulasAtom } from './evaluate-formulas.ts'
import { onLoop } from './formula-links.ts'
import { Grid, type GridBook } from './grid.tsx'
import type { GridPosition, GridSheet } from './grid-types.ts'
import { sheetKeys } from './keys.ts'
import { canWriteAtom } from './lock.ts'
import { markEditedAtom, updateBufferAtom } from './save.ts'
import styles from './sheet-editor.module.css'
import { bufferAtom, loadedBookAtom, selectedAtom, sheetSessionAtom } from './sheet-session.ts'

/** The cells around the selected one that are exposed to screen readers. */
const around = { rows: 3, columns: 4 }

const shownIn = (cell: { m?: unknown; v?: unknown } | null | undefined) => String(cell?.m ?? cell?.v ?? '')

const numbersFrom = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)

/**
 * A text alternative of the grid, which is drawn on a canvas that screen readers cannot read. Announces the selected
 * cell, and exposes the cells around it as a grid.
 */
function AccessibleGrid() {
  const { t } = useTranslation('sheet')
  const store = useStore()
  const title = useAtomValue(sheetSessionAtom)?.page_title
  const isReadOnly = !useAtomValue(canWriteAtom)
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

/** The grid of the open spreadsheet. */
export function GridHost({ hit }: { hit: string | null }) {
  const { t } = useTranslation('sheet')
  const store = useStore()
  const board = useAtomValue(loadedBookAtom)
  const canWrite = useAtomValue(canWriteAtom)
  const holds = useSetAtom(updateBufferAtom)
  const edited = useSetAtom(markEditedAtom)
  const setSelected = useSetAtom(selectedAtom)
  const reckon = useSetAtom(evaluateFormulasAtom)
  const book = useRef<GridBook>(null)
  const [keys] = useState(() =>
    sheetKeys((reason) => toast.error(localized(() => i18next.t('sheet:cell.refused', { reason })))),
  )
  const id = board?.id
  const isReady = board?.isReady ?? false
  const shows = board?.initialSheet
  useEffect(() => {
    if (!isReady) return
    store.get(bufferAtom).book = book.current
    reckon()
  }, [isReady, id, store, reckon])
  useEffect(() => {
    if (isReady && shows) book.current?.activateSheet({ id: `sheet-${shows}` })
  }, [isReady, id, shows])
  useEffect(() => {
    const desk = store.get(sheetSessionAtom)
    if (!isReady || !hit || !desk) return
    const read = readBook(desk.saved)
    const found = read.kind === 'book' ? findCell(read.sheets, hit) : undefined
    if (!found) return
    const sheet = { id: `sheet-${found.sheet}` }
    book.current?.activateSheet(sheet)
    // after that sheet is drawn
    const timer = window.setTimeout(() => {
      const { row, column } = found
      book.current?.setSelection([{ row: [row, row], column: [column, column] }], sheet)
      book.current?.scroll({ targetRow: row, targetColumn: column })
    }, 100)
    return () => window.clearTimeout(timer)
  }, [isReady, hit, store])
  // called while the grid renders, when nothing else may render
  useEffect(
    () => onLoop((cell) => queueMicrotask(() => toast.error(localized(() => i18next.t('sheet:loop', { cell }))))),
    [t],
  )
  const box = useRef<HTMLDivElement>(null)
  const isOpen = board !== undefined
  useEffect(() => {
    if (!box.current || !isOpen) return
    // the grid measures its size only when the window changes, but a banner above it changes it too
    const watch = new ResizeObserver(() => window.dispatchEvent(new Event('resize')))
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [isOpen])
  const hold = useCallback((sheets: readonly GridSheet[]) => id !== undefined && holds(id, sheets), [id, holds])
  const select = useCallback((place: GridPosition) => setSelected(place), [setSelected])
  if (!board) return null
  // the grid's own menus do not close with the Escape key
  const onKey = (event: KeyboardEvent) => {
    const cover = event.key === 'Escape' ? document.querySelector('.fortune-popover-backdrop') : null
    if (!cover) return keys.onKeyDown(event, book.current?.inside)
    event.stopPropagation()
    cover.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
  }
  // the menu of a sheet's tab and the field for its name open for readers too, and do nothing
  const keepTab = (event: MouseEvent) => {
    if (!canWrite && event.target instanceof Element && event.target.closest('.luckysheet-sheets-item')) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  return (
    <div
      ref={box}
      className={styles.board}
      data-readonly={!canWrite || undefined}
      onKeyDownCapture={onKey}
      onMouseDownCapture={(event) => keys.onMouseDown(event, book.current?.inside)}
      onContextMenuCapture={keepTab}
      onDoubleClickCapture={keepTab}
    >
      <Grid
        key={id}
        sheets={board.serializer.initialSheets}
        book={book}
        canEdit={canWrite}
        onHold={hold}
        onEdit={edited}
        onSelect={select}
      />
      <AccessibleGrid />
    </div>
  )
}

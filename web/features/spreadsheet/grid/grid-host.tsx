import { execfunction, FormulaCache, setCellValue } from '@fortune-sheet/core'
import { Workbook, type WorkbookInstance } from '@fortune-sheet/react'
import i18next from 'i18next'
import { atom, useAtomValue, useSetAtom, useStore } from 'jotai'
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { columnName, formatCellAddress, readBook } from '#shared/spreadsheet/form.ts'
import { currentLang, type Lang, useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { announce } from '#web/lib/live-region.ts'
import { findCell } from '#web/lib/spreadsheet/find.ts'
import { toast } from '#web/ui/toast.ts'
import { FormulaEvaluator, findUnevaluatedFormulas } from './formula-evaluator.ts'
import { onLoop } from './formula-links.ts'
import type { GridPosition, GridSheet } from './grid-types.ts'
import { type GridInside, sheetKeys } from './keys.ts'
import { canWriteAtom } from './lock.ts'
import { markEditedAtom, updateBufferAtom } from './save.ts'
import styles from './sheet-editor.module.css'
import { bufferAtom, loadedBookAtom, selectedAtom, sheetSessionAtom } from './sheet-session.ts'
import { gridDefaults } from './to-grid.ts'

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

/** Time limits in ms, in total and per slice: the user keeps working in the meantime. */
const most = { all: 5000, stretch: 20 }

/** Evaluates the formulas without a stored result, a slice at a time, and shows the results. This is not an edit. */
const evaluateFormulasAtom = atom(null, (get): void => {
  const board = get(loadedBookAtom)
  const hold = get(bufferAtom)
  const sheets = hold.sheets
  if (!board || !sheets) return
  const bare = findUnevaluatedFormulas(sheets)
  if (bare.length === 0) return
  const evaluator = new FormulaEvaluator(sheets, bare, { execfunction, setCellValue, FormulaCache })
  const started = performance.now()
  const goOn = () => {
    if (get(loadedBookAtom)?.id !== board.id) return
    const isOver = evaluator.goOn(most.stretch) || performance.now() - started > most.all
    if (!isOver) setTimeout(goOn)
    else show(evaluator)
  }
  const show = (done: FormulaEvaluator) => {
    const shown = done.done().filter(({ sheet, row, column, cell }) => {
      const now = hold.sheets?.find(({ id }) => id === sheet)?.data?.[row]?.[column]
      return now?.f === cell.f && now.v === undefined
    })
    const ops = shown.flatMap(({ sheet: id, row, column, v, m, ct }) =>
      Object.entries({ v, m, ct }).flatMap(([name, value]) =>
        value === undefined ? [] : [{ op: 'add' as const, id, path: ['data', row, column, name], value }],
      ),
    )
    if (ops.length === 0) return
    hold.evaluated = shown
    hold.book?.applyOp(ops)
  }
  setTimeout(goOn, 50)
})

const tools = [
  'undo',
  'redo',
  'format-painter',
  'clear-format',
  '|',
  'bold',
  'italic',
  'strike-through',
  'underline',
  '|',
  'font-color',
  'background',
  'border',
  'merge-cell',
  '|',
  'currency-format',
  'percentage-format',
  'number-decrease',
  'number-increase',
  'format',
  '|',
  'horizontal-align',
  'vertical-align',
  'text-wrap',
  'text-rotation',
  '|',
  'font',
  'font-size',
  '|',
  'freeze',
  'filter',
  'quick-formula',
  'search',
  '|',
  'conditionFormat',
  'dataVerification',
  'link',
  'comment',
  'splitColumn',
  'locationCondition',
]

const cellMenu = [
  'copy',
  'paste',
  '|',
  'insert-row',
  'insert-column',
  'delete-row',
  'delete-column',
  'delete-cell',
  'hide-row',
  'hide-column',
  'set-row-height',
  'set-column-width',
  '|',
  'clear',
  'sort',
  'orderAZ',
  'orderZA',
  'filter',
  'link',
  'data',
  'cell-format',
]

/** The currency symbol per language, limited to those that x-spreadsheet has a format for. */
const currencies: Record<Lang, string> = { en: '$', zh: '￥' }

/** The grid's API; `inside` is set once it is drawn. */
type GridBook = WorkbookInstance & { inside?: GridInside }

/** The spreadsheet grid. To replace its content, give it another `key`. */
function Grid(props: {
  sheets: GridSheet[]
  book: RefObject<GridBook | null>
  canEdit: boolean
  /** Called with the grid's state, also at the start. */
  onHold: (sheets: readonly GridSheet[]) => unknown
  /** Called at each action of a user that changes something. */
  onEdit: () => void
  onSelect: (place: GridPosition) => void
}) {
  const { sheets, book, canEdit, onHold, onEdit, onSelect } = props
  useTranslation('sheet') // renders again when the language changes
  const lang = currentLang()
  const select = useRef(onSelect)
  const hooks = useMemo(
    () => ({
      afterSelectionChange: (sheet: string, { row, column, row_focus, column_focus }: Selection) =>
        select.current({ sheet, row: row_focus ?? row[0] ?? 0, column: column_focus ?? column[0] ?? 0 }),
    }),
    [],
  )
  const edit = useRef(onEdit)
  useEffect(() => {
    select.current = onSelect
    edit.current = onEdit
  })
  // called while the grid renders, when nothing else may render
  const onOp = useCallback(() => queueMicrotask(() => edit.current()), [])
  return (
    <Workbook
      ref={book}
      data={sheets}
      lang={lang}
      allowEdit={canEdit}
      showToolbar={canEdit}
      currency={currencies[lang]}
      row={gridDefaults.rows}
      column={gridDefaults.columns}
      defaultRowHeight={gridDefaults.height}
      defaultColWidth={gridDefaults.width}
      columnHeaderHeight={24}
      toolbarItems={tools}
      cellContextMenu={cellMenu}
      hooks={hooks}
      onChange={onHold}
      onOp={onOp}
    />
  )
}

type Selection = { row: number[]; column: number[]; row_focus?: number; column_focus?: number }

/** The grid of the open spreadsheet. */
export function GridHost({ hit }: { hit: string | null }) {
  const { t } = useTranslation('sheet')
  const store = useStore()
  const board = useAtomValue(loadedBookAtom)
  const canWrite = useAtomValue(canWriteAtom)
  const holds = useSetAtom(updateBufferAtom)
  const edited = useSetAtom(markEditedAtom)
  const setSelected = useSetAtom(selectedAtom)
  const evaluate = useSetAtom(evaluateFormulasAtom)
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
    evaluate()
  }, [isReady, id, store, evaluate])
  useEffect(() => {
    if (isReady && shows) book.current?.activateSheet({ id: `sheet-${shows}` })
  }, [isReady, id, shows])
  useEffect(() => {
    const session = store.get(sheetSessionAtom)
    if (!isReady || !hit || !session) return
    const read = readBook(session.saved)
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

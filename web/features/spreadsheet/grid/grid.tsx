import { Workbook, type WorkbookInstance } from '@fortune-sheet/react'
import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react'
import { currentLang, type Lang, useTranslation } from '#web/lib/i18n.ts'
import type { GridPosition, GridSheet } from './grid-types.ts'
import type { GridInside } from './keys.ts'
import { gridDefaults } from './to-grid.ts'

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
export type GridBook = WorkbookInstance & { inside?: GridInside }

/** The spreadsheet grid. To replace its content, give it another `key`. */
export function Grid(props: {
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

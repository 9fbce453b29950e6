import type { EditorView } from '@milkdown/kit/prose/view'
import { useEffect, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { AddIcon } from '#web/ui/icons.ts'
import { Menu } from '#web/ui/menu.tsx'
import { DragIcon } from '#web/ui/screen-icons.ts'
import { getEditorBounds, type MenuProps, useEditor } from './floating.tsx'
import styles from './menus.module.css'
import {
  cellStart,
  columnEntries,
  moveInTable,
  rowEntries,
  runTableAction,
  type TablePosition,
  tableAt,
  tableEntries,
} from './table-commands.tsx'
import { useDragHandle } from './use-drag-handle.ts'

function useHoveredCell({ view }: MenuProps): number | undefined {
  const [pos, setPos] = useState<number>()
  useEffect(() => {
    const holder = view.dom.parentElement
    const onMove = (event: globalThis.PointerEvent) => {
      if (event.pointerType !== 'mouse' || event.buttons !== 0) return
      const cell = event.target instanceof Element ? event.target.closest('td,th') : null
      const isOnHandle = event.target instanceof Element && event.target.closest('[data-table-handle]')
      if (cell && view.dom.contains(cell)) setPos(view.posAtDOM(cell, 0))
      else if (!isOnHandle && !(event.target instanceof Element && event.target.closest('.md-table'))) setPos(undefined)
    }
    holder?.addEventListener('pointermove', onMove)
    return () => holder?.removeEventListener('pointermove', onMove)
  }, [view])
  return pos
}

/** What a table handle moves. */
type Kind = 'row' | 'column'
/** The box of a row or a column. */
type Box = Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right'>

/** Returns the boxes of the rows or columns of a table. */
function measureBoxes(table: HTMLElement, kind: Kind): Box[] {
  const nodes = table.querySelectorAll<HTMLElement>(kind === 'row' ? 'tr' : 'tr:first-child > *')
  return [...nodes].map((node) => node.getBoundingClientRect())
}

/** Returns the index of the row or column under the pointer. */
function indexAt(
  boxes: readonly Box[],
  kind: Kind,
  { clientX, clientY }: { clientX: number; clientY: number },
): number {
  const passed = boxes.filter((box) => (kind === 'row' ? clientY > box.bottom : clientX > box.right)).length
  return Math.min(passed, boxes.length - 1)
}

/** Returns the table on the screen and the box of the cell, relative to the editor's holder. */
function measure(view: EditorView, place: TablePosition) {
  const frame = view.nodeDOM(place.pos)
  const start = view.domAtPos(cellStart(place.table, place.pos, place)).node
  const cell = (start instanceof Element ? start : start.parentElement)?.closest('td,th')
  const table = frame instanceof HTMLElement ? frame.querySelector('table') : null
  const around = view.dom.parentElement?.getBoundingClientRect()
  if (!(frame instanceof HTMLElement) || !cell || !table || !around) return undefined
  return { frame: frame.getBoundingClientRect(), cell: cell.getBoundingClientRect(), table, around }
}

/** Returns the drop indicator of a dragged row or column. */
function dropLine(drop: { kind: Kind; index: number }, boxes: readonly Box[], from: number, frame: DOMRect) {
  const box = boxes[drop.index]
  if (!box || drop.index === from) return undefined
  if (drop.kind === 'row') {
    return { left: frame.left, top: (drop.index > from ? box.bottom : box.top) - 1, width: frame.width, height: 2 }
  }
  return { left: (drop.index > from ? box.right : box.left) - 1, top: frame.top, width: 2, height: frame.height }
}

/** The handles of a table: those of the row and column at the pointer or the cursor, and the buttons that add more. */
export function TableHandles(props: MenuProps) {
  const { view } = props
  const { t } = useTranslation('visual-editor')
  const hovered = useHoveredCell(props)
  const [menu, setMenu] = useState<{ kind: Kind; place: TablePosition }>()
  const [drop, setDrop] = useState<{ kind: Kind; index: number }>()
  const { held, handlers } = useDragHandle<{ kind: Kind; place: TablePosition }>({
    onPress: setMenu,
    onMove: ({ kind, place: from }, at) => {
      const table = measure(view, from)?.table
      if (table) setDrop({ kind, index: indexAt(measureBoxes(table, kind), kind, at) })
    },
    onDrop: ({ kind, place: from }) => drop && moveInTable(view, from, kind, drop.index),
    onEnd: () => setDrop(undefined),
  })
  const isOn = hovered !== undefined || held !== undefined || menu !== undefined
  const state = useEditor(props, (now) => isOn || tableAt(now) !== undefined)
  const isKnown = hovered !== undefined && hovered <= state.doc.content.size
  const place = held?.place ?? menu?.place ?? (isKnown ? tableAt(state, hovered) : undefined) ?? tableAt(state)
  const found = place && view.editable && state.doc.nodeAt(place.pos) === place.table ? measure(view, place) : undefined
  if (!place || !found) return null
  const { frame, cell, table, around } = found
  const room = getEditorBounds(view)
  if (frame.bottom < room.top || frame.top > room.bottom) return null

  const columnLeft = Math.max(cell.left, frame.left)
  const columnRight = Math.min(cell.right, frame.right)
  const isColumnSeen = columnRight - columnLeft > 16
  const at = (left: number, top: number) => ({ left: left - around.left, top: top - around.top })
  const line =
    drop && dropLine(drop, measureBoxes(table, drop.kind), drop.kind === 'row' ? place.row : place.column, frame)
  return (
    <div data-table-handle="" data-no-print="">
      <button
        type="button"
        tabIndex={-1}
        className={styles.rowHandle}
        style={{ ...at(frame.left, cell.top), height: cell.height }}
        aria-label={t('table.rowMenu', { at: place.row + 1 })}
        title={t('table.handleHint')}
        aria-haspopup="menu"
        {...handlers({ kind: 'row', place })}
      >
        <DragIcon />
      </button>
      {isColumnSeen && (
        <button
          type="button"
          tabIndex={-1}
          className={styles.columnHandle}
          style={{ ...at(columnLeft, frame.top), width: columnRight - columnLeft }}
          aria-label={t('table.columnMenu', { at: place.column + 1 })}
          title={t('table.handleHint')}
          aria-haspopup="menu"
          {...handlers({ kind: 'column', place })}
        >
          <DragIcon />
        </button>
      )}
      <button
        type="button"
        tabIndex={-1}
        className={styles.addRow}
        style={{ ...at(frame.left, frame.bottom), width: frame.width }}
        aria-label={t('table.addRow')}
        title={t('table.addRow')}
        onClick={() => runTableAction(view, 'rowBelow', { ...place, row: place.table.childCount - 1 })}
      >
        <AddIcon />
      </button>
      <button
        type="button"
        tabIndex={-1}
        className={styles.addColumn}
        style={{ ...at(frame.right, frame.top), height: frame.height }}
        aria-label={t('table.addColumn')}
        title={t('table.addColumn')}
        onClick={() => runTableAction(view, 'columnAfter', { ...place, column: place.table.child(0).childCount - 1 })}
      >
        <AddIcon />
      </button>
      {menu && (
        <Menu
          open
          onOpenChange={(open) => !open && setMenu(undefined)}
          trigger={
            <button
              type="button"
              tabIndex={-1}
              aria-hidden="true"
              className={styles.point}
              style={menu.kind === 'row' ? at(frame.left, cell.bottom) : at(columnLeft, frame.top)}
            />
          }
          entries={menu.kind === 'row' ? rowEntries(view, place, t) : columnEntries(view, place, t)}
          onCloseFocus={() => {
            view.focus()
            return true
          }}
        />
      )}
      {line && (
        <div
          className={styles.dropLine}
          style={{ ...at(line.left, line.top), width: line.width, height: line.height }}
        />
      )}
    </div>
  )
}

/**
 * The menu of a cell: right click, Shift+F10 or a long press in a table. With Shift held the browser's own menu opens.
 */
export function TableMenu({ view }: MenuProps) {
  const { t } = useTranslation('visual-editor')
  const [opened, setOpened] = useState<{ place: TablePosition; left: number; top: number }>()
  useEffect(() => {
    const onMenu = (event: MouseEvent) => {
      if (event.shiftKey && event.button === 2) return
      const cell = event.target instanceof Element ? event.target.closest('td,th') : null
      const isByKey = event.button !== 2
      const at = isByKey || !cell ? view.state.selection.from : view.posAtDOM(cell, 0)
      const place = cell || isByKey ? tableAt(view.state, at) : undefined
      if (!place) return
      event.preventDefault()
      const caret = view.coordsAtPos(at)
      setOpened({ place, left: isByKey ? caret.left : event.clientX, top: isByKey ? caret.bottom : event.clientY })
    }
    view.dom.addEventListener('contextmenu', onMenu)
    return () => view.dom.removeEventListener('contextmenu', onMenu)
  }, [view])
  if (!opened) return null
  const { place, left, top } = opened
  return (
    <Menu
      key={`${left},${top}`}
      open
      onOpenChange={(open) => !open && setOpened(undefined)}
      trigger={
        <button type="button" tabIndex={-1} aria-hidden="true" className={styles.fixedPoint} style={{ left, top }} />
      }
      entries={tableEntries(view, place, t)}
      onCloseFocus={() => {
        view.focus()
        return true
      }}
    />
  )
}

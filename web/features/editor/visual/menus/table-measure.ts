import type { EditorView } from '@milkdown/kit/prose/view'
import { cellStart, type TablePosition } from './table-commands.ts'

/** What a table handle moves. */
export type Kind = 'row' | 'column'
/** The box of a row or a column. */
type Box = Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right'>

/** Returns the boxes of the rows or columns of a table. */
export function measureBoxes(table: HTMLElement, kind: Kind): Box[] {
  const nodes = table.querySelectorAll<HTMLElement>(kind === 'row' ? 'tr' : 'tr:first-child > *')
  return [...nodes].map((node) => node.getBoundingClientRect())
}

/** Returns the index of the row or column under the pointer. */
export function indexAt(
  boxes: readonly Box[],
  kind: Kind,
  { clientX, clientY }: { clientX: number; clientY: number },
): number {
  const passed = boxes.filter((box) => (kind === 'row' ? clientY > box.bottom : clientX > box.right)).length
  return Math.min(passed, boxes.length - 1)
}

/** Returns the table on the screen and the box of the cell, relative to the editor's holder. */
export function measure(view: EditorView, place: TablePosition) {
  const frame = view.nodeDOM(place.pos)
  const start = view.domAtPos(cellStart(place.table, place.pos, place)).node
  const cell = (start instanceof Element ? start : start.parentElement)?.closest('td,th')
  const table = frame instanceof HTMLElement ? frame.querySelector('table') : null
  const around = view.dom.parentElement?.getBoundingClientRect()
  if (!(frame instanceof HTMLElement) || !cell || !table || !around) return undefined
  return { frame: frame.getBoundingClientRect(), cell: cell.getBoundingClientRect(), table, around }
}

/** Returns the drop indicator of a dragged row or column. */
export function dropLine(drop: { kind: Kind; index: number }, boxes: readonly Box[], from: number, frame: DOMRect) {
  const box = boxes[drop.index]
  if (!box || drop.index === from) return undefined
  if (drop.kind === 'row') {
    return { left: frame.left, top: (drop.index > from ? box.bottom : box.top) - 1, width: frame.width, height: 2 }
  }
  return { left: (drop.index > from ? box.right : box.left) - 1, top: frame.top, width: 2, height: frame.height }
}

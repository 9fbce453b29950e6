import type { EditorView } from '@milkdown/kit/prose/view'
import type { BlockPosition } from './block-moves.ts'

/** The target of a dragged block. */
export interface Drop {
  /** Its index among its siblings after the move, from 0. */
  index: number
  /** The position of the drop indicator in the window. */
  y: number
  left: number
  width: number
}

/** The measured box of a sibling. */
type Box = Pick<DOMRect, 'top' | 'bottom' | 'left' | 'width'>

/** Returns the boxes of a block and its siblings, in order. */
export function siblingRects(view: EditorView, block: BlockPosition): Box[] {
  const $pos = view.state.doc.resolve(block.pos)
  let at = $pos.start()
  return $pos.parent.children.flatMap((node) => {
    const dom = view.nodeDOM(at)
    at += node.nodeSize
    return dom instanceof HTMLElement ? [dom.getBoundingClientRect()] : []
  })
}

/** Returns the target of a block dragged from `from` and dropped at this height. */
export function dropAt(boxes: readonly Box[], from: number, y: number): Drop | undefined {
  const gap = boxes.filter(({ top, bottom }) => y > (top + bottom) / 2).length
  const above = boxes[gap - 1]
  const below = boxes[gap]
  const near = below ?? above
  if (!near) return undefined
  const at = above && below ? (above.bottom + below.top) / 2 : below ? below.top - 4 : near.bottom + 4
  return { index: gap > from ? gap - 1 : gap, y: at, left: near.left, width: near.width }
}

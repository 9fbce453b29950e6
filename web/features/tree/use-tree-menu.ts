import { type MouseEvent, type PointerEvent, type TouchEvent, useRef, useState } from 'react'
import type { TreeNode } from './tree-nodes.ts'
import type { TreeRow } from './tree-rows.ts'

/**
 * One menu for all lines of the tree: which line it is for, and what the tree listens to for it.
 *
 * @param offer whether lines have a menu; `coming` while what it holds is being loaded: it opens when that is there
 */
export function useTreeMenu(rows: readonly TreeRow[], offer: 'none' | 'coming' | 'there') {
  const [menuFor, setMenuFor] = useState<TreeNode>()
  const [isOpen, setOpen] = useState(false)
  const isHeld = useRef(false)

  const aim = (event: MouseEvent) => {
    const key = event.target instanceof Element && event.target.closest<HTMLElement>('[data-key]')?.dataset['key']
    const row = rows.find(({ node }) => node.key === key)
    if (row && offer !== 'none') setMenuFor(row.node)
    else event.stopPropagation() // the browser's own menu
  }
  const onOpenChange = (opens: boolean) => {
    setOpen(opens)
    isHeld.current = opens
  }
  const handlers = {
    onContextMenuCapture: aim,
    onPointerDownCapture: (event: PointerEvent) => {
      isHeld.current = false
      if (event.pointerType !== 'mouse') aim(event) // a long press may follow
    },
    onTouchEnd: (event: TouchEvent) => {
      if (isHeld.current && event.cancelable) event.preventDefault() // else the long press would also count as a tap
      isHeld.current = false
    },
    onClickCapture: (event: MouseEvent) => {
      if (!isOpen || offer !== 'there') return
      event.preventDefault() // a tap beside the menu closes it, and no more
      event.stopPropagation()
    },
  }
  return { menuFor, shownFor: isOpen ? menuFor : undefined, onOpenChange, handlers }
}

import { type MouseEvent, type PointerEvent, type TouchEvent, useRef, useState } from 'react'
import type { TreeNode } from '#web/features/item/tree/index.ts'
import type { TreeRow } from './tree-rows.ts'

/**
 * Manages one menu for all rows of the tree: returns the row it is for, and its event handlers.
 *
 * @param offer whether rows have a menu; `coming` while its content loads: it opens when that is ready
 */
export function useTreeMenu(rows: readonly TreeRow[], offer: 'none' | 'coming' | 'there') {
  const [menuFor, setMenuFor] = useState<TreeNode>()
  const [isOpen, setOpen] = useState(false)
  const isHeld = useRef(false)

  const aim = (event: MouseEvent) => {
    const key = event.target instanceof Element && event.target.closest<HTMLElement>('[data-key]')?.dataset['key']
    const row = rows.find(({ node }) => node.key === key)
    if (row && offer !== 'none') setMenuFor(row.node)
    else event.stopPropagation() // leaves the browser's own menu
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
      if (isHeld.current && event.cancelable) event.preventDefault() // a long press must not also count as a tap
      isHeld.current = false
    },
    onClickCapture: (event: MouseEvent) => {
      if (!isOpen || offer !== 'there') return
      event.preventDefault() // a tap outside the menu only closes it
      event.stopPropagation()
    },
  }
  return { menuFor, shownFor: isOpen ? menuFor : undefined, onOpenChange, handlers }
}

import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { type Box, gapInColumn, gapInGrid, getIndexOfGap } from './reorder.ts'

/** How far the pointer must move before a press becomes a drag, in px. */
const dragAfterPx = 5
/** How near the edge of the window the page starts to scroll, in px. */
const edgePx = 56

const scrollerOf = (element: HTMLElement): Element => {
  for (let box = element.parentElement; box; box = box.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(box).overflowY) && box.scrollHeight > box.clientHeight) return box
  }
  return document.scrollingElement ?? document.documentElement
}

const isRoot = (scroller: Element) => scroller === (document.scrollingElement ?? document.documentElement)

const boxOf = (element: Element): Box => element.getBoundingClientRect()

/**
 * Reorders the children of a list by dragging with the pointer.
 *
 * During a drag the dragged child has `data-dragged` and the child at the gap has `data-drop="before"` or `"after"`;
 * the styles draw the line. Escape cancels. The attributes are set on the DOM elements directly, so that a long list
 * does not re-render with each movement.
 *
 * @returns the pointer-down handler for the handle or for the child itself
 */
export function useReorder(props: {
  list: RefObject<HTMLElement | null>
  layout: 'column' | 'grid'
  onMove: (from: number, to: number) => void
}): (event: PointerEvent<HTMLElement>, from: number) => void {
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  return (event, from) => {
    const list = props.list.current
    const dragged = list?.children[from]
    if (!list || !dragged || event.button !== 0) return
    const start = { x: event.clientX, y: event.clientY }
    const point = { ...start }
    const scroller = scrollerOf(list)
    let gap: number | null = null
    let frame = 0
    let marked: HTMLElement | undefined

    const mark = (next: number) => {
      gap = next
      marked?.removeAttribute('data-drop')
      const isLast = next === list.children.length
      const child = list.children[isLast ? next - 1 : next]
      marked = child instanceof HTMLElement ? child : undefined
      if (marked) marked.dataset['drop'] = isLast ? 'after' : 'before'
    }
    const follow = () => {
      const view = isRoot(scroller) ? { top: 0, bottom: window.innerHeight } : boxOf(scroller)
      const up = Math.max(0, edgePx - (point.y - view.top))
      const down = Math.max(0, edgePx - (view.bottom - point.y))
      if (up || down) scroller.scrollBy(0, (down - up) / 4)
      const boxes = [...list.children].map(boxOf)
      mark(props.layout === 'grid' ? gapInGrid(boxes, point.x, point.y) : gapInColumn(boxes, point.y))
      frame = requestAnimationFrame(follow)
    }
    const move = (next: globalThis.PointerEvent) => {
      point.x = next.clientX
      point.y = next.clientY
      if (frame || Math.hypot(point.x - start.x, point.y - start.y) < dragAfterPx) return
      dragged.setAttribute('data-dragged', '')
      document.documentElement.style.cursor = 'grabbing'
      window.getSelection()?.removeAllRanges()
      follow()
    }
    const end = () => {
      stop.current = undefined
      cancelAnimationFrame(frame)
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', drop)
      window.removeEventListener('pointercancel', end)
      window.removeEventListener('keydown', letGo, true)
      window.removeEventListener('dragstart', prevent, true)
      marked?.removeAttribute('data-drop')
      dragged.removeAttribute('data-dragged')
      document.documentElement.style.cursor = ''
    }
    const drop = () => {
      const to = gap === null ? from : getIndexOfGap(from, gap)
      if (frame) swallowClick()
      end()
      if (to !== from) props.onMove(from, to)
    }
    const letGo = (key: KeyboardEvent) => {
      if (key.key !== 'Escape' || !frame) return
      prevent(key)
      window.addEventListener('pointerup', swallowClick, { once: true })
      end()
    }
    stop.current?.()
    stop.current = end
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', drop)
    window.addEventListener('pointercancel', end)
    window.addEventListener('keydown', letGo, true)
    window.addEventListener('dragstart', prevent, true)
  }
}

/** Prevents the click after a drag from opening anything. */
function swallowClick(): void {
  window.addEventListener('click', prevent, { capture: true, once: true })
  window.setTimeout(() => window.removeEventListener('click', prevent, true))
}

function prevent(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

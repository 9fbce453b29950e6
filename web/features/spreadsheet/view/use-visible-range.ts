import { type RefObject, useLayoutEffect, useState } from 'react'

/** The visible part of a scrolling box, in px. */
export interface VisibleRange {
  left: number
  top: number
  width: number
  height: number
}

/** Returns the visible part of `box`; the component renders again when it scrolls. */
export function useVisibleRange(box: RefObject<HTMLElement | null>): VisibleRange {
  const [sight, setSight] = useState<VisibleRange>({ left: 0, top: 0, width: 1200, height: 800 })
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => {
      const { scrollLeft: left, scrollTop: top, clientWidth: width, clientHeight: height } = element
      setSight({ left, top, width, height })
    }
    const watch = new ResizeObserver(look)
    watch.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      watch.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [box])
  return sight
}

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Rows rendered beyond each edge, so that slow scrolling shows no gap. */
const beyond = 6

/** The first and the last row to render. */
interface VisibleRange {
  first: number
  last: number
}

/** Returns the visible rows of a list whose rows are all `height` px high, as if it were endless. */
export function visibleRange(scrollTop: number, viewHeight: number, height: number): VisibleRange {
  const first = Math.max(0, Math.floor(scrollTop / height) - beyond)
  const last = Math.ceil((scrollTop + viewHeight) / height) + beyond
  return { first, last }
}

/** Limits a range to the rows that exist: when many have just gone, to the rows before them. */
export function clampRange({ first, last }: VisibleRange, count: number): VisibleRange {
  const end = Math.min(count - 1, last)
  return { first: Math.min(first, Math.max(0, end - (last - first))), last: end }
}

/** The rows to render, and a function to make one visible. */
interface VirtualRows extends VisibleRange {
  /** Scrolls as little as needed, or so that the row is in the middle. */
  reveal: (index: number, middle?: boolean) => void
}

/**
 * Follows the scrolling of a list whose rows are all `height` px high. Nothing is measured before the browser's own
 * first layout: measuring earlier would force a second layout before the first text is visible.
 */
export function useVirtualRows(box: RefObject<HTMLElement | null>, height: number, count: number): VirtualRows {
  const [range, setRange] = useState<VisibleRange>(() => visibleRange(0, window.innerHeight, height))
  const isMeasured = useRef(false)
  const wanted = useRef<() => void>(undefined)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () =>
      setRange((former) => {
        const next = visibleRange(element.scrollTop, element.clientHeight, height)
        return next.first === former.first && next.last === former.last ? former : next
      })
    // called for the first time after the first layout, before it is painted
    const size = new ResizeObserver(() => {
      isMeasured.current = true
      wanted.current?.()
      wanted.current = undefined
      flushSync(measure)
    })
    size.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      size.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [box, height])
  const reveal = useCallback(
    (index: number, middle = false) => {
      const scroll = () => {
        const element = box.current
        if (!element) return
        const top = index * height
        const { scrollTop, clientHeight } = element
        if (top >= scrollTop && top + height <= scrollTop + clientHeight) return
        const nearest = top < scrollTop ? top : top + height - clientHeight
        element.scrollTo({ top: middle ? top - (clientHeight - height) / 2 : nearest })
      }
      if (isMeasured.current) scroll()
      else wanted.current = scroll
    },
    [box, height],
  )
  return { ...clampRange(range, count), reveal }
}

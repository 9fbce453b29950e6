import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

/** Rows drawn beyond each edge, so that slow scrolling shows no gap. */
const beyond = 6

/** The first and the last row to draw. */
interface Sight {
  first: number
  last: number
}

/** The rows in sight of a list whose rows are all `height` px high. */
export function sightOf(scrollTop: number, viewHeight: number, height: number, count: number): Sight {
  const first = Math.max(0, Math.floor(scrollTop / height) - beyond)
  const last = Math.min(count - 1, Math.ceil((scrollTop + viewHeight) / height) + beyond)
  return { first, last }
}

/** Which rows to draw, and how to bring one into sight. */
export interface RowsInSight extends Sight {
  /** Scrolls as little as needed, or so that the row stands in the middle. */
  reveal: (index: number, middle?: boolean) => void
}

/** Follows the scrolling of a list whose rows are all `height` px high. */
export function useRowsInSight(box: RefObject<HTMLElement | null>, height: number, count: number): RowsInSight {
  const [sight, setSight] = useState<Sight>({ first: 0, last: 40 })
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const look = () =>
      setSight((former) => {
        const next = sightOf(element.scrollTop, element.clientHeight, height, count)
        return next.first === former.first && next.last === former.last ? former : next
      })
    const size = new ResizeObserver(look)
    size.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    look()
    return () => {
      size.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [box, height, count])
  const reveal = useCallback(
    (index: number, middle = false) => {
      const element = box.current
      if (!element) return
      const top = index * height
      const { scrollTop, clientHeight } = element
      if (top >= scrollTop && top + height <= scrollTop + clientHeight) return
      const nearest = top < scrollTop ? top : top + height - clientHeight
      element.scrollTo({ top: middle ? top - (clientHeight - height) / 2 : nearest })
    },
    [box, height],
  )
  return { ...sight, reveal }
}

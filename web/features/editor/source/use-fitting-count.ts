import { type RefObject, useLayoutEffect, useState } from 'react'

const gap = 2
const padding = 4

/** Returns how many controls of equal width fit into `room`, leaving room for a menu button if not all of them fit. */
export const fittingCount = (room: number, size: number, between: number, count: number): number => {
  const all = Math.floor((room + between) / (size + between))
  return all >= count ? count : Math.max(0, all - 1)
}

/** Returns how many of `count` equal buttons currently fit into `row`. Their width is that of the first button. */
export function useFittingCount(row: RefObject<HTMLElement | null>, count: number): number {
  const [fitting, setFitting] = useState(count)
  useLayoutEffect(() => {
    const node = row.current
    if (!node) return
    const measure = () => {
      const size = node.querySelector('button')?.offsetWidth ?? 32
      setFitting(fittingCount(node.clientWidth - padding, size, gap, count))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(node)
    return () => observer.disconnect()
  }, [row, count])
  return fitting
}

import { type RefObject, useEffect, useRef, useState } from 'react'

const first = 60
const step = 120
const aheadPx = 1200

// How far a list had grown, so that going back restores the scroll position.
let grown = { list: '', shown: first }

/**
 * Returns how many of `count` items of a list to render: more as the end comes near. Attach `end` to an element after
 * the last one.
 */
export function useIncrementalList(
  list: string,
  count: number,
): { shown: number; end: RefObject<HTMLDivElement | null> } {
  const [shown, setShown] = useState(grown.list === list ? grown.shown : first)
  const end = useRef<HTMLDivElement>(null)
  const isWhole = shown >= count
  useEffect(() => {
    if (isWhole || !end.current) return
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        grown = { list, shown: shown + step }
        setShown(shown + step)
      },
      { rootMargin: `${aheadPx}px` },
    )
    watch.observe(end.current)
    return () => watch.disconnect()
  }, [list, isWhole, shown])
  return { shown, end }
}

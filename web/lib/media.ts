import { useSyncExternalStore } from 'react'

/** Minimum widths of the wider layouts, in px. Source: interface guide 2.1. */
const breakpoints = { narrow: 640, medium: 1000, wide: 1280 } as const

/** The layout for a window width: below 640 px, below 1000 px, below 1280 px, or wider. */
type Layout = 'phone' | 'narrow' | 'medium' | 'wide'

/** Returns whether the media query matches; re-renders when that changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => window.matchMedia(query).matches,
    () => false,
  )
}

/** Returns the layout that fits the window; re-renders when it changes. */
export function useLayout(): Layout {
  const narrow = useMedia(`(min-width: ${breakpoints.narrow}px)`)
  const medium = useMedia(`(min-width: ${breakpoints.medium}px)`)
  const wide = useMedia(`(min-width: ${breakpoints.wide}px)`)
  if (wide) return 'wide'
  if (medium) return 'medium'
  return narrow ? 'narrow' : 'phone'
}

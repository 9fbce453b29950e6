import { useSyncExternalStore } from 'react'

/** Widths, in px, from which a wider layout applies. Source: interface guide 2.1. */
const breakpoints = { narrow: 640, medium: 1000, wide: 1280 } as const

/** The layout for the current width: below 640, below 1000, below 1280, or wider. */
export type Layout = 'phone' | 'narrow' | 'medium' | 'wide'

/** Whether the media query holds now; the component renders again when that changes. */
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

/** The layout that fits the window now. */
export function useLayout(): Layout {
  const narrow = useMedia(`(min-width: ${breakpoints.narrow}px)`)
  const medium = useMedia(`(min-width: ${breakpoints.medium}px)`)
  const wide = useMedia(`(min-width: ${breakpoints.wide}px)`)
  if (wide) return 'wide'
  if (medium) return 'medium'
  return narrow ? 'narrow' : 'phone'
}

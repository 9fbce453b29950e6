import { useEffect } from 'react'
import { href, navigate } from '#web/lib/route.ts'

/** The delay after the last key before the URL is updated, in ms: browsers limit how often it may change. */
const settleMs = 300

/** Keeps the filter in the URL as `?q=`, so that reloading and going back restore it. */
export function useFilterInAddress(filter: string): void {
  useEffect(() => {
    const timer = window.setTimeout(() => {
      const query = new URLSearchParams(window.location.search)
      if ((query.get('q') ?? '') === filter || window.location.pathname !== href('/item/index')) return
      if (filter) query.set('q', filter)
      else query.delete('q')
      navigate(`/item/index${query.size > 0 ? `?${query}` : ''}`, { replace: true })
    }, settleMs)
    return () => window.clearTimeout(timer)
  }, [filter])
}

import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

let isRequested = false

function subscribe(changed: () => void): () => void {
  const list = window.matchMedia('print')
  // Synchronous: the browser counts the pages as soon as this returns.
  const listener = (is: boolean) => () => {
    isRequested = is
    flushSync(changed)
  }
  const [begin, end] = [listener(true), listener(false)]
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  list.addEventListener('change', changed)
  return () => {
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
    list.removeEventListener('change', changed)
  }
}

/** Returns whether the page is being printed; re-renders before and after printing. */
export const usePrinting = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isRequested || window.matchMedia('print').matches,
    () => false,
  )

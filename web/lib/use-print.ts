import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

let isAsked = false

function subscribe(changed: () => void): () => void {
  const list = window.matchMedia('print')
  // at once: the browser counts the pages as soon as this has returned
  const tell = (is: boolean) => () => {
    isAsked = is
    flushSync(changed)
  }
  const [begin, end] = [tell(true), tell(false)]
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  list.addEventListener('change', changed)
  return () => {
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
    list.removeEventListener('change', changed)
  }
}

/** Whether the page is drawn for paper now; the component renders again before it is printed and after. */
export const usePrinting = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isAsked || window.matchMedia('print').matches,
    () => false,
  )

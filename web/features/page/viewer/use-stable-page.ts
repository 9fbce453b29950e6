import { useEffect, useState } from 'react'
import type { Page } from './atoms.ts'

/** How long after a page arrived a newer text may still replace it without asking, in ms. */
const settlingMs = 3000

/**
 * Returns the page to show: the version at opening, because nothing moves while a user reads; and a newer version, once
 * the server has one.
 *
 * @param own whose texts replace the page at once: the reader's uid
 */
export function useStablePage(
  page: Page,
  own: string | undefined,
): { shown: Page; newer: Page | undefined; showNewer: () => void } {
  const [held, setHeld] = useState(page)
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(true), settlingMs)
    return () => window.clearTimeout(timer)
  }, [])
  const isSame = held.page_version === page.page_version
  const isHeldBack = !isSame && isSettled && page.author_uid !== own
  if (held !== page && !isHeldBack) setHeld(page)
  return { shown: isHeldBack ? held : page, newer: isHeldBack ? page : undefined, showNewer: () => setHeld(page) }
}

import { useEffect, useLayoutEffect } from 'react'
import { isPopNavigation } from '#web/lib/route.ts'

const storeKey = 'docstead.positions'
const most = 60
const patienceMs = 2000

type How = 'load' | 'push' | 'pop'

let cameBy: How = 'load'
let positions: Map<string, number> | undefined

const readPositions = () => {
  if (positions) return positions
  try {
    positions = new Map(JSON.parse(sessionStorage.getItem(storeKey) ?? '[]') as [string, number][])
  } catch {
    positions = new Map()
  }
  return positions
}

const keep = () => {
  try {
    sessionStorage.setItem(storeKey, JSON.stringify([...readPositions()].slice(-most)))
  } catch {
    // the browser stores nothing: after a reload, Back starts at the top
  }
}

if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => {
    cameBy = 'pop'
  })
  window.addEventListener('pushState', () => {
    cameBy = isPopNavigation() ? 'pop' : 'push'
  })
  window.addEventListener('pagehide', keep)
}

const isReload = () =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type !== 'navigate')

/**
 * Scrolls to `top` as soon as the text is long enough, unless the reader scrolls first. @returns a function that
 * cancels it
 */
function scrollWhenPossible(top: number): () => void {
  const until = performance.now() + patienceMs
  let frame = 0
  const stop = () => {
    cancelAnimationFrame(frame)
    for (const event of ['wheel', 'touchstart', 'keydown', 'pointerdown']) window.removeEventListener(event, stop)
  }
  const attempt = () => {
    window.scrollTo(0, top)
    if (Math.abs(window.scrollY - top) < 2 || performance.now() > until) stop()
    else frame = requestAnimationFrame(attempt)
  }
  for (const event of ['wheel', 'touchstart', 'keydown', 'pointerdown']) window.addEventListener(event, stop)
  attempt()
  return stop
}

/**
 * Starts a page at its top, or where it was left when the reader comes back to it; an address with a heading scrolls
 * there.
 */
export function useReadingPosition(page_id: string): void {
  useLayoutEffect(() => {
    const former = window.history.scrollRestoration
    window.history.scrollRestoration = 'manual'
    return () => {
      window.history.scrollRestoration = former
    }
  }, [])
  useLayoutEffect(() => {
    if (cameBy === 'push' && !window.location.hash) window.scrollTo(0, 0)
  }, [page_id])
  useEffect(() => {
    const known = readPositions()
    const isBack = cameBy === 'pop' || (cameBy === 'load' && isReload())
    const left = isBack ? known.get(page_id) : undefined
    const stop = left === undefined ? undefined : scrollWhenPossible(left)
    const note = () => {
      known.delete(page_id)
      known.set(page_id, window.scrollY)
    }
    window.addEventListener('scroll', note, { passive: true })
    return () => {
      stop?.()
      window.removeEventListener('scroll', note)
    }
  }, [page_id])
}

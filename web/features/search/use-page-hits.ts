import { useEffect, useRef, useState } from 'react'
import { hashToId } from '#shared/markdown/slug.ts'
import { drawHits, firstHitFrom, hitsOnPage } from './page-hits.ts'

// The text is rendered in parts: it is searched again when that pauses.
const restMs = 150

const headingOfAddress = () => {
  const id = hashToId(window.location.hash)
  return id === undefined ? null : document.getElementById(id)
}

const isInSight = (range: Range) => {
  const { top, bottom } = range.getBoundingClientRect()
  return top > 60 && bottom < window.innerHeight - 60
}

const show = (range: Range | undefined) => {
  if (!range || isInSight(range)) return
  range.startContainer.parentElement?.scrollIntoView({ block: 'center' })
}

/** Returns the hits on the page, which stay highlighted while mounted, and the current one. */
export function usePageHits(words: string) {
  const [hits, setHits] = useState<Range[]>([])
  const [at, setAt] = useState<number>()
  const hasShown = useRef(false)
  useEffect(() => {
    const look = () => setHits(hitsOnPage(words))
    let timer = window.setTimeout(look, 0)
    const changes = new MutationObserver(() => {
      window.clearTimeout(timer)
      timer = window.setTimeout(look, restMs)
    })
    changes.observe(document.body, { childList: true, subtree: true, characterData: true })
    return () => {
      changes.disconnect()
      window.clearTimeout(timer)
    }
  }, [words])
  const current = hits.length === 0 ? 0 : Math.min(at ?? firstHitFrom(hits, headingOfAddress()), hits.length - 1)
  useEffect(() => drawHits(hits, hits[current]), [hits, current])
  useEffect(() => {
    if (hits.length === 0 || hasShown.current) return
    const timer = window.setTimeout(() => {
      hasShown.current = true
      show(hits[current])
    }, restMs)
    return () => window.clearTimeout(timer)
  }, [hits, current])
  const move = (step: number) => {
    const next = (current + step + hits.length) % Math.max(1, hits.length)
    setAt(next)
    show(hits[next])
  }
  return { count: hits.length, current, move }
}

import { useEffect, useRef, useState } from 'react'
import { hashToId } from '#shared/markdown/slug.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { currentPath, navigate } from '#web/lib/route.ts'
import { useShortcut } from '#web/lib/shortcuts.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ChevronDownIcon, ChevronUpIcon, CloseIcon } from '#web/ui/icons.ts'
import { findHits } from './find-hits.ts'
import styles from './hit-marks.module.css'
import { hitParameter } from './hit-path.ts'

const clear = () => {
  const [path = '/', search = ''] = currentPath().split('?')
  const query = new URLSearchParams(search)
  query.delete(hitParameter)
  navigate(`${path}${query.size > 0 ? `?${query}` : ''}${window.location.hash}`, { replace: true })
}

// The text is rendered in parts: it is searched again when that pauses.
const restMs = 150

const headingOfAddress = () => {
  const id = hashToId(window.location.hash)
  return id === undefined ? null : document.getElementById(id)
}

const isVisible = (range: Range) => {
  const { top, bottom } = range.getBoundingClientRect()
  return top > 60 && bottom < window.innerHeight - 60
}

const show = (range: Range | undefined) => {
  if (!range || isVisible(range)) return
  range.startContainer.parentElement?.scrollIntoView({ block: 'center' })
}

/** The elements that contain the text of a page: the title, and the blocks of its text. */
const places = 'main h1, main .md-body[data-mode="read"] .md-block'

/** Elements of the page that are not part of its text. */
const apart = 'button,.md-heading-link,script,style,.katex-mathml,[aria-hidden="true"]'

interface Span {
  node: Text
  from: number
}

function spansOf(place: Element): { text: string; spans: Span[] } {
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
  const spans: Span[] = []
  let text = ''
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const without = node.parentElement?.closest(apart)
    // a dialog hides everything around it: only hidden parts inside the element count
    if (!(node instanceof Text) || (without && place.contains(without))) continue
    spans.push({ node, from: text.length })
    text += node.data
  }
  return { text, spans }
}

const spanAt = (spans: readonly Span[], at: number) => spans.findLast(({ from }) => from <= at)

/** Returns the ranges of the page where any of the words occur, from top to bottom. */
function hitsOnPage(words: string): Range[] {
  return [...document.querySelectorAll(places)].flatMap((place) => {
    const { text, spans } = spansOf(place)
    return findHits(text, words).flatMap(([from, to]) => {
      const first = spanAt(spans, from)
      const last = spanAt(spans, to - 1)
      if (!first || !last) return []
      const range = new Range()
      range.setStart(first.node, from - first.from)
      range.setEnd(last.node, to - last.from)
      return [range]
    })
  })
}

/** Returns the index of the hit that the address leads to: the first one that is not before its heading. */
function firstHitFrom(hits: readonly Range[], heading: Element | null): number {
  if (!heading) return 0
  const at = hits.findIndex((hit) => {
    const order = heading.compareDocumentPosition(hit.startContainer)
    return (order & (Node.DOCUMENT_POSITION_FOLLOWING | Node.DOCUMENT_POSITION_CONTAINED_BY)) !== 0
  })
  return Math.max(at, 0)
}

/** Highlights the hits, without changing the text. @returns a function that removes the highlights */
function drawHits(hits: readonly Range[], current: Range | undefined): () => void {
  // a browser without highlights can still move between hits
  if (typeof Highlight === 'undefined') return () => undefined
  CSS.highlights.set('hit', new Highlight(...hits))
  if (current) CSS.highlights.set('hit-current', Object.assign(new Highlight(current), { priority: 1 }))
  return () => {
    CSS.highlights.delete('hit')
    CSS.highlights.delete('hit-current')
  }
}

/** Returns the hits on the page, which stay highlighted while mounted, and the current one. */
function usePageHits(words: string) {
  const [hits, setHits] = useState<Range[]>([])
  const [at, setAt] = useState<number>()
  const hasShown = useRef(false)
  useEffect(() => {
    const measure = () => setHits(hitsOnPage(words))
    let timer = window.setTimeout(measure, 0)
    const changes = new MutationObserver(() => {
      window.clearTimeout(timer)
      timer = window.setTimeout(measure, restMs)
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

/** Highlights the hits on a page that was opened from a search, with a bar to move between them; Esc removes them. */
export function HitMarks({ words }: { words: string }) {
  const { t } = useTranslation('search')
  const { count, current, move } = usePageHits(words)
  useShortcut('escape', clear, { label: t('hits.clear') })
  return (
    <div className={styles.bar} data-foot="" role="group" aria-label={t('hits.label')} data-no-print="">
      <span className={styles.words}>{words}</span>
      <span className={styles.count} role="status">
        {count === 0 ? t('hits.none') : t('hits.count', { at: current + 1, count })}
      </span>
      <IconButton label={t('hits.before')} side="top" disabled={count < 2} onClick={() => move(-1)}>
        <ChevronUpIcon />
      </IconButton>
      <IconButton label={t('hits.after')} side="top" disabled={count < 2} onClick={() => move(1)}>
        <ChevronDownIcon />
      </IconButton>
      <IconButton label={t('hits.clear')} shortcut="escape" side="top" onClick={clear}>
        <CloseIcon />
      </IconButton>
    </div>
  )
}

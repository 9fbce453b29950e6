import { findHits } from './find-hits.ts'

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
export function hitsOnPage(words: string): Range[] {
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
export function firstHitFrom(hits: readonly Range[], heading: Element | null): number {
  if (!heading) return 0
  const at = hits.findIndex((hit) => {
    const order = heading.compareDocumentPosition(hit.startContainer)
    return (order & (Node.DOCUMENT_POSITION_FOLLOWING | Node.DOCUMENT_POSITION_CONTAINED_BY)) !== 0
  })
  return Math.max(at, 0)
}

/** Highlights the hits, without changing the text. @returns a function that removes the highlights */
export function drawHits(hits: readonly Range[], current: Range | undefined): () => void {
  // a browser without highlights can still move between hits
  if (typeof Highlight === 'undefined') return () => undefined
  CSS.highlights.set('hit', new Highlight(...hits))
  if (current) CSS.highlights.set('hit-current', Object.assign(new Highlight(current), { priority: 1 }))
  return () => {
    CSS.highlights.delete('hit')
    CSS.highlights.delete('hit-current')
  }
}

const most = 1000

/** Search matches in a text: the query, the match positions, and the current match. */
export interface TextMatches {
  query: string
  positions: readonly number[]
  current: number
}

/** A view of a text that highlights search matches. */
export interface MatchHighlighter {
  draw: (found: TextMatches) => void
  clear: () => void
}

/** Highlights matches and scrolls the current one into view. @returns a function that removes the highlights */
export function highlightMatches(
  hits: readonly Range[],
  now: Range | Element | undefined,
  frame: HTMLElement,
): () => void {
  if ('highlights' in CSS) {
    CSS.highlights.set('call-hit', new Highlight(...hits))
    CSS.highlights.set('call-hit-now', now instanceof Range ? new Highlight(now) : new Highlight())
  }
  if (now) {
    const place = now.getBoundingClientRect()
    const visibleRange = frame.getBoundingClientRect()
    if (place.top < visibleRange.top || place.bottom > visibleRange.bottom)
      frame.scrollTop += place.top - visibleRange.top - frame.clientHeight / 2
  }
  return () => {
    if (!('highlights' in CSS)) return
    CSS.highlights.delete('call-hit')
    CSS.highlights.delete('call-hit-now')
  }
}

/** Returns the positions of a query in a text, ignoring case; at most the first thousand. */
export function findMatches(text: string, words: string): number[] {
  if (words === '') return []
  const found: number[] = []
  const [inside, wanted] = [text.toLowerCase(), words.toLowerCase()]
  // characters whose lower case form is longer would shift all later positions
  const [where, what] = inside.length === text.length ? [inside, wanted] : [text, words]
  for (let at = where.indexOf(what); at >= 0 && found.length < most; at = where.indexOf(what, at + what.length))
    found.push(at)
  return found
}

/** Converts positions in the text of a node to ranges, in order. */
export function toRanges(node: Node, places: readonly number[], length: number): Range[] {
  const ranges: Range[] = []
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
  let text = walker.nextNode()
  let begin = 0
  const go = (place: number) => {
    while (text && place > begin + (text.nodeValue?.length ?? 0)) {
      begin += text.nodeValue?.length ?? 0
      text = walker.nextNode()
    }
    return text
  }
  for (const place of places) {
    const first = go(place)
    if (!first) break
    const range = document.createRange()
    range.setStart(first, place - begin)
    const last = go(place + length)
    if (!last) break
    range.setEnd(last, place + length - begin)
    ranges.push(range)
  }
  return ranges
}

/** Marks the matches in a text. @returns a function that removes the marks */
export type DrawMatches = (node: Node, matches: TextMatches, frame: HTMLElement) => () => void

/** Marks the matches in the text of a node, and scrolls to the current one. */
export const drawMatches: DrawMatches = (node, { positions, query, current }, frame) => {
  const ranges = toRanges(node, positions, query.length)
  return highlightMatches(ranges, ranges[current], frame)
}

/** The scroll direction of a box. */
type ScrollAxis = 'row' | 'column'

/**
 * Returns the edges at which content is hidden: `start`, `end`, both separated by a space, or nothing. Lengths in px.
 */
export function getHiddenEdges(box: { at: number; shown: number; all: number }): string {
  const { at, shown, all } = box
  // Rounding can lose a pixel when the page is zoomed.
  return [at > 1 && 'start', at + shown < all - 1 && 'end'].filter(Boolean).join(' ')
}

/**
 * Sets `data-cut` to the edges at which a scrolling box hides content, for overflow-shadow.module.css.
 *
 * @returns a function that stops watching
 */
export function watchOverflow(box: HTMLElement, way: ScrollAxis): () => void {
  const update = () => {
    const cut =
      way === 'row'
        ? getHiddenEdges({ at: box.scrollLeft, shown: box.clientWidth, all: box.scrollWidth })
        : getHiddenEdges({ at: box.scrollTop, shown: box.clientHeight, all: box.scrollHeight })
    if (box.dataset['cut'] !== cut) box.dataset['cut'] = cut
  }
  const sizes = new ResizeObserver(update)
  for (const part of [box, ...box.children]) sizes.observe(part)
  box.addEventListener('scroll', update, { passive: true })
  return () => {
    sizes.disconnect()
    box.removeEventListener('scroll', update)
  }
}

/** `watchOverflow` of a row as its `ref`. */
export const watchRowOverflow = (box: HTMLElement | null) => (box ? watchOverflow(box, 'row') : undefined)

/** `watchOverflow` of a column as its `ref`. */
export const watchColumnOverflow = (box: HTMLElement | null) => (box ? watchOverflow(box, 'column') : undefined)

/** How much of the neighbours stays visible next to the part in view, in px: the faded edge and a bit more. */
const neighbourWidth = 48

/**
 * Returns the scroll offset at which one part of a row and a bit of its neighbours are visible. Scrolls no further than
 * needed, so the beginning stays visible where there is room. Lengths in px.
 */
export function getScrollOffset(row: { at: number; shown: number }, part: { left: number; width: number }): number {
  const neighbour = Math.min(neighbourWidth, Math.max(0, (row.shown - part.width) / 2))
  const least = part.left + part.width + neighbour - row.shown
  const most = part.left - neighbour
  return Math.max(0, Math.min(Math.max(row.at, least), most))
}

/**
 * Keeps one part of a row visible whenever the row changes its width, scrolling no further than needed; the page itself
 * does not scroll.
 *
 * @returns a function that stops watching
 */
export function scrollIntoViewOnResize(row: HTMLElement, find: () => HTMLElement | null): () => void {
  const watch = new ResizeObserver(() => {
    const part = find()
    if (!part) return
    const left = part.getBoundingClientRect().left - row.getBoundingClientRect().left + row.scrollLeft
    row.scrollLeft = getScrollOffset({ at: row.scrollLeft, shown: row.clientWidth }, { left, width: part.offsetWidth })
  })
  watch.observe(row)
  return () => watch.disconnect()
}

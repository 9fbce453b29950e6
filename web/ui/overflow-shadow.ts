/** Which way a box scrolls. */
export type ScrollAxis = 'row' | 'column'

/** At which edges something is hidden: `start`, `end`, both with a blank between, or nothing. Lengths in px. */
export function getHiddenEdges(box: { at: number; shown: number; all: number }): string {
  const { at, shown, all } = box
  // a pixel is lost to rounding where the page is enlarged
  return [at > 1 && 'start', at + shown < all - 1 && 'end'].filter(Boolean).join(' ')
}

/**
 * Tells the looks of overflow-shadow.module.css, as `data-cut`, at which edges of a scrolling box something is hidden.
 *
 * @returns ends it
 */
export function watchOverflow(box: HTMLElement, way: ScrollAxis): () => void {
  const tell = () => {
    const cut =
      way === 'row'
        ? getHiddenEdges({ at: box.scrollLeft, shown: box.clientWidth, all: box.scrollWidth })
        : getHiddenEdges({ at: box.scrollTop, shown: box.clientHeight, all: box.scrollHeight })
    if (box.dataset['cut'] !== cut) box.dataset['cut'] = cut
  }
  const sizes = new ResizeObserver(tell)
  for (const part of [box, ...box.children]) sizes.observe(part)
  box.addEventListener('scroll', tell, { passive: true })
  return () => {
    sizes.disconnect()
    box.removeEventListener('scroll', tell)
  }
}

/** `watchCut` of a row as its `ref`. */
export const watchRowOverflow = (box: HTMLElement | null) => (box ? watchOverflow(box, 'row') : undefined)

/** `watchCut` of a column as its `ref`. */
export const watchColumnOverflow = (box: HTMLElement | null) => (box ? watchOverflow(box, 'column') : undefined)

/** How much of its neighbours is seen beside the part that is kept in sight, in px: what fades at an edge, and a bit more. */
const besideWidth = 48

/**
 * How far a row is scrolled so that one part of it is in sight with a bit of its neighbours: no further than needed, for what
 * stands at the beginning is seen wherever there is room. Lengths in px.
 */
export function getScrollOffset(row: { at: number; shown: number }, part: { left: number; width: number }): number {
  const beside = Math.min(besideWidth, Math.max(0, (row.shown - part.width) / 2))
  const least = part.left + part.width + beside - row.shown
  const most = part.left - beside
  return Math.max(0, Math.min(Math.max(row.at, least), most))
}

/**
 * Keeps one part of a row in sight whenever the row changes its width, scrolled no further than needed; the page stays where
 * it is.
 *
 * @returns ends it
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

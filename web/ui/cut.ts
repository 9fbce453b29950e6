/** Which way a box scrolls. */
export type ScrollWay = 'row' | 'column'

/** At which edges something is hidden: `start`, `end`, both with a blank between, or nothing. Lengths in px. */
export function cutOf(box: { at: number; shown: number; all: number }): string {
  const { at, shown, all } = box
  // a pixel is lost to rounding where the page is enlarged
  return [at > 1 && 'start', at + shown < all - 1 && 'end'].filter(Boolean).join(' ')
}

/**
 * Tells the looks of cut.module.css, as `data-cut`, at which edges of a scrolling box something is hidden.
 *
 * @returns ends it
 */
export function watchCut(box: HTMLElement, way: ScrollWay): () => void {
  const tell = () => {
    const cut =
      way === 'row'
        ? cutOf({ at: box.scrollLeft, shown: box.clientWidth, all: box.scrollWidth })
        : cutOf({ at: box.scrollTop, shown: box.clientHeight, all: box.scrollHeight })
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
export const cutRow = (box: HTMLElement | null) => (box ? watchCut(box, 'row') : undefined)

/** `watchCut` of a column as its `ref`. */
export const cutColumn = (box: HTMLElement | null) => (box ? watchCut(box, 'column') : undefined)

/**
 * Keeps one part of a row in its middle, as far as the row can be scrolled, whenever the row changes its width; the page
 * stays where it is.
 *
 * @returns ends it
 */
export function keepCentred(row: HTMLElement, find: () => HTMLElement | null): () => void {
  const watch = new ResizeObserver(() => {
    const part = find()
    if (!part) return
    const isAt = part.getBoundingClientRect().left - row.getBoundingClientRect().left
    row.scrollLeft += isAt - (row.clientWidth - part.offsetWidth) / 2
  })
  watch.observe(row)
  return () => watch.disconnect()
}

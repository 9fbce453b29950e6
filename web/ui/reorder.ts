/** A box on the screen. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** Returns the list with the item at index `from` moved to index `to`. */
export function arrayMove<T>(list: readonly T[], from: number, to: number): T[] {
  const next = list.slice()
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

/** Returns the gap in a column nearest to `y`: 0 is above the first box, `boxes.length` below the last. */
export const gapInColumn = (boxes: readonly Box[], y: number): number => {
  const next = boxes.findIndex((box) => y < (box.top + box.bottom) / 2)
  return next === -1 ? boxes.length : next
}

/**
 * Returns the gap in a wrapping grid nearest to the point: before the first box on its line that is to the right of it.
 */
export function gapInGrid(boxes: readonly Box[], x: number, y: number): number {
  const onLine = boxes.findIndex((box) => y < box.bottom)
  if (onLine === -1) return boxes.length
  const lineTop = boxes[onLine]?.top
  let at = onLine
  for (; at < boxes.length; at += 1) {
    const box = boxes[at]
    if (!box || box.top !== lineTop || x < (box.left + box.right) / 2) break
  }
  return at
}

/** Returns the index of the item at `from` after dropping it in `gap`. */
export const getIndexOfGap = (from: number, gap: number): number => (gap > from ? gap - 1 : gap)

/**
 * Returns the index to which a key moves the item at `index` of a paginated list: by one, by one page, or to the ends.
 * Undefined for other keys.
 */
export function getIndexByKey(
  key: string,
  { index, count, pageSize }: { index: number; count: number; pageSize: number },
): number | undefined {
  const places: Record<string, number> = {
    ArrowUp: index - 1,
    ArrowDown: index + 1,
    PageUp: Math.max(0, index - pageSize),
    PageDown: Math.min(count - 1, index + pageSize),
    Home: 0,
    End: count - 1,
  }
  return Object.hasOwn(places, key) ? places[key] : undefined
}

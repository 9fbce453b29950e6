/** A gap in the row of page numbers. */
type PageGap = 'before' | 'after'

/** Returns the page numbers to show: first, last, the current one with its neighbours, and gaps in between. */
export function getPageNumbers(page: number, pages: number): (number | PageGap)[] {
  if (pages <= 7) return Array.from({ length: pages }, (_, at) => at + 1)
  const from = Math.max(2, Math.min(page - 1, pages - 4))
  const to = Math.min(pages - 1, Math.max(page + 1, 5))
  const middle = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  const before: (number | PageGap)[] = from > 2 ? ['before'] : []
  const after: (number | PageGap)[] = to < pages - 1 ? ['after'] : []
  return [1, ...before, ...middle, ...after, pages]
}

/** Returns the rows of a page and its number, from 1; the last page if there are fewer pages by now. */
export function paginate<Row>(
  rows: readonly Row[],
  page: number,
  pageSize: number,
): { at: number; rows: readonly Row[] } {
  const at = Math.min(page, Math.max(1, Math.ceil(rows.length / pageSize)))
  return { at, rows: rows.slice((at - 1) * pageSize, at * pageSize) }
}

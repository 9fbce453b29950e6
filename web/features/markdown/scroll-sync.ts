interface Mark {
  line: number
  top: number
}

function topOf(node: Element, root: HTMLElement): number {
  return node.getBoundingClientRect().top - root.getBoundingClientRect().top
}

/** The element where each source line begins, as lines and distances from the body's top, in order. */
function marksOf(root: HTMLElement): Mark[] {
  const marks: Mark[] = []
  for (const block of root.querySelectorAll<HTMLElement>(':scope > .md-block')) {
    const line = Number(block.dataset['line'])
    marks.push({ line, top: topOf(block, root) })
  }
  return marks
}

/** The same inside the block that holds `isHere`, row by row. */
function refine(root: HTMLElement, at: number, marks: Mark[]): Mark[] {
  const block = root.children[at]
  const base = marks[at]
  if (!block || !base) return marks
  const rows = [...block.querySelectorAll<HTMLElement>('[data-row]')].map((node) => ({
    line: base.line + Number(node.dataset['row']),
    top: topOf(node, root),
  }))
  const sorted = rows.filter((row, i) => i === 0 || row.top >= (rows[i - 1]?.top ?? 0))
  return [...marks.slice(0, at + 1), ...sorted, ...marks.slice(at + 1)]
}

function between(marks: Mark[], value: number, from: 'line' | 'top', to: 'line' | 'top'): number {
  const after = marks.findIndex((mark) => mark[from] > value)
  const a = marks[(after === -1 ? marks.length : after) - 1]
  const b = after === -1 ? undefined : marks[after]
  if (!a) return b?.[to] ?? 0
  if (!b || b[from] === a[from]) return a[to]
  return a[to] + ((value - a[from]) / (b[from] - a[from])) * (b[to] - a[to])
}

function lastAtMost(marks: Mark[], value: number, from: 'line' | 'top'): number {
  let found = 0
  marks.forEach((mark, at) => {
    if (mark[from] <= value) found = at
  })
  return found
}

/** The source line (from 1, with a fraction) shown `offset` px below the top of a rendered body. */
export function lineAtOffset(root: HTMLElement, offset: number): number {
  const marks = marksOf(root)
  return between(refine(root, lastAtMost(marks, offset, 'top'), marks), offset, 'top', 'line')
}

/** How many px below the top of a rendered body the source line (from 1, fractions allowed) is shown. */
export function offsetOfLine(root: HTMLElement, line: number): number {
  const marks = marksOf(root)
  return between(refine(root, lastAtMost(marks, line, 'line'), marks), line, 'line', 'top')
}

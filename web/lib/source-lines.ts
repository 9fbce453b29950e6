interface Mark {
  line: number
  top: number
}

function topOf(node: Element, root: HTMLElement): number {
  return node.getBoundingClientRect().top - root.getBoundingClientRect().top
}

/** Returns where a block begins, as its line and its distance from the body's top. */
const markOf = (block: HTMLElement, root: HTMLElement): Mark => ({
  line: Number(block.dataset['line']),
  top: topOf(block, root),
})

/** Returns the last of the sorted blocks whose `read` is at most `value`; the first when there is none. */
function lastAtMost(blocks: readonly HTMLElement[], value: number, read: (block: HTMLElement) => number): number {
  let low = 0
  let high = blocks.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    const block = blocks[middle]
    if (block && read(block) <= value) low = middle
    else high = middle - 1
  }
  return low
}

/** Returns the positions in the block at `at`, row by row, and where the next one begins. Only these are measured. */
function marksAround(root: HTMLElement, blocks: readonly HTMLElement[], at: number): Mark[] {
  const block = blocks[at]
  const after = blocks[at + 1]
  if (!block) return []
  const base = markOf(block, root)
  const rows = [...block.querySelectorAll<HTMLElement>('[data-row]')].map((node) => ({
    line: base.line + Number(node.dataset['row']),
    top: topOf(node, root),
  }))
  const sorted = rows.filter((row, i) => i === 0 || row.top >= (rows[i - 1]?.top ?? 0))
  return [base, ...sorted, ...(after ? [markOf(after, root)] : [])]
}

function between(marks: Mark[], value: number, from: 'line' | 'top', to: 'line' | 'top'): number {
  const after = marks.findIndex((mark) => mark[from] > value)
  const a = marks[(after === -1 ? marks.length : after) - 1]
  const b = after === -1 ? undefined : marks[after]
  if (!a) return b?.[to] ?? 0
  if (!b || b[from] === a[from]) return a[to]
  return a[to] + ((value - a[from]) / (b[from] - a[from])) * (b[to] - a[to])
}

const blocksOf = (root: HTMLElement) => [...root.querySelectorAll<HTMLElement>(':scope > .md-block')]

/** Returns the source line (from 1, with a fraction) shown `offset` px below the top of a rendered body. */
export function lineAtOffset(root: HTMLElement, offset: number): number {
  const blocks = blocksOf(root)
  const at = lastAtMost(blocks, offset, (block) => topOf(block, root))
  return between(marksAround(root, blocks, at), offset, 'top', 'line')
}

/** Returns how many px below the top of a rendered body the source line (from 1, fractions allowed) is shown. */
export function offsetOfLine(root: HTMLElement, line: number): number {
  const blocks = blocksOf(root)
  const at = lastAtMost(blocks, line, (block) => Number(block.dataset['line']))
  return between(marksAround(root, blocks, at), line, 'line', 'top')
}

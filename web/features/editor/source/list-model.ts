/** The parts of a list line. */
interface ListLine {
  indent: number
  /** `-`, `2.` and the like. */
  mark: string
  /** The column where its text begins; lines that belong to it are indented to the same column. */
  textAt: number
  /** The state of its task checkbox; undefined when it is not a task. */
  box: 'open' | 'done' | undefined
}

const shape = /^(\s*)([-*+]|\d{1,9}[.)])(\s+|$)(\[[ xX]\](?=\s|$))?/

/** Parses a line as a list line; returns undefined when it is not one. */
export function listLine(line: string): ListLine | undefined {
  const [, spaces = '', mark, gap = '', box] = shape.exec(line) ?? []
  if (mark === undefined || /^\s*([-*_])(?:\s*\1){2,}\s*$/.test(line)) return undefined
  const indent = columnsOf(spaces)
  const textAt = indent + mark.length + Math.min(Math.max(1, gap.length), 4)
  return { indent, mark, textAt, box: box === undefined ? undefined : box[1] === ' ' ? 'open' : 'done' }
}

const columnsOf = (spaceCount: string) => {
  let columns = 0
  for (const space of spaceCount) columns += space === '\t' ? 4 - (columns % 4) : 1
  return columns
}

const indentOf = (line: string) => columnsOf(/^\s*/.exec(line)?.[0] ?? '')

/** Returns the last line, from 0, of the item that begins at `at`: its own lines and its nested lists. */
function endOfEntry(lines: readonly string[], at: number): number {
  const own = listLine(lines[at] ?? '')
  if (!own) return at
  let end = at
  for (let next = at + 1; next < lines.length; next += 1) {
    const line = lines[next] ?? ''
    if (line.trim() === '') continue
    if (indentOf(line) <= own.indent) break
    end = next
  }
  return end
}

const shifted = (line: string, by: number) =>
  line.trim() === '' ? line : ' '.repeat(Math.max(0, indentOf(line) + by)) + line.trimStart()

/**
 * Returns the lines with the items that begin in `from..to` (from 0) shifted by one level, including everything in
 * them.
 */
export function shiftEntries(lines: readonly string[], from: number, to: number, step: 1 | -1): string[] {
  const next = [...lines]
  for (let at = from; at <= to; at += 1) {
    const own = listLine(next[at] ?? '')
    if (!own) continue
    const goal = step > 0 ? indentBelow(next, at, own) : indentAbove(next, at, own)
    const end = endOfEntry(next, at)
    if (goal !== undefined) {
      for (let line = at; line <= end; line += 1) next[line] = shifted(next[line] ?? '', goal - own.indent)
    }
    at = end // the content of the item has moved with it
  }
  return next
}

/** Returns the indent of an item as the first child of the one before it; undefined when there is none before it. */
function indentBelow(lines: readonly string[], at: number, own: ListLine): number | undefined {
  for (let above = at - 1; above >= 0; above -= 1) {
    const line = lines[above] ?? ''
    if (line.trim() === '') continue
    const entry = listLine(line)
    if (entry && entry.indent <= own.indent) return entry.indent < own.indent ? undefined : entry.textAt
    if (!entry && indentOf(line) <= own.indent) return undefined
  }
  return undefined
}

/** Returns the indent of the parent of an item; undefined when there is none. */
function indentAbove(lines: readonly string[], at: number, own: ListLine): number | undefined {
  if (own.indent === 0) return undefined
  for (let above = at - 1; above >= 0; above -= 1) {
    const entry = listLine(lines[above] ?? '')
    if (entry && entry.indent < own.indent) return entry.indent
  }
  return 0
}

/** Returns the lines with each list numbered consecutively from its first item. */
export function renumber(lines: readonly string[]): string[] {
  const open: { indent: number; sign: string; next: number }[] = []
  return lines.map((line) => {
    if (line.trim() === '') return line
    const entry = listLine(line)
    const indent = entry?.indent ?? indentOf(line)
    while ((open.at(-1)?.indent ?? -1) > indent || (!entry && (open.at(-1)?.indent ?? -1) >= indent)) open.pop()
    if (!entry) return line
    const sign = entry.mark.at(-1) ?? ''
    const isNumber = /^\d/.test(entry.mark)
    const list = open.at(-1)
    if (!list || list.indent < indent || list.sign !== sign) {
      if (list?.indent === indent) open.pop()
      open.push({ indent, sign, next: isNumber ? Number.parseInt(entry.mark, 10) + 1 : 0 })
      return line
    }
    if (!isNumber) return line
    const number = list.next
    list.next += 1
    return line.replace(/\d{1,9}/, String(number))
  })
}

/** Returns the range of the list around line `at` (from 0), including the blank lines within it. */
export function listAround(lines: readonly string[], at: number): { first: number; last: number } {
  const isPart = (line: string) => line.trim() === '' || listLine(line) !== undefined || indentOf(line) > 0
  let first = at
  while (first > 0 && isPart(lines[first - 1] ?? '')) first -= 1
  let last = at
  while (last < lines.length - 1 && isPart(lines[last + 1] ?? '')) last += 1
  return { first, last }
}

/** Texts longer than this are previewed as the section around the visible lines. In characters. */
const wholeUpTo = 700_000

/** How much is shown on either side of the visible line, in characters. */
const room = 60_000

/** The section of a text that the preview shows. Lines count from 1. */
export interface PreviewSection {
  text: string
  /** The line of the whole text that the section begins with; `end` is the line after its last one. */
  first: number
  end: number
  /** Its last line. */
  last: number
  hasBefore: boolean
  hasAfter: boolean
}

/** Returns the section that is the whole text. */
export const wholeSection = (text: string): PreviewSection => ({
  text,
  first: 1,
  end: Number.POSITIVE_INFINITY,
  last: Number.POSITIVE_INFINITY,
  hasBefore: false,
  hasAfter: false,
})

interface Cut {
  offset: number
  line: number
}

const fence = /^ {0,3}(`{3,}|~{3,})/

/**
 * Calls `visit` with the position of each empty line outside code blocks, where a text may be cut, and of line
 * `wanted`.
 */
function walk(text: string, wanted: number, visit: (cut: Cut, isWanted: boolean) => void) {
  let open = ''
  let offset = 0
  for (let line = 1; offset <= text.length; line += 1) {
    const next = text.indexOf('\n', offset)
    const end = next === -1 ? text.length : next
    const sign = text.charCodeAt(offset)
    const mark = sign === 96 || sign === 126 || sign === 32 ? fence.exec(text.slice(offset, end))?.[1] : undefined
    if (mark && !open) open = mark
    else if (mark?.startsWith(open)) open = ''
    if (line === wanted) visit({ offset, line }, true)
    else if (end === offset && !open) visit({ offset, line }, false)
    if (next === -1) break
    offset = next + 1
  }
}

/**
 * Returns the section of a text to show while `line` is visible: all of it, or the surroundings, cut at empty lines.
 */
export function sectionAround(text: string, line: number): PreviewSection {
  if (text.length <= wholeUpTo) return wholeSection(text)
  const start: Cut = { offset: 0, line: 1 }
  const cuts: Cut[] = [start]
  let at = start
  walk(text, line, (cut, isWanted) => {
    if (isWanted) at = cut
    else cuts.push(cut)
  })
  const first = cuts.findLast((cut) => cut.offset <= at.offset - room) ?? start
  const last = cuts.find((cut) => cut.offset >= at.offset + room)
  const part = text.slice(first.offset, last?.offset)
  return {
    text: part,
    first: first.line,
    end: last?.line ?? Number.POSITIVE_INFINITY,
    last: last?.line ?? first.line + part.split('\n').length,
    hasBefore: first.offset > 0,
    hasAfter: last !== undefined,
  }
}

/** Reports whether `line` is so near the edge of a section that another section should be shown. */
export function isNearEdge(part: Omit<PreviewSection, 'text'>, line: number): boolean {
  const { first, last, hasBefore, hasAfter } = part
  if (!hasBefore && !hasAfter) return false
  const margin = (last - first) / 5
  return (hasBefore && line < first + margin) || (hasAfter && line > last - margin)
}

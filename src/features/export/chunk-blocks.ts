// A text up to this length and this many tokens is parsed at once: the parser and the output take some 500 bytes for
// each. Source: measured, so that one page stays within the memory of the export worker.
const wholeMost = { length: 600_000, tokens: 160_000 } as const
// Beyond this size an empty line ends a chunk; when none comes, any line does.
const pieceLeast = { length: 300_000, tokens: 80_000 } as const
// A single line longer than a whole chunk is cut into parts of this length, at a space where there is one.
const partLength = 50_000
const spaceWithin = 1000

const fenceLine = /^ {0,3}(`{3,}|~{3,})/
const rowsLine = /^ {0,3}\|?[\s:|-]*-[\s:|-]*$/
const htmlLine = /^ {0,3}</

/** The state that continues from one chunk of a text to the next: the open fence, or the table's header. */
interface Going {
  fence: string
  fenceStart: string
  tableHead: string
  /** The number of columns of the table. */
  columns: number
}

const nothing: Going = { fence: '', fenceStart: '', tableHead: '', columns: 0 }

function countOf(line: string, sign: string): number {
  let count = 0
  for (let at = line.indexOf(sign); at !== -1; at = line.indexOf(sign, at + 1)) count += 1
  return count
}

function goingAfter(line: string, before: string, going: Going): Going {
  const sign = fenceLine.exec(line)?.[1] ?? ''
  if (going.fence !== '') {
    const ends = sign.startsWith(going.fence) && line.trim() === sign
    return ends ? nothing : going
  }
  if (sign !== '') return { ...nothing, fence: sign, fenceStart: `${line}\n` }
  if (line.trim() === '') return nothing
  if (going.tableHead === '' && rowsLine.test(line) && before.includes('|'))
    return { ...nothing, tableHead: `${before}\n${line}\n`, columns: countOf(before, '|') + 1 }
  return going
}

const tokensOfCell = 4
const tokensOfNote = 16

/** Estimates the number of tokens of a line: its own, and those that its special characters may open or close. */
function tokensOf(line: string, going: Going): number {
  if (going.fence !== '') return 1
  let signs = 0
  for (let at = 0; at < line.length; at += 1) {
    const code = line.charCodeAt(at)
    // ASCII without letters, digits and whitespace
    if (code > 32 && code < 127 && !(code >= 48 && code <= 57) && !((code | 32) >= 97 && (code | 32) <= 122)) {
      signs += code === 94 ? tokensOfNote : 2
    }
  }
  // texts between HTML tags are extracted without a parser
  if (htmlLine.test(line)) return 4 + signs / 4
  // every row has exactly as many cells as the table's header
  return 4 + signs + tokensOfCell * going.columns
}

/** Splits a line into parts that can be parsed by themselves, never inside a tag. */
function* partsOf(line: string): Generator<string> {
  let from = 0
  while (line.length - from > partLength) {
    const most = from + partLength
    const tag = line.lastIndexOf('<', most)
    const isInTag = tag > from && line.indexOf('>', tag) >= most && most - tag < spaceWithin
    const space = line.lastIndexOf(' ', most)
    const to = isInTag ? tag : space > most - spaceWithin ? space + 1 : most
    yield line.slice(from, to)
    from = to
  }
  yield line.slice(from)
}

function* linesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const next = text.indexOf('\n', from)
    const to = next === -1 ? text.length : next
    yield text.slice(from, text[to - 1] === '\r' ? to - 1 : to)
    from = to + 1
  }
}

function isOrdinary(text: string): boolean {
  if (text.length > wholeMost.length) return false
  let going = nothing
  let before = ''
  let tokens = 0
  for (const line of linesOf(text)) {
    tokens += tokensOf(line, going)
    if (tokens > wholeMost.tokens) return false
    going = goingAfter(line, before, going)
    before = line
  }
  return true
}

/** The maximum number of table cells of one page: a table of 4 MB has fewer, each with its own text. */
export const cellsMost = 3_000_000

/** A page whose tables have too many cells for a file: even short rows have all cells of the table's header. */
export class TooManyCells extends Error {
  override readonly name = 'TooManyCells'
  readonly title: string

  /** @param title the page's title */
  constructor(title: string) {
    super(`more than ${cellsMost} cells`)
    this.title = title
  }
}

/** Whether an error is `TooManyCells`, also of another bundle, which has a class of its own. */
export const isTooManyCells = (error: unknown): error is TooManyCells =>
  error instanceof Error && error.name === 'TooManyCells'

/** Returns how many columns the head of a table has: as many as there are bars between its cells, and one. */
function tableColumns(tableHead: string): number {
  if (tableHead === '') return 0
  const [row = ''] = tableHead.split('\n', 1)
  return (
    countOf(
      row
        .trim()
        .replace(/\\\|/g, '')
        .replace(/^\||\|$/g, ''),
      '|',
    ) + 1
  )
}

/** @throws {TooManyCells} when the tables of a page have more than `cellsMost` cells */
export function requireFewCells(text: string, title: string): void {
  let going = nothing
  let before = ''
  let cells = 0
  for (const line of linesOf(text)) {
    going = goingAfter(line, before, going)
    before = line
    cells += tableColumns(going.tableHead)
    if (cells > cellsMost) throw new TooManyCells(title)
  }
}

/**
 * Splits a text into chunks that can be parsed one by one, which limits the memory for a page. Cuts at empty lines, or
 * at any line when there are none for too long, and repeats the table's header or the start of the code block. A text
 * of ordinary length is one chunk. In a longer text, footnotes and link references that are defined in another chunk
 * are not found.
 */
export function* splitIntoChunks(text: string): Generator<string> {
  if (isOrdinary(text)) {
    yield text
    return
  }
  let going = nothing
  let before = ''
  let start = ''
  let piece = ''
  let tokens = 0
  let isSpace = true
  const end = () => {
    const whole = start + piece + (going.fence === '' ? '' : `${going.fence}\n`)
    start = going.fenceStart + going.tableHead
    piece = ''
    isSpace = true
    tokens = going.columns * tokensOfCell
    return whole
  }
  const isOver = (most: typeof wholeMost | typeof pieceLeast) => piece.length > most.length || tokens > most.tokens
  for (const line of linesOf(text)) {
    const isEmpty = line.trim() === ''
    const isBetween = isEmpty && going.fence === ''
    if (!isSpace && (isOver(wholeMost) || (isBetween && isOver(pieceLeast)))) yield end()
    const more = tokensOf(line, going)
    const isLong = more > wholeMost.tokens && going.fence === '' && !htmlLine.test(line)
    going = goingAfter(line, before, going)
    before = line
    tokens += more
    isSpace &&= isEmpty
    if (!isLong) piece += `${line}\n`
    else
      for (const part of partsOf(line)) {
        piece += `${part}\n`
        yield end()
      }
  }
  if (!isSpace) yield end()
}

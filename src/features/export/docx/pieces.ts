// A text is read in one go up to this length, for what its parser holds is some hundred times as long.
const wholeMost = 600_000
// From here on an empty line ends a piece; when none comes, any line does.
const pieceLeast = 300_000

const fenceLine = /^ {0,3}(`{3,}|~{3,})/
const rowsLine = /^ {0,3}\|?[\s:|-]*-[\s:|-]*$/

/** What goes on from one piece of a text to the next: the open fence, or the head of the table. */
interface Going {
  fence: string
  fenceStart: string
  tableHead: string
}

const nothing: Going = { fence: '', fenceStart: '', tableHead: '' }

function goingAfter(line: string, before: string, going: Going): Going {
  const sign = fenceLine.exec(line)?.[1] ?? ''
  if (going.fence !== '') {
    const ends = sign.startsWith(going.fence) && line.trim() === sign
    return ends ? nothing : going
  }
  if (sign !== '') return { fence: sign, fenceStart: `${line}\n`, tableHead: '' }
  if (line.trim() === '') return nothing
  if (rowsLine.test(line) && before.includes('|')) return { ...nothing, tableHead: `${before}\n${line}\n` }
  return going
}

/**
 * A text in pieces that can be read one by one, so that no page takes more memory than there is: cut at empty lines, or
 * where there are none for too long at any line, with the head of a table or the start of a code block said again. A text
 * of ordinary length is one piece. Notes and addresses that are told elsewhere in a longer one are not found.
 */
export function piecesOf(text: string): string[] {
  if (text.length <= wholeMost) return [text]
  const pieces: string[] = []
  let going = nothing
  let before = ''
  let piece = ''
  for (const line of text.split(/\r?\n/)) {
    const isOver = piece.length > wholeMost
    if ((piece.length > pieceLeast && line.trim() === '' && going.fence === '') || isOver) {
      pieces.push(going.fence === '' ? piece : `${piece}${going.fence}\n`)
      piece = going.fenceStart + going.tableHead
    }
    going = goingAfter(line, before, going)
    piece += `${line}\n`
    before = line
  }
  return [...pieces, piece].filter((one) => one.trim() !== '')
}

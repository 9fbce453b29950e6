/**
 * A piece of a line: text, or one thing that is no text, with the marks that lie on it. A mark is its name, with what
 * else a reader can tell of it: `link /guide`.
 */
export type Run = { text?: string; atom?: string; marks: readonly string[] }

/** The atom that a break of line is, where a reader sees one. */
export const breakAtom = 'br'
const codeMark = 'code'

const parts = /[ \t\n]+|[\p{Zs}\f\v]+|[^\p{Zs}\t\n\f\v]+/gu
const wideSpace = /^[\p{Zs}\f\v]/u

type Piece = { text: string; isSpace: boolean; isAtom: boolean; marks: readonly string[] }

function piecesOf(runs: readonly Run[]): Piece[] {
  const pieces: Piece[] = []
  for (const { text, atom, marks } of runs) {
    if (atom !== undefined) pieces.push({ text: atom, isSpace: false, isAtom: true, marks })
    else if (marks.includes(codeMark)) pieces.push({ text: text ?? '', isSpace: false, isAtom: false, marks })
    else {
      for (const part of (text ?? '').match(parts) ?? []) {
        const isPlainSpace = /^[ \t\n]/.test(part)
        const isSpace = isPlainSpace || wideSpace.test(part)
        pieces.push({ text: isPlainSpace ? ' ' : part, isSpace, isAtom: false, marks })
      }
    }
  }
  return pieces
}

/** A space that the page does not show where it has none to part. */
const isHidden = (piece: Piece | undefined) => piece?.isSpace === true && piece.text === ' '
const isBreak = (piece: Piece | undefined) => piece === undefined || (piece.isAtom && piece.text === breakAtom)

/** The next one in a direction that is as it should be; undefined when there is none. */
export function nearest<T>(list: readonly T[], from: number, step: 1 | -1, isIt: (one: T) => boolean): T | undefined {
  for (let at = from + step; at >= 0 && at < list.length; at += step) {
    const one = list[at]
    if (one !== undefined && isIt(one)) return one
  }
  return undefined
}

/**
 * What a reader sees of a line, as text to compare: equal for two lines that look the same, however they are written.
 * Spaces at the edges do not show, nor does a mark on a space at the edge of what it marks, nor a break at the end.
 */
export function renderedLineKey(runs: readonly Run[]): string {
  const pieces = piecesOf(runs)
  while (pieces.length > 0 && (isHidden(pieces.at(-1)) || isBreak(pieces.at(-1)))) pieces.pop()
  let shown = ''
  let marksBefore = ''
  pieces.forEach((piece, at) => {
    if (isHidden(piece)) {
      const [before, after] = [pieces[at - 1], pieces[at + 1]]
      if (isHidden(before) || isBreak(before) || isBreak(after)) return
    }
    const isBetween = piece.isSpace || isBreak(piece)
    const isWord = (other: Piece) => !other.isSpace && !isBreak(other)
    const common = isBetween ? [nearest(pieces, at, -1, isWord), nearest(pieces, at, 1, isWord)] : []
    const marks = [...new Set(piece.marks)]
      .filter((mark) => common.every((neighbour) => neighbour?.marks.includes(mark)))
      .sort()
      .join('\u0002')
    if (marks !== marksBefore || piece.isAtom) shown += `\u0001${marks}\u0001`
    marksBefore = marks
    shown += piece.isAtom ? `\u0003${piece.text}\u0003` : piece.text
  })
  return shown
}

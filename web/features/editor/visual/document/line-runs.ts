// How two lines are compared by what a reader sees. The visual editor opens a block only when its nodes render as its
// source does: `rendered-key.ts` makes runs of the source's tokens, `semantic-key.ts` of the nodes.

/**
 * A piece of a line: text, or an inline object, with its marks. A mark is its name with its other visible properties:
 * `link /guide`.
 */
export type Run = { text?: string; atom?: string; marks: readonly string[] }

/** The atom of a visible line break. */
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

/** Returns whether a piece is a space that the page does not show where it separates nothing. */
const isHidden = (piece: Piece | undefined) => piece?.isSpace === true && piece.text === ' '
const isBreak = (piece: Piece | undefined) => piece === undefined || (piece.isAtom && piece.text === breakAtom)

/** Returns the nearest element in a direction for which `isIt` holds; undefined when there is none. */
export function nearest<T>(list: readonly T[], from: number, step: 1 | -1, isIt: (one: T) => boolean): T | undefined {
  for (let at = from + step; at >= 0 && at < list.length; at += step) {
    const one = list[at]
    if (one !== undefined && isIt(one)) return one
  }
  return undefined
}

/**
 * Returns the visible content of a line as a text to compare: equal for two lines that look the same, however they are
 * written. Spaces at the edges are not visible, nor is a mark on a space at the edge of its text, nor a break at the
 * end.
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

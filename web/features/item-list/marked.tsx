import { piecesOf } from './hits.ts'

/** A text with the pieces marked that were searched for. */
export function Marked({ text, marks }: { text: string; marks: readonly (readonly [number, number])[] }) {
  return piecesOf(text, marks).map((piece) =>
    piece.marked ? <mark key={piece.at}>{piece.text}</mark> : <span key={piece.at}>{piece.text}</span>,
  )
}

import { splitAtMarks } from './hits.ts'

/** A text with highlighted search matches. */
export function Highlight({ text, marks }: { text: string; marks: readonly (readonly [number, number])[] }) {
  return splitAtMarks(text, marks).map((piece) =>
    piece.marked ? <mark key={piece.at}>{piece.text}</mark> : <span key={piece.at}>{piece.text}</span>,
  )
}

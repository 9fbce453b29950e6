/** A text split into lines. All line endings count: CRLF, LF, a lone CR. */
export type Lines = {
  text: string
  /** Where each line begins, plus one more entry for the end of the text. */
  starts: number[]
  /** Where each line ends, without its line ending. */
  ends: number[]
}

/** Splits a text into lines as the Markdown parser does. */
export function splitLines(text: string): Lines {
  const starts = [0]
  const ends: number[] = []
  for (const match of text.matchAll(/\r\n?|\n/g)) {
    ends.push(match.index)
    starts.push(match.index + match[0].length)
  }
  ends.push(text.length)
  starts.push(text.length)
  return { text, starts, ends }
}

/** Returns the line at `at`, from 0, without its line ending. */
export const lineAt = ({ text, starts, ends }: Lines, at: number): string => text.slice(starts[at], ends[at])

/** Returns whether the line at `at` contains only whitespace. */
export const isWhitespaceLine = (lines: Lines, at: number): boolean => /^[ \t]*$/.test(lineAt(lines, at))

/** Returns the most frequent line ending of a text; LF when it has none. */
export function detectLineEnd(text: string): string {
  const counts = new Map<string, number>()
  for (const [end] of text.matchAll(/\r\n?|\n/g)) counts.set(end, (counts.get(end) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '\n'
}

/** Counts the line endings of a text. */
export const countLineEnds = (text: string): number => text.match(/\r\n?|\n/g)?.length ?? 0

/** A text in lines. Line ends of all kinds count: CRLF, LF, a lone CR. */
export type Lines = {
  text: string
  /** Where each line begins; one more at the end, where the text ends. */
  starts: number[]
  /** Where each line ends, its line end left out. */
  ends: number[]
}

/** Cuts a text into lines as the Markdown parser does. */
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

/** The line at `at`, from 0, without its line end. */
export const lineAt = ({ text, starts, ends }: Lines, at: number): string => text.slice(starts[at], ends[at])

/** Whether nothing stands on the line at `at`. */
export const isWhitespaceLine = (lines: Lines, at: number): boolean => /^[ \t]*$/.test(lineAt(lines, at))

/** The line end that a text uses most; LF when it has none. */
export function detectLineEnd(text: string): string {
  const counts = new Map<string, number>()
  for (const [end] of text.matchAll(/\r\n?|\n/g)) counts.set(end, (counts.get(end) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '\n'
}

/** How many line ends a text holds. */
export const countLineEnds = (text: string): number => text.match(/\r\n?|\n/g)?.length ?? 0

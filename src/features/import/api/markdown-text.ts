/** A text as a code block, between fences longer than any in it. */
export function fenced(text: string, language = ''): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}\n`
}

/** A text as it may stand in one cell of a table. */
const cellOf = (text: string): string =>
  text
    .replaceAll('|', '\\|')
    .trim()
    .replace(/\r\n?|\n/g, '<br>')

/** A table, or nothing when it has no rows. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]) => `|${cells.map(cellOf).join('|')}|`
  return [line(head), `|${head.map(() => ':---').join('|')}|`, ...rows.map(line)].join('\n')
}

/** A text in a line as code, whatever it holds. */
export function inlineCode(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)
  const fence = '`'.repeat(longest + 1)
  const edge = /^`|`$/.test(text) ? ' ' : ''
  return fence + edge + text.replace(/\s+/g, ' ') + edge + fence
}

/** A text in a line, as code where Markdown would read signs of its own in it: `^[1-9]` is a footnote there. */
export const plainOrCode = (text: string): string => (/[\\`*_~^<>[\]|$]/.test(text) ? inlineCode(text) : text)

/** Pieces of Markdown, the empty ones left out, with an empty line between. */
export const joined = (...parts: (string | undefined)[]): string =>
  parts
    .map((part) => part?.trim() ?? '')
    .filter((part) => part !== '')
    .join('\n\n')

/** Returns a text as a code block, with a fence longer than any in it. */
export function fenced(text: string, language = ''): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}\n`
}

/** Escapes a text for one cell of a table. */
const cellOf = (text: string): string =>
  text
    .replaceAll('|', '\\|')
    .trim()
    .replace(/\r\n?|\n/g, '<br>')

/** Returns a table, or an empty string when it has no rows. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]) => `|${cells.map(cellOf).join('|')}|`
  return [line(head), `|${head.map(() => ':---').join('|')}|`, ...rows.map(line)].join('\n')
}

/** Returns any text as inline code. */
export function inlineCode(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)
  const fence = '`'.repeat(longest + 1)
  const edge = /^`|`$/.test(text) ? ' ' : ''
  return fence + edge + text.replace(/\s+/g, ' ') + edge + fence
}

/** Returns a text as inline code where Markdown would interpret its characters: `^[1-9]` would be a footnote. */
export const plainOrCode = (text: string): string => (/[\\`*_~^<>[\]|$]/.test(text) ? inlineCode(text) : text)

/** Joins non-empty pieces of Markdown with an empty line between them. */
export const joined = (...parts: (string | undefined)[]): string =>
  parts
    .map((part) => part?.trim() ?? '')
    .filter((part) => part !== '')
    .join('\n\n')

import { longestRun } from './fence.ts'

/** Returns a text as inline code, verbatim except for line breaks; an empty text stays empty. */
export function inlineCode(text: string): string {
  if (text === '') return ''
  const fence = '`'.repeat(longestRun(text) + 1)
  const pad = /^[` ]|[` ]$/.test(text) && text.trim() !== '' ? ' ' : ''
  return fence + pad + text.replaceAll(/\r\n?|\n/g, ' ') + pad + fence
}

/** Returns a text as inline code where Markdown would interpret its characters: `^[1-9]` would be a footnote. */
export const plainOrCode = (text: string): string => (/[\\`*_~^<>[\]|$]/.test(text) ? inlineCode(text) : text)

/** Returns Markdown as a cell of a table: bars are escaped, and line breaks become `<br>`. */
export const tableCell = (text: string): string =>
  text
    .trim()
    .replaceAll('|', '\\|')
    .replaceAll(/\r\n?|\n/g, '<br>')

/**
 * Returns a table of cells that are Markdown without bars and line breaks; short rows are padded.
 *
 * @param rules the cells below the header, such as `:---:`; the last one also applies to all further columns
 * @param gap the text between a bar and its cell
 */
export function writeTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  rules: readonly string[] = ['---'],
  gap = ' ',
): string {
  const line = (cells: readonly string[]) =>
    `|${gap}${header.map((_, at) => cells[at] ?? '').join(`${gap}|${gap}`)}${gap}|`
  return [line(header), line(header.map((_, at) => rules[at] ?? rules.at(-1) ?? '---')), ...rows.map(line)].join('\n')
}

/** Joins non-empty pieces of Markdown with an empty line between them. */
export const joined = (...parts: (string | undefined)[]): string =>
  parts
    .map((part) => part?.trim() ?? '')
    .filter((part) => part !== '')
    .join('\n\n')

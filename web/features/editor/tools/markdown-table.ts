/** Characters that have a meaning in the middle of a line of Markdown. */
const sign = /[\\|*`<~$]|\[(?!\])|&(?=#?\w+;)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu

/** Escapes a text for a cell of a Markdown table. */
export const cellText = (text: string): string => text.replace(/\s+/g, ' ').trim().replace(sign, '\\$&')

/** Formats a value as code in a cell. */
export function cellCode(value: string): string {
  const text = value.replace(/\s+/g, ' ').trim()
  if (text === '') return ''
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const gap = longest > 0 ? ' ' : ''
  return `${fence}${gap}${text.replaceAll('|', '\\|')}${gap}${fence}`
}

/** The alignment of a column. */
export type ColumnAlign = 'none' | 'left' | 'center' | 'right'

const rules: Record<ColumnAlign, string> = { none: '---', left: ':---', center: ':---:', right: '---:' }

/** Returns a Markdown table of cells that are Markdown already. Short rows are padded. */
export function tableMarkdown(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  sides: readonly ColumnAlign[] = [],
) {
  const line = (cells: readonly string[]) => `| ${head.map((_, at) => cells[at] ?? '').join(' | ')} |`
  const rule = `| ${head.map((_, at) => rules[sides[at] ?? 'none']).join(' | ')} |`
  return [line(head), rule, ...rows.map(line)].join('\n')
}

/** The most rows in the preview of a table: more would only take time. */
const previewRows = 200

/** Returns the first rows of a Markdown table, for its preview, and the total number of rows. */
export function tableStart(markdown: string, most: number = previewRows): { markdown: string; rows: number } {
  const lines = markdown.split('\n')
  const rows = Math.max(0, lines.length - 2)
  return { markdown: rows > most ? lines.slice(0, most + 2).join('\n') : markdown, rows }
}

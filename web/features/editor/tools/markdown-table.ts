import { longestRun } from '#shared/markdown/fence.ts'

/** Characters that have a meaning in the middle of a line of Markdown. */
const sign = /[\\|*`<~$]|\[(?!\])|&(?=#?\w+;)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu

/** Escapes a text for a cell of a Markdown table. */
export const cellText = (text: string): string => text.replace(/\s+/g, ' ').trim().replace(sign, '\\$&')

/** Formats a value as code in a cell. */
export function cellCode(value: string): string {
  const text = value.replace(/\s+/g, ' ').trim().replaceAll('|', '\\|')
  const fence = '`'.repeat(longestRun(text) + 1)
  const gap = fence === '`' ? '' : ' '
  return text && fence + gap + text + gap + fence
}

/** The most rows in the preview of a table: more would only take time. */
const previewRows = 200

/** Returns the first rows of a Markdown table, for its preview, and the total number of rows. */
export function tableStart(markdown: string, most: number = previewRows): { markdown: string; rows: number } {
  const lines = markdown.split('\n')
  const rows = Math.max(0, lines.length - 2)
  return { markdown: rows > most ? lines.slice(0, most + 2).join('\n') : markdown, rows }
}

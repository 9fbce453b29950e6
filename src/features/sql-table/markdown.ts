import { writeTable } from '#shared/markdown/table.ts'
import type { Lang } from '#src/core/i18n.ts'
import { parseTables, type Table } from './tables.ts'

// The Chinese labels are those that existing clients know. Source: reference, formats 6.
const words = {
  en: { head: ['Field', 'Type', 'Nullable', 'Default', 'Description'], yes: 'Yes', no: 'No' },
  zh: { head: ['字段', '类型', '允许空', '默认', '说明'], yes: '是', no: '否' },
} as const satisfies Record<Lang, { head: readonly string[]; yes: string; no: string }>

// Matches whole runs of whitespace, so that long ones without a line end are scanned once.
const cell = (text: string): string =>
  text.replaceAll('|', '\\|').replaceAll(/\s+/g, (spaces) => (/[\r\n]/.test(spaces) ? '<br>' : spaces))

function tableMarkdown({ name, comment, columns }: Table, lang: Lang): string {
  const { head, yes, no } = words[lang]
  const rows = columns.map((one) =>
    [one.name, one.type, one.isNullable ? yes : no, one.fallback, one.comment.trim() || '-'].map(cell),
  )
  const heading = `- ${name} ${comment.replaceAll(/\s+/g, ' ')}`
  return `\n${heading}\n\n${writeTable(head, rows)}\n\n`
}

/**
 * Renders the tables that SQL creates as Markdown in a language, each a line and a table; empty when it creates none.
 */
export const sqlMarkdown = (sql: string, lang: Lang): string =>
  parseTables(sql)
    .filter((table) => table.columns.length > 0)
    .map((table) => tableMarkdown(table, lang))
    .join('')

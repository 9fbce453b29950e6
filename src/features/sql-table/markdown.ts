import { type Table, tablesOf } from './tables.ts'

// Whole runs of blanks, so that long ones without a line end are looked at once.
const cell = (text: string): string =>
  text.replaceAll('|', '\\|').replaceAll(/\s+/g, (blanks) => (/[\r\n]/.test(blanks) ? '<br>' : blanks))

function tableMarkdown({ name, comment, columns }: Table): string {
  const rows = columns.map((one) => {
    const cells = [one.name, one.type, one.isNullable ? '是' : '否', one.fallback, one.comment.trim() || '-']
    return `| ${cells.map(cell).join(' | ')} |\n`
  })
  const heading = `- ${name} ${comment.replaceAll(/\s+/g, ' ')}`
  return `\n${heading}\n\n| 字段 | 类型 | 允许空 | 默认 | 说明 |\n| --- | --- | --- | --- | --- |\n${rows.join('')}\n`
}

/** The tables that a text of SQL creates as Markdown, each a line and a table; empty when it creates none. */
export const sqlMarkdown = (sql: string): string =>
  tablesOf(sql)
    .filter((table) => table.columns.length > 0)
    .map(tableMarkdown)
    .join('')

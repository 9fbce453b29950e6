import { readTableRows } from './html-table.ts'
import { cleanNodes } from './paste-for.ts'
import { parseRows, trimRows } from './table-text.ts'

const quoted = (cell: string) => (/["\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Joins cells to tab-separated text, as spreadsheets copy it. */
const asText = (rows: readonly (readonly string[])[]) => rows.map((row) => row.map(quoted).join('\t')).join('\n')

const firstTable = (html: string): string[][] => {
  const table = cleanNodes(html).querySelector('table')
  return table ? trimRows(readTableRows(table)) : []
}

/** Returns the table of a clipboard as tab-separated text; undefined when its HTML contains none. */
export function pastedCells(clipboard: DataTransfer): string | undefined {
  const html = clipboard.getData('text/html')
  if (!/<table[\s>]/i.test(html)) return undefined
  const rows = firstTable(html)
  return rows.length > 0 ? asText(rows) : undefined
}

/** Returns the cells of a text: HTML source with a table, or text separated by tabs, commas, semicolons or bars. */
export function parsePastedRows(text: string): string[][] {
  return /^\s*<[^>]*>[\s\S]*<table[\s>]|^\s*<table[\s>]/i.test(text) ? firstTable(text) : parseRows(text)
}

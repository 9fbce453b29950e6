import { tableCell, writeTable } from '#shared/markdown/table.ts'
import { inlineCode, joined } from '#shared/markdown/write.ts'
import type { ApiRow } from './api-page-json.ts'

/** Returns a table of texts in Markdown, or an empty string when it has no rows. */
export const compactTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length === 0
    ? ''
    : writeTable(
        head,
        rows.map((row) => row.map(tableCell)),
        [':---'],
        '',
      )

/** The column headers of a table of rows. */
export interface ColumnLabels {
  name: string
  value: string
  required: string
  type: string
  description: string
  yes: string
  no: string
}

// The keywords of the description itself, which are understood in any language.
const keywords: ColumnLabels = {
  name: '`name`',
  value: '`example`',
  required: '`required`',
  type: '`type`',
  description: '`description`',
  yes: '`true`',
  no: '',
}

/**
 * Returns rows as a Markdown table for a remark, with keywords as headers unless others are given. Empty columns are
 * left out.
 */
export function rowTable(rows: readonly ApiRow[], heads: ColumnLabels = keywords): string {
  const columns: [head: string, cell: (row: ApiRow) => string][] = [
    [heads.name, (row) => row.name],
    [heads.value, (row) => row.value],
    [heads.required, (row) => (row.require === '1' ? heads.yes : heads.no)],
    [heads.type, (row) => row.type],
    [heads.description, (row) => row.remark],
  ]
  const shown = columns.filter(([, cell], at) => at === 0 || rows.some((row) => cell(row) !== ''))
  return compactTable(
    shown.map(([head]) => head),
    rows.map((row) => shown.map(([, cell]) => cell(row))),
  )
}

/** Joins the remarks of a row into one line, as its form requires. */
export const joinRemarks = (...parts: string[]): string =>
  parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' · ')

/** Returns a section of a remark under its own heading; an empty string when it has no content. */
export function section(heading: string, ...parts: (string | undefined)[]): string {
  const body = joined(...parts)
  return body === '' ? '' : `**${heading}**\n\n${body}`
}

/**
 * Returns a list item for a keyword and its value; an empty string when the value is empty. A value of several lines
 * goes below the keyword.
 */
export function point(keyword: string, text: string): string {
  const said = text.trim()
  return said === '' ? '' : `- ${inlineCode(keyword)}: ${said.replaceAll(/\r\n?|\n/g, '\n  ')}`
}

/** Joins list items into one list. */
export const points = (...list: string[]): string => list.filter((one) => one !== '').join('\n')

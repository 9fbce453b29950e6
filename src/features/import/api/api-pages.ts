import { apiDocExtInfo } from '#markdown/api-doc.ts'
import type { Lang } from '#src/core/i18n.ts'
import type { ApiJson, ApiRow } from './api-json.ts'
import { inlineCode, joined, markdownTable } from './markdown-text.ts'

/** What the person wants of an API description. */
export interface ApiChoice {
  /** Make an item of the kind that API clients edit, where the file becomes a new one. */
  forApiClient: boolean
  /** The language of the names and the page that are made for what the description itself does not name. */
  lang: Lang
}

/** The text of a page that holds an API document, and what menus show of it. It is the same in every language. */
export function apiPage(doc: ApiJson): { page_content: string; ext_info: string } {
  const page_content = JSON.stringify(doc, null, 1)
  return { page_content, ext_info: apiDocExtInfo(page_content) ?? '' }
}

/** What the columns of a table of rows are called. */
export interface ColumnLabels {
  name: string
  value: string
  required: string
  type: string
  description: string
  yes: string
  no: string
}

// The keywords of the description itself, which are read in any language.
const keywords: ColumnLabels = {
  name: '`name`',
  value: '`example`',
  required: '`required`',
  type: '`type`',
  description: '`description`',
  yes: '`true`',
  no: '',
}

/** Rows as a table for a remark; its heads are keywords unless they are given. A column that says nothing is left out. */
export function rowTable(rows: readonly ApiRow[], heads: ColumnLabels = keywords): string {
  const columns: [head: string, cell: (row: ApiRow) => string][] = [
    [heads.name, (row) => row.name],
    [heads.value, (row) => row.value],
    [heads.required, (row) => (row.require === '1' ? heads.yes : heads.no)],
    [heads.type, (row) => row.type],
    [heads.description, (row) => row.remark],
  ]
  const shown = columns.filter(([, cell], at) => at === 0 || rows.some((row) => cell(row) !== ''))
  return markdownTable(
    shown.map(([head]) => head),
    rows.map((row) => shown.map(([, cell]) => cell(row))),
  )
}

/** What is said of a row, in one line as its form has it. */
export const joinRemarks = (...parts: string[]): string =>
  parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' · ')

/** A piece of a remark under a heading of its own; nothing when it holds nothing. */
export function section(heading: string, ...parts: (string | undefined)[]): string {
  const body = joined(...parts)
  return body === '' ? '' : `**${heading}**\n\n${body}`
}

/** A point of a list that says what a keyword is set to; nothing when that is empty. What has several lines stands below it. */
export function point(keyword: string, text: string): string {
  const said = text.trim()
  return said === '' ? '' : `- ${inlineCode(keyword)}: ${said.replaceAll(/\r\n?|\n/g, '\n  ')}`
}

/** Points as one list. */
export const points = (...list: string[]): string => list.filter((one) => one !== '').join('\n')

/** A title that no other page of `path` in this file has: the method and address make the second one differ. */
export class FreeTitles {
  readonly #taken = new Set<string>()

  take(path: readonly string[], title: string, call: string): string {
    const keyOf = (name: string) => JSON.stringify([...path, name])
    const free = [title, `${title} (${call})`].find((name) => !this.#taken.has(keyOf(name))) ?? title
    this.#taken.add(keyOf(free))
    return free
  }
}

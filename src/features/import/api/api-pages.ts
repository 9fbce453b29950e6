import { apiDocExport, apiDocExtInfo, readApiDoc } from '#markdown/api-doc.ts'
import type { ApiJson, ApiRow } from './api-json.ts'
import type { ApiLabels, ImportLang } from './api-labels.ts'
import { fenced, joined, tableOf } from './markdown-text.ts'

/** What the person wants of an API description. */
export interface ApiChoice {
  /** Keep pages as API JSON, for items of API clients; else as Markdown. */
  asApiJson: boolean
  /** The language of what the format of API pages has no place for. */
  lang: ImportLang
}

/** The text of a page that holds an API document, and what menus show of it. */
export function apiPage(
  doc: ApiJson,
  choice: ApiChoice,
  labels: ApiLabels,
): { page_content: string; ext_info: string } {
  if (choice.asApiJson) {
    const page_content = JSON.stringify(doc, null, 1)
    return { page_content, ext_info: apiDocExtInfo(page_content) ?? '' }
  }
  const { pre, post } = doc.scripts
  const remark = joined(
    doc.info.remark,
    pre && `**${labels.scriptBefore}**\n\n${fenced(pre, 'js')}`,
    post && `**${labels.scriptAfter}**\n\n${fenced(post, 'js')}`,
  )
  // The table of path variables has no column for their values.
  const pathVariable = doc.request.pathVariable.map((row) => ({
    ...row,
    remark: [row.remark, row.value && `${labels.example}: ${row.value}`].filter((text) => text !== '').join('\n'),
  }))
  const shown = { ...doc, info: { ...doc.info, remark }, request: { ...doc.request, pathVariable } }
  const read = readApiDoc(JSON.stringify(shown))
  return { page_content: read ? apiDocExport(read) : '', ext_info: '' }
}

/** Rows as a table for a remark. */
export const rowTable = (rows: readonly ApiRow[], labels: ApiLabels): string =>
  tableOf(
    [labels.name, labels.value, labels.required, labels.type, labels.description],
    rows.map((row) => [row.name, row.value, row.require === '1' ? labels.yes : labels.no, row.type, row.remark]),
  )

/** A piece of a remark under a heading of its own; nothing when it holds nothing. */
export function section(heading: string, ...parts: (string | undefined)[]): string {
  const body = joined(...parts)
  return body === '' ? '' : `**${heading}**\n\n${body}`
}

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

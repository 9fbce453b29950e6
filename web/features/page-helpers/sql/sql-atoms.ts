import { atom } from 'jotai'
import { api } from '#web/lib/api.ts'

/** The tables of SQL statements as Markdown, as the server reads them. */
export const readSqlAtom = atom(null, async (_get, _set, sql: string, signal: AbortSignal): Promise<string> => {
  const { markdown } = await api.page.sqlToMarkdownTable({ sql }, { signal })
  return markdown
})

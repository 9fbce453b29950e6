import { atom } from 'jotai'
import { api } from '#web/lib/api.ts'

/** Converts the tables of SQL statements to Markdown, on the server. */
export const readSqlAtom = atom(null, async (_get, _set, sql: string, signal: AbortSignal): Promise<string> => {
  const { markdown } = await api.page.sqlToMarkdownTable({ sql }, { signal })
  return markdown
})

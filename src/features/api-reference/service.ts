import { readApiDoc } from '#shared/api-doc/api-doc.ts'
import type { ReadingSource } from '#shared/api-doc/reading/source.ts'
import type { Db } from '#src/db/database.ts'
import { readPageDescription } from '#src/features/api-document/index.ts'
import { addedLines, Heads, importedOperation } from '#src/features/export/index.ts'
import { listDescriptions } from './queries.ts'

/** Returns the title of a description from what an import knows it by: `openapi:Shop`. */
export const titleOf = (description: string): string => description.replace(/^[^:]*:/, '')

/**
 * Returns what the OpenAPI description of a page says about it, as the JSON of a `ReadingSource`, with the edits of
 * people; empty for a page that no OpenAPI description has brought, and for one that is no API page any more.
 */
export async function describePage(db: Db, item_id: number, page_id: number): Promise<string> {
  const page = await readPageDescription(db, page_id)
  const after = page && readApiDoc(page.text)
  if (!after || !page.imported || !page.head) return ''
  const { description, title } = page.imported
  const heads = new Heads([{ description, item_name: '', item_description: '', head: page.head }])
  // the reading screen has the title of the page itself
  const imported = importedOperation({ ...page, title }, after, heads.resolveIn(description))
  if (!imported) return ''
  const { path, method, around, operation, hasAllParameters, schemes, before } = imported
  for (const [name, scheme] of Object.entries(schemes)) heads.addScheme(name, scheme)
  const { openapi, servers, security, paths, webhooks } = heads.main
  const components = Object.fromEntries(heads.components([operation, around, { security }]))
  const isOnly = (await listDescriptions(db, item_id)).length < 2
  const reading: ReadingSource = {
    of: isOnly ? '' : titleOf(description),
    path,
    method,
    around,
    operation,
    hasAllParameters,
    // what is in the paths of a stored description is there because references lead to it
    root: { openapi, servers, security, paths, webhooks, components },
    notes: before ? addedLines(before.remark, after.remark) : '',
  }
  return JSON.stringify(reading)
}

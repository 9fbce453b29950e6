import { readApiDoc } from '#shared/api-doc/api-doc.ts'
import type { ReadingSource } from '#shared/api-doc/reading/source.ts'
import type { Db } from '#src/db/database.ts'
import { addedLines, Heads, importedOperation } from '#src/features/export/index.ts'
import { findPageSource } from './queries.ts'

/**
 * Returns what the OpenAPI description of a page says about it, as the JSON of a `ReadingSource`, with the edits of
 * people; empty for a page that no OpenAPI description has brought, and for one that is no API page any more.
 */
export async function describePage(
  db: Db,
  page: { page_id: number; item_id: number; page_title: string; page_content: string },
): Promise<string> {
  const after = readApiDoc(page.page_content)
  const found = after && (await findPageSource(db, page))
  if (!found || found.source.length === 0) return ''
  const { page_title: title, description, packed, source } = found
  const heads = new Heads([found])
  // the reading screen has the title of the page itself
  const given = { title, text: page.page_content, imported: { title, description, packed, source } }
  const imported = importedOperation(given, after, heads.resolveIn(description))
  if (!imported) return ''
  const { path, method, around, operation, hasAllParameters, schemes, before } = imported
  for (const [name, scheme] of Object.entries(schemes)) heads.addScheme(name, scheme)
  const { openapi, servers, security } = heads.main
  const components = Object.fromEntries(heads.components([operation, around, { security }]))
  const reading: ReadingSource = {
    path,
    method,
    around,
    operation,
    hasAllParameters,
    root: { openapi, servers, security, components },
    notes: before ? addedLines(before.remark, after.remark) : '',
  }
  return JSON.stringify(reading)
}

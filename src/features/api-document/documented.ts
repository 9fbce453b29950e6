import type { DocumentedResponses } from '#shared/api-doc/response-check.ts'
import type { Db } from '#src/db/database.ts'
import { documentedResponses, type ImportedPage } from '#src/features/export/index.ts'
import { findPageDescription } from './queries.ts'

/** Returns a page with what its import has left of it; undefined for one that is gone. */
export async function readPageDescription(db: Db, page_id: number): Promise<ImportedPage | undefined> {
  const row = await findPageDescription(db, page_id)
  if (!row) return undefined
  const { page_title, page_content, imported_title, description, packed, source, head } = row
  return {
    title: page_title,
    text: page_content,
    ...(description !== null &&
      packed !== null &&
      source !== null && { imported: { title: imported_title ?? '', description, packed, source } }),
    ...(head !== null && { head }),
  }
}

/** Returns the responses that a page documents; none for a page that is gone or describes no request. */
export async function readDocumentedResponses(db: Db, page_id: number): Promise<DocumentedResponses> {
  const page = await readPageDescription(db, page_id)
  return page ? documentedResponses(page) : { responses: [], root: {} }
}

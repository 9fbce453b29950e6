import { inflateRawSync } from 'node:zlib'
import { readApiDoc } from '#shared/api-doc/api-doc.ts'
import type { PageSource } from '#shared/api-doc/openapi/page-source.ts'
import type { ReadingSource } from '#shared/api-doc/reading/source.ts'
import type { Db } from '#src/db/database.ts'
import { addedLines, applyEdits, Heads, unpacked } from '#src/features/export/index.ts'
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
  const source = unpacked<PageSource>(found.source)
  if (source.kind !== 'paths' && source.kind !== 'webhooks') return ''
  const base = inflateRawSync(found.packed).toString()
  const before = readApiDoc(base)
  const heads = new Heads([found])
  const { operation, around } = source
  const edited =
    before && base !== page.page_content
      ? applyEdits({ ...source, before, after }, heads.resolveIn(found.description), undefined)
      : undefined
  const own = edited?.operation ?? operation
  for (const [name, scheme] of Object.entries(edited?.schemes ?? {})) heads.addScheme(name, scheme)
  const { openapi, servers, security } = heads.main
  const components = Object.fromEntries(heads.components([own, around, { security }]))
  const reading: ReadingSource = {
    path: edited?.path ?? source.path,
    method: edited?.method ?? source.method,
    around,
    operation: own,
    hasAllParameters: edited?.hasAllParameters ?? false,
    root: { openapi, servers, security, components },
    notes: before ? addedLines(before.remark, after.remark) : '',
  }
  return JSON.stringify(reading)
}

import { inflateRawSync } from 'node:zlib'
import { setField } from '#shared/api-doc/openapi/fields.ts'
import type { PageSource } from '#shared/api-doc/openapi/page-source.ts'
import { toObject, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import type { Tx } from '#src/db/database.ts'
import { findHead, listSources } from './queries.ts'

/** A description as its last import left it, without what people have changed since. */
export interface ImportedDescription {
  /** JSON; empty when nothing of it is there. */
  text: string
  pages: { page_id: number; operation: string }[]
}

const parse = <T>(packed: Buffer): T => JSON.parse(inflateRawSync(packed).toString()) as T

/** Returns what an item has of a description of OpenAPI; an empty text for none, and for other formats. */
export async function readImportedDescription(
  tx: Tx,
  item_id: number,
  description: string,
): Promise<ImportedDescription> {
  const head = await findHead(tx, item_id, description)
  const pages: ImportedDescription['pages'] = []
  const groups: Record<'paths' | 'webhooks', UnknownObject> = { paths: {}, webhooks: {} }
  for (const { page_id, source: packed } of await listSources(tx, item_id, description)) {
    const source = parse<PageSource>(packed)
    if (source.kind !== 'paths' && source.kind !== 'webhooks') continue
    const { kind, path, method, around, operation } = source
    const item = Object.hasOwn(groups[kind], path) ? (toObject(groups[kind][path]) ?? {}) : { ...around }
    setField(item, method, operation)
    setField(groups[kind], path, item)
    const prefix = kind === 'webhooks' ? 'webhook ' : ''
    pages.push({ page_id, operation: `${prefix}${method.toUpperCase()} ${path}` })
  }
  if (pages.length === 0) return { text: '', pages }
  return { text: JSON.stringify({ ...(head && parse<UnknownObject>(head)), ...groups }), pages }
}

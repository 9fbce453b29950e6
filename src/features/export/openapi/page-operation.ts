import { inflateRawSync } from 'node:zlib'
import { readApiDoc } from '#shared/api-doc/api-doc.ts'
import type { PageSource } from '#shared/api-doc/openapi/page-source.ts'
import { toObject, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import type { ApiPage } from '../worker-message.ts'
import { splitAddress } from './address.ts'
import { applyEdits } from './edits.ts'
import { unpacked } from './heads.ts'
import { operationOf } from './operation.ts'
import type { Resolve } from './schema-edits.ts'

/** An API page as an operation of OpenAPI 3.1. */
export interface PageOperation {
  kind: 'paths' | 'webhooks'
  /** Its path in the description. */
  path: string
  /** Lower case. */
  method: string
  /** The path item around it, without its operations. */
  around: UnknownObject
  operation: UnknownObject
}

/**
 * Returns an API page as an operation: the source of its import with the edits of people, or what is written on it.
 * Undefined for a page that describes no request.
 *
 * @param resolve follows references in the description that the page came from
 */
export function operationOfPage(
  { title, text, imported }: Pick<ApiPage, 'title' | 'text' | 'imported'>,
  resolve: Resolve = (value) => toObject(value),
): PageOperation | undefined {
  const after = readApiDoc(text)
  if (!after || after.type !== 'api') return undefined
  const source = imported && imported.source.length > 0 ? unpacked<PageSource>(imported.source) : undefined
  if (imported && (source?.kind === 'paths' || source?.kind === 'webhooks')) {
    const { kind, path, method, around, operation } = source
    const base = inflateRawSync(imported.packed).toString()
    const before = readApiDoc(base)
    const isRenamed = title !== imported.title
    if (before && (isRenamed || base !== text)) {
      const edited = applyEdits({ ...source, before, after }, resolve, isRenamed ? title : undefined)
      const shared = edited.hasAllParameters ? { ...around, parameters: [] } : around
      return { kind, path: edited.path, method: edited.method, around: shared, operation: edited.operation }
    }
    return { kind, path, method, around, operation }
  }
  const { path, method, operation } = operationOf(after, title)
  return { kind: 'paths', path, method, around: {}, operation }
}

/** Returns the method and path of the requests that an API page describes; undefined for one that describes none. */
export function addressOfPage(text: string): { method: string; path: string } | undefined {
  const doc = readApiDoc(text)
  if (!doc || doc.type !== 'api') return undefined
  const { path } = splitAddress(doc.url)
  return { method: doc.method.trim().toLowerCase() || 'get', path }
}

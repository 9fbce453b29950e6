import { inflateRawSync } from 'node:zlib'
import { type ApiDoc, readApiDoc } from '#shared/api-doc/api-doc.ts'
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

/** The operation of an import, with what people have changed on its page since. */
interface ImportedOperation extends PageOperation {
  /** Whether the operation has the parameters of the path item too: one of those was changed. */
  hasAllParameters: boolean
  /** Security schemes that a person has asked for, by name. */
  schemes: Readonly<Record<string, UnknownObject>>
  /** The page as it was imported; undefined when it was no API document. */
  before: ApiDoc | undefined
}

/** A page, and what an import has left of it. */
type Importable = Pick<ApiPage, 'title' | 'text' | 'imported'>

/**
 * Returns the source of a page's import with the edits of people; undefined for a page that no OpenAPI description has
 * brought.
 *
 * @param after what the page says now
 * @param resolve follows references in the description that the page came from
 */
export function importedOperation(
  { title, text, imported }: Importable,
  after: ApiDoc,
  resolve: Resolve,
): ImportedOperation | undefined {
  const source = imported && imported.source.length > 0 ? unpacked<PageSource>(imported.source) : undefined
  if (!imported || (source?.kind !== 'paths' && source?.kind !== 'webhooks')) return undefined
  const base = inflateRawSync(imported.packed).toString()
  const before = readApiDoc(base)
  const isRenamed = title !== imported.title
  const { kind, path, method, around, operation } = source
  const own = { path, method, operation, hasAllParameters: false, schemes: {} }
  if (!before || (!isRenamed && base === text)) return { kind, around, before, ...own }
  const edited = applyEdits({ ...source, before, after }, resolve, isRenamed ? title : undefined)
  return { kind, around, before, ...edited }
}

/**
 * Returns an API page as an operation: the source of its import with the edits of people, or what is written on it.
 * Undefined for a page that describes no request.
 *
 * @param resolve follows references in the description that the page came from
 */
export function operationOfPage(
  page: Importable,
  resolve: Resolve = (value) => toObject(value),
): PageOperation | undefined {
  const after = readApiDoc(page.text)
  if (!after || after.type !== 'api') return undefined
  const imported = importedOperation(page, after, resolve)
  if (imported) {
    const { kind, path, method, operation, hasAllParameters } = imported
    const around = hasAllParameters ? { ...imported.around, parameters: [] } : imported.around
    return { kind, path, method, around, operation }
  }
  const { path, method, operation } = operationOf(after, page.title)
  return { kind: 'paths', path, method, around: {}, operation }
}

/** Returns the method and path of the requests that an API page describes; undefined for one that describes none. */
export function addressOfPage(text: string): { method: string; path: string } | undefined {
  const doc = readApiDoc(text)
  if (!doc || doc.type !== 'api') return undefined
  const { path } = splitAddress(doc.url)
  return { method: doc.method.trim().toLowerCase() || 'get', path }
}

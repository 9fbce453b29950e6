import { readApiDoc } from '#shared/api-doc/api-doc.ts'
import { operationsKey } from '#shared/api-doc/openapi/extensions.ts'
import { pathMethods } from '#shared/api-doc/openapi/fields.ts'
import type { UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { withField } from './heads.ts'
import { operationOf } from './operation.ts'

/** What an API page says, as OpenAPI. */
interface PageDescription {
  /** Method and path, as the differ names operations: `GET /pets/{id}`. */
  operation: string
  root: UnknownObject
}

/**
 * Describes one page by its text alone, as an export writes a page that no import has made. Returns undefined for a text
 * that is no API document.
 */
export function describePage(title: string, text: string): PageDescription | undefined {
  const doc = readApiDoc(text)
  if (!doc) return undefined
  const { path, method, base, operation, schemes } = operationOf(doc, title)
  const item: UnknownObject = {}
  if ((pathMethods as readonly string[]).includes(method)) item[method] = operation
  else item[operationsKey] = withField({}, method, operation)
  const root: UnknownObject = {
    openapi: '3.1.1',
    info: { title, version: '' },
    ...(base !== '' && { servers: [{ url: base.replaceAll(/\{\{\s*([^{}]*?)\s*\}\}/g, '{$1}') }] }),
    paths: withField({}, path, item),
    ...(Object.keys(schemes).length > 0 && { components: { securitySchemes: schemes } }),
  }
  return { operation: `${method.toUpperCase()} ${path}`, root }
}

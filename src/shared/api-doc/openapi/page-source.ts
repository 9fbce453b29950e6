import type { UnknownObject } from '../unknown-json.ts'

/** What an OpenAPI description says about a page, as OpenAPI 3.1. */
export interface OperationSource {
  kind: 'paths' | 'webhooks'
  /** Its path, or the name of the webhook. */
  path: string
  /** Lower case. */
  method: string
  /** The path item without its operations. */
  around: UnknownObject
  operation: UnknownObject
  /** The path item as the description has it when it is a reference: `around` and `operation` are from its target. */
  reference?: UnknownObject
  /** The tag for which the page was made; missing when it was made for another reason. */
  tag?: string
  /** The names of the catalogs where the import put it. */
  place: string[]
}

/** What a Postman collection says about a page. */
export interface RequestSource {
  kind: 'postman'
  /** The request as the collection has it. */
  item: UnknownObject
  /** The names of its folders there. */
  folders: string[]
  /** The names of the catalogs where the import put it. */
  place: string[]
}

/** What the description of a page says about it. */
export type PageSource =
  | OperationSource
  | RequestSource
  /** The page with everything outside of the operations. */
  | { kind: 'overview' }

import type { UnknownObject } from '../unknown-json.ts'

/** What the description of a page says about it, as OpenAPI 3.1. */
export type PageSource =
  /** The page with everything outside of the operations. */
  | { kind: 'overview' }
  | {
      kind: 'paths' | 'webhooks'
      /** Its path, or the name of the webhook. */
      path: string
      /** Lower case. */
      method: string
      /** The path item without its operations. */
      around: UnknownObject
      operation: UnknownObject
      /** The tag for which the page was made; missing when it was made for another reason. */
      tag?: string
      /** The names of the catalogs where the import put it. */
      place: string[]
    }
